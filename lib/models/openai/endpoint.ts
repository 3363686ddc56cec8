import type { Channel } from "../types";

/** The address of a call; `path` is OpenAI's, e.g. `/chat/completions`. */
export type Endpoint = (channel: Channel, path: string) => string;

/** Calls below the address the administrator entered, as most suppliers have them. */
export const plainEndpoint: Endpoint = ({ baseUrl, template }, path) => {
  // Model Studio's documentation puts its rerank beside the compatible chat, under a name of its own.
  if (template === "qwen" && path === "/rerank") {
    return `${baseUrl?.replace("/compatible-mode/", "/compatible-api/")}/reranks`;
  }
  return `${baseUrl}${path}`;
};
