// Questions to the server. It keeps nothing of them.
const BUSY = 503;
const TRIES = 5;

// The answer, or {refused: sentence, code}. A server that is busy is asked again after a second.
export async function ask(address, facts, { offline, busy }) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(address, facts);
    if (response?.status === BUSY && attempt < TRIES) {
      await new Promise((done) => setTimeout(done, 1000));
      continue;
    }
    const found = await response?.json().catch(() => null);
    const otherwise = response?.status === BUSY ? busy : offline;
    return response?.ok && found ? found : { refused: found?.sentence || otherwise, code: found?.code };
  }
}

async function send(address, facts) {
  const how = facts && { method: "POST", body: JSON.stringify(facts), headers: { "Content-Type": "application/json" } };
  try {
    return await fetch(address, { cache: "no-store", ...how });
  } catch {
    return null;
  }
}
