// pdf.js without threads, network, fonts or pictures: text only.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { ParseStop } from "../failure.ts";

const folder = path.dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
let library: Promise<PdfLibrary> | undefined;

export type PdfLibrary = typeof import("pdfjs-dist/legacy/build/pdf.mjs");
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

const cloneOf = globalThis.structuredClone;
const createOf = Object.create;

/** What the two halves of the library send each other, as far as it matters here. */
interface StreamMessage {
  stream?: unknown;
  reason?: unknown;
  chunk?: { items?: unknown[]; styles?: object };
}

/**
 * Library and worker share this process, yet each line of text and each word between them is copied; that is a large part
 * of the time. The sender empties its list and goes on, and never touches the entries again.
 */
function clone(value: StreamMessage | null | undefined, options?: StructuredSerializeOptions): unknown {
  const chunk = value?.chunk;
  if (chunk?.items) return { ...value, chunk: { ...chunk, items: chunk.items.slice(), styles: { ...chunk.styles } } };
  // Pulls and acknowledgements of a stream: flat, and made for this one message.
  if (value?.stream && chunk === undefined && value.reason === undefined) return { ...value };
  return cloneOf(value, options);
}

/**
 * At every change of font the library copies its text state into an object made with the old one as prototype. All fields
 * are copied, so the class itself does as prototype; objects that become prototypes are what costs (an eighth of the time in
 * Chinese files, where fonts change within words).
 */
function create(prototype: object | null, properties?: PropertyDescriptorMap): unknown {
  const state = prototype !== null && typeof prototype === "object" && Object.hasOwn(prototype, "textLineMatrix");
  // Undefined is as good as none.
  return createOf(state ? Object.getPrototypeOf(prototype) : prototype, properties!);
}

Object.assign(globalThis, { structuredClone: clone });
Object.assign(Object, { create });

/** The library; the first call says on the console what it can not draw with, which is as it should be. */
async function load(): Promise<PdfLibrary> {
  const say = console.warn;
  console.warn = () => undefined;
  Object.assign(globalThis, { pdfjsWorker: await import("pdfjs-dist/legacy/build/pdf.worker.mjs") });
  const pdfjs = await import("pdfjs-dist/legacy/build/pdf.mjs");
  console.warn = say;
  return pdfjs;
}

/** An open document and the library. Throws documentEncrypted and documentBroken. */
export async function openPdf(file: string): Promise<{ pdfjs: PdfLibrary; document: PDFDocumentProxy }> {
  library ??= load();
  const pdfjs = await library;
  const task = pdfjs.getDocument({
    data: new Uint8Array(readFileSync(file)),
    cMapUrl: `${folder}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    wasmUrl: `${folder}/wasm/`,
    iccUrl: `${folder}/iccs/`,
    disableFontFace: true,
    useSystemFonts: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    enableXfa: false,
    verbosity: 0,
  });
  task.onPassword = () => task.destroy();
  try {
    return { pdfjs, document: await task.promise };
  } catch (error) {
    const { name, message } = (error ?? {}) as Partial<Error>;
    if (name === "PasswordException" || /password|destroyed/i.test(message ?? "")) {
      throw new ParseStop("documentEncrypted");
    }
    throw new ParseStop("documentBroken");
  }
}
