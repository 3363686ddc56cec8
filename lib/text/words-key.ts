import "server-only";
import { createHash } from "node:crypto";
import { bareText } from "./terms";

const KEY_LENGTH = 22;

/** The same for texts that differ in case, width, spaces and signs alone; it does not tell the words. */
export function wordsKey(text: string): string {
  return createHash("sha256").update(bareText(text)).digest("base64url").slice(0, KEY_LENGTH);
}
