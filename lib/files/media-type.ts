import "server-only";
import { fileTypeFromBuffer } from "file-type";
import { detectEncoding, hasControls } from "@/lib/text/encoding/detect";

/** Bytes of a file's beginning that decide about its type. */
export const HEAD_BYTES = 65_536;

/**
 * The media type by content, never by name (SECURITY rule 13). Text of any kind, HTML and SVG included, is plain text
 * or XML; what is not recognised is `application/octet-stream`.
 */
export async function mediaType(head: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found) return found.mime;
  // The list of an archive's entries may lie beyond the head.
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04])) return "application/zip";
  return isText(head) ? "text/plain" : "application/octet-stream";
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

/** Text in whatever encoding; the head may end inside a character. Only UTF-16 has bytes that are control characters. */
function isText(head: Uint8Array): boolean {
  const found = detectEncoding(head);
  return found !== null && (found.encoding.startsWith("utf-16") || !hasControls(head));
}
