import "server-only";
import { isAscii, isUtf8 } from "node:buffer";
import { HTML_TYPES, MARKDOWN_TYPES, type WebPage } from "@/lib/net/web-page";
import { detectEncoding, nameOf } from "@/lib/text/encoding/detect";

/** What is taken of a page, and how long it may draw out (SECURITY SS-06). */
export const PAGE_LIMITS = { maxBytes: 5 * 1024 ** 2, ms: 10_000 };
/** A page that takes longer to be read is not meant to be read, milliseconds. */
export const PAGE_READING = { ms: 15_000 };
/** What is read as a page. */
export const PAGE_TYPES: ReadonlySet<string> = new Set(["text/plain", ...HTML_TYPES, ...MARKDOWN_TYPES]);
const TITLE_MAX = 100;
/** Of a page, where its title stands, and what tells its encoding. */
const HEAD_BYTES = 65_536;

type NamedPage = Pick<WebPage, "bytes" | "type" | "charset" | "url">;

/** What a page is called as a file: by its title, else the end of its address. `html`: its characters, where they are known. */
export function pageName({ bytes, type, charset, url }: NamedPage, html?: string): string {
  if (!HTML_TYPES.has(type)) return `${lastOf(url)}.${MARKDOWN_TYPES.has(type) ? "md" : "txt"}`;
  const head = (html ?? pageText(bytes, charset)).slice(0, HEAD_BYTES);
  const title = /<title[^>]{0,200}>([^<]{1,500})/i.exec(head)?.[1] ?? "";
  const words = title
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? " ")
    .replace(/[\s/\\]+/g, " ")
    .trim();
  return `${[...(words || lastOf(url))].slice(0, TITLE_MAX).join("")}.html`;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function lastOf(url: string): string {
  const { host, pathname } = new URL(url);
  const last = pathname.split("/").findLast(Boolean) ?? host;
  try {
    return (
      decodeURIComponent(last)
        .replace(/\.(html?|md|txt)$/i, "")
        .replace(/[/\\]/g, " ") || host
    );
  } catch {
    return host;
  }
}

/** The characters of a page, in the encoding its header or its head declares, unless its bytes speak against it. */
export function pageText(bytes: Uint8Array, charset: string | null): string {
  const head = bytes.subarray(0, HEAD_BYTES);
  const declared = nameOf(
    charset ?? /charset\s*=\s*["']?([\w-]{3,20})/i.exec(Buffer.from(head).toString("latin1"))?.[1],
  );
  // Other encodings are hardly ever UTF-8 by chance; what is within ASCII may be written in one that shifts.
  const named = (isUtf8(bytes) && !isAscii(bytes)) || !declared ? "utf-8" : declared;
  try {
    return new TextDecoder(named, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(detectEncoding(head, { declared: declared ?? undefined })?.encoding ?? named).decode(bytes);
  }
}
