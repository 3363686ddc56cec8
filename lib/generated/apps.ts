// Made by `npm run generate` from the `apps` of every area; never edited by hand.
export const APP = {
  APPS: "apps",
  CHAT: "chat",
  DOCUMENT: "document",
  DRAWING: "drawing",
  REPLAY: "replay",
  KNOWLEDGE: "knowledge",
  OPEN_API: "open-api",
  SEARCH: "search",
  MODEL_TEST: "model-test",
  TOOL_IMAGE: "tool-image",
  TOOL_SEARCH: "tool-search",
} as const;
