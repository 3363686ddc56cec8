import "server-only";
import { HTML_TYPES, MARKDOWN_TYPES, type WebPage } from "@/lib/net/web-page";

/** What is taken of a page, and how long it may draw out (SECURITY SS-06). */
export const PAGE_LIMITS = { maxBytes: 10 * 1024 ** 2, ms: 20_000 };
/** A page that takes longer to be read is not meant to be read, milliseconds. */
export const PAGE_READING = { ms: 15_000 };
/** What is read as a page. */
export const PAGE_TYPES: ReadonlySet<string> = new Set(["text/plain", ...HTML_TYPES, ...MARKDOWN_TYPES]);
const TITLE_MAX = 100;
/** Of a page's bytes, where its title stands. */
const HEAD_BYTES = 65_536;

type NamedPage = Pick<WebPage, "bytes" | "type" | "charset" | "url">;

/** What a page is called as a file: by its title, else the end of its address. */
export function pageName({ bytes, type, charset, url }: NamedPage): string {
  if (!HTML_TYPES.has(type)) return `${lastOf(url)}.${MARKDOWN_TYPES.has(type) ? "md" : "txt"}`;
  const head = pageText(bytes.subarray(0, HEAD_BYTES), charset);
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

/** The characters of a page, in the encoding its header or its head declares. */
export function pageText(bytes: Uint8Array, charset: string | null): string {
  const declared = charset ?? /charset\s*=\s*["']?([\w-]{3,20})/i.exec(Buffer.from(bytes).toString("latin1"))?.[1];
  try {
    return new TextDecoder(declared ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
