import { FILE_NAME_MAX } from "@/lib/config/constants";
import { visibleLine } from "@/lib/text/visible";

/**
 * The display name of an upload, as given but for what no text column or header can carry, and for what turns its
 * letters round so that an ending looks like another. It never becomes a path.
 */
export function displayName(given: string): string {
  const clean = visibleLine(given, "");
  if (clean === "") return "file";
  const letters = [...clean];
  if (letters.length <= FILE_NAME_MAX) return clean;
  const extension = /\.[\p{L}\p{N}]{1,16}$/u.exec(clean)?.[0] ?? "";
  return letters.slice(0, FILE_NAME_MAX - extension.length).join("") + extension;
}

/** `Content-Disposition` with the name in both spellings of RFC 6266; separators cannot lead anywhere on the reader's disk. */
export function contentDisposition(kind: "inline" | "attachment", name: string): string {
  const safe = name.toWellFormed().replace(/[/\\]/g, "_");
  const plain = safe.replace(/[^\x20-\x7e]|["%\\]/g, "_");
  const encoded = encodeURIComponent(safe).replace(/['()*!]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
