// What the vendored scripts put on the window: only the calls that the pages make.

interface Window {
  Idiomorph: {
    morph(
      old: Element,
      html: string,
      options: {
        morphStyle: "innerHTML";
        ignoreActiveValue?: boolean;
        callbacks?: {
          beforeNodeMorphed(old: Node, made: Node): boolean;
          beforeAttributeUpdated?(name: string): boolean;
        };
      },
    ): void;
  };
  nacl: { sign: { detached: { verify(text: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean } } };
}
