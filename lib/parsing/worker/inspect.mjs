// A quick look before an upload is answered: can it be read at all, and are its pages pictures (spec D7)?
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { Archive } from "./archive.mjs";
import { sizeOf } from "./builder.mjs";
import { readText } from "./decode.mjs";
import { ParseStop } from "./failure.mjs";
import { PAGES_MAX } from "./limits.mjs";

const HEAD = 65_536;
const SAMPLE_PAGES = 30;
const LOOK_MS = 2000;
const PIXELS_MAX = 100_000_000;

const MAIN_PARTS = { docx: "word/document.xml", pptx: "ppt/presentation.xml", xlsx: "xl/workbook.xml" };

export async function inspect({ path, format }) {
  if (statSync(path).size === 0) throw new ParseStop("documentEmpty");
  const head = headOf(path);
  if (head.readUInt32BE(0) === 0xd0cf11e0)
    throw new ParseStop(isEncryptedPackage(head) ? "documentEncrypted" : "documentType");
  if (format === "pdf") return { type: "done", ...(await inspectPdf(path)) };
  if (format === "image") inspectPicture(head);
  else if (MAIN_PARTS[format]) inspectOffice(path, MAIN_PARTS[format]);
  else if (readText(path).trim() === "") throw new ParseStop("documentEmpty");
  return { type: "done", isScanned: false };
}

function headOf(path) {
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
export function isEncryptedPackage(head) {
  return head.includes(Buffer.from("EncryptedPackage", "utf16le"));
}

function inspectOffice(path, main) {
  const archive = new Archive(path);
  if (!archive.has(main)) throw new ParseStop("documentBroken");
}

function inspectPicture(head) {
  const type = head[0] === 0x89 ? "image/png" : "image/jpeg";
  const { width = 0, height = 0 } = sizeOf(head, type);
  if (width * height > PIXELS_MAX) throw new ParseStop("documentTooBig");
}

async function inspectPdf(path) {
  const { openPdf } = await import("./pdf/open.mjs");
  const { hasPicture, SCANNED_SHARE } = await import("./pdf/read.mjs");
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
      if (items.some(({ str }) => str?.trim())) continue;
      empty++;
      if (pictures < 3 && (await hasPicture(page, pdfjs))) pictures++;
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
