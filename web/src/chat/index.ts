/** What is shown of the chat, loaded when somebody opens it or something is said. */

export { default as ChatBubble } from "./ChatBubble.svelte";
export { default as ChatReader } from "./ChatReader.svelte";
export { default as ChatPanel } from "./ChatPanel.svelte";
export { loadWords, speakerName, wordsOf } from "./words";
