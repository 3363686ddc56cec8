// A quick look before an upload is answered: can it be read at all, and are its pages pictures (spec D7)?
import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { ChildAnswers, InspectTask } from "../wire.ts";
import { Archive } from "./archive.ts";
import { sizeOf } from "./builder.ts";
import { decodeFile } from "./decode.ts";
import { ParseStop } from "./failure.ts";
import { PAGES_MAX } from "./limits.ts";
import { isOffice, mainPart } from "./main-part.ts";

const HEAD = 65_536;
const SAMPLE_PAGES = 30;
const LOOK_MS = 2000;
const PIXELS_MAX = 100_000_000;

export async function inspect({ path, format }: InspectTask): Promise<ChildAnswers["inspect"]> {
  if (statSync(path).size === 0) throw new ParseStop("documentEmpty");
  const head = headOf(path);
  if (head.readUInt32BE(0) === 0xd0cf11e0)
    throw new ParseStop(isEncryptedPackage(head) ? "documentEncrypted" : "documentOldFormat");
  if (format === "pdf") return inspectPdf(path);
  if (format === "image") inspectPicture(head);
  else if (isOffice(format)) mainPart(new Archive(path), format);
  else if (decodeFile(path).text.trim() === "") throw new ParseStop("documentEmpty");
  return { isScanned: false };
}

function headOf(path: string): Buffer {
  const head = Buffer.alloc(HEAD);
  const file = openSync(path, "r");
  try {
    readSync(file, head, 0, HEAD, 0);
  } finally {
    closeSync(file);
  }
  return head;
}

/** Office keeps a file with a password in this old container. Stream names are UTF-16. */
function isEncryptedPackage(head: Buffer): boolean {
  return head.includes(Buffer.from("EncryptedPackage", "utf16le"));
}

function inspectPicture(head: Buffer): void {
  const type = head[0] === 0x89 ? "image/png" : "image/jpeg";
  const { width = 0, height = 0 } = sizeOf(head, type);
  if (width * height > PIXELS_MAX) throw new ParseStop("documentTooBig");
}

async function inspectPdf(path: string): Promise<ChildAnswers["inspect"]> {
  const { openPdf } = await import("./pdf/open.ts");
  const { hasPicture, SCANNED_SHARE } = await import("./pdf/read.ts");
  const { legibilityOf } = await import("./pdf/letters.ts");
  const { isFilled } = await import("./pdf/annotations.ts");
  const { pdfjs, document } = await openPdf(path);
  try {
    const pages = document.numPages;
    if (pages > PAGES_MAX) throw new ParseStop("documentTooBig");
    const until = Date.now() + LOOK_MS;
    const count = Math.min(pages, SAMPLE_PAGES);
    let looked = 0;
    let empty = 0;
    let pictures = 0;
    for (let index = 0; index < count && Date.now() < until; index++) {
      const page = await document.getPage(1 + Math.floor((index * pages) / count));
      const { items } = await page.getTextContent();
      looked++;
      const { isPicture } = legibilityOf(items);
      const hasWords = !isPicture && items.some((item) => "str" in item && item.str.trim());
      if (hasWords) continue;
      const isPictured = isPicture || (pictures < 3 && (await hasPicture(page, pdfjs)));
      if (!isPictured && (await isFilled(page))) continue;
      empty++;
      if (isPictured) pictures++;
      page.cleanup();
    }
    const isEmpty = looked > 0 && empty >= looked * SCANNED_SHARE;
    if (isEmpty && pictures === 0 && looked === pages) throw new ParseStop("documentEmpty");
    return { isScanned: isEmpty && pictures > 0, pages };
  } catch (error) {
    throw error instanceof ParseStop ? error : new ParseStop("documentBroken");
  } finally {
    await document.loadingTask.destroy();
  }
}
