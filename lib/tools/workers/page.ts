// Turns a page's bytes into Markdown. Pages are hostile: nothing of theirs runs, the thread is ended when it takes too long.
import { parentPort } from "node:worker_threads";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import TurndownService from "turndown";
import type { WorkerJobs, WorkerReply } from "../worker.ts";

type Job = WorkerJobs["page"]["input"];

const port = parentPort!;
const TEXT_MAX = 200_000;
const NOISE =
  "script,style,noscript,template,iframe,object,embed,svg,canvas,form,button,input,select,textarea,link,meta";

/** Byte order mark, then the header, then what the page says of itself, then UTF-8. */
function decode({ bytes, charset, isHtml }: Job): string {
  const mark =
    bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
      ? "utf-8"
      : bytes[0] === 0xff && bytes[1] === 0xfe
        ? "utf-16le"
        : bytes[0] === 0xfe && bytes[1] === 0xff
          ? "utf-16be"
          : null;
  const head = isHtml ? new TextDecoder("latin1").decode(bytes.subarray(0, 4096)) : "";
  const said = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(head)?.[1];
  for (const label of [mark, charset, said, "utf-8"]) {
    if (!label) continue;
    try {
      return new TextDecoder(label).decode(bytes);
    } catch {
      // A label nobody knows: the next one.
    }
  }
  return "";
}

function markdownOf(html: string, url: string): WorkerJobs["page"]["value"] {
  // Browsers add what a page leaves out; this parser takes the first tag for the whole document.
  const { document } = parseHTML(/<body[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
  const title = document.title ?? "";
  const base = document.querySelector("base[href]")?.getAttribute("href");
  const root = base && URL.canParse(base, url) ? new URL(base, url).href : url;
  for (const link of document.querySelectorAll("a[href]")) {
    const target = link.getAttribute("href") ?? "";
    const resolved = URL.canParse(target, root) ? new URL(target, root) : null;
    if (resolved && /^https?:$/.test(resolved.protocol)) link.setAttribute("href", resolved.href);
    else link.removeAttribute("href");
  }
  const body: Element | null = document.querySelector("body") ?? document.documentElement;
  const fallback = body?.cloneNode(true) as Element | undefined;
  let article: { title?: string | null; content?: string | null } | null = null;
  try {
    article = new Readability(document, { maxElemsToParse: 200_000 }).parse();
  } catch {
    // Too large or too odd: the whole body below.
  }
  for (const noise of fallback?.querySelectorAll(NOISE) ?? []) noise.remove();
  const turndown = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-" });
  // A picture's address can carry data out (SECURITY LM-01); its words are enough.
  turndown.addRule("picture", { filter: "img", replacement: (_content, node) => node.getAttribute("alt") ?? "" });
  turndown.remove(["script", "style", "noscript", "iframe", "form", "button"]);
  const readable = article?.content ? turndown.turndown(article.content).trim() : "";
  const whole = readable || !fallback ? readable : turndown.turndown(fallback.outerHTML ?? "").trim();
  return { title: (article?.title || title).trim().slice(0, 300), text: whole };
}

function replyTo(page: Job): WorkerReply<"page"> {
  try {
    const source = decode(page);
    const { title, text } = page.isHtml ? markdownOf(source, page.url) : { title: "", text: source.trim() };
    if (!text) return { error: "pageEmpty", detail: "" };
    return { value: { title, text: text.slice(0, TEXT_MAX) } };
  } catch {
    return { error: "pageUnreadable", detail: "" };
  }
}

port.on("message", (page: Job) => port.postMessage(replyTo(page)));
// Everything is loaded: the work's own time begins.
port.postMessage("ready");
