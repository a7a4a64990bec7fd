// This person's other tabs of the same sheet: they hear of a line as it is typed.

export class Tabs {
  constructor(keying) {
    this.onLine = this.onHandedIn = () => {};
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(`keying:${keying}`) : null;
    this.channel?.addEventListener("message", ({ data }) => {
      if (data.line) this.onLine(data.line);
      else this.onHandedIn();
    });
  }

  tell(line) {
    this.channel?.postMessage({ line });
  }

  tellHandedIn() {
    this.channel?.postMessage({ handedIn: true });
  }
}
