import "server-only";
import { fileTypeFromBuffer } from "file-type";

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

/** UTF-8 or GB18030 without control characters, or UTF-16 by its mark; the head may end inside a character. */
function isText(head: Uint8Array): boolean {
  if (startsWith(head, [0xff, 0xfe]) || startsWith(head, [0xfe, 0xff])) return true;
  if (head.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte))) return false;
  return ["utf-8", "gb18030"].some((encoding) => {
    try {
      new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
      return true;
    } catch {
      return false;
    }
  });
}
