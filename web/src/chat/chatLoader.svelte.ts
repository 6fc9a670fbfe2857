/** Loads what is shown of the chat when it is needed. */

type ChatParts = typeof import(".");

class ChatLoader {
  /** The components of the chat, once they and its words are loaded. */
  parts: ChatParts | null = $state.raw(null);

  async load(): Promise<void> {
    const parts = this.parts ?? (await import("."));
    await parts.loadWords();
    this.parts = parts;
  }
}

export const chatLoader = new ChatLoader();
