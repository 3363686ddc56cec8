// pdf.js without threads, network, fonts or pictures: text only.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { inflateSync } from "node:zlib";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { ParseStop } from "../failure.ts";
import { chunkSizeOf } from "./inflate.ts";

const folder = path.dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
const latin1 = new TextDecoder("latin1");
let library: Promise<PdfLibrary> | undefined;
/** Pages are drawn, not only read; such a process does nothing else. */
let isDrawing = false;

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
  const created = createOf(state ? Object.getPrototypeOf(prototype) : prototype, properties!);
  if (!isDrawing && prototype !== null && Object.hasOwn(prototype, "type3FontRefs"))
    (created as Evaluator).getOperatorList = glyphProgram;
  return created;
}

/** What the library makes of the program that draws a glyph of a Type 3 font, as far as it matters here. */
interface Evaluator {
  getOperatorList(input: {
    stream: { getBytes(length: number): Uint8Array; reset(): void };
    operatorList: { addOp(operator: number, args: number[]): void };
  }): Promise<void>;
}

/** The first operator of such a program: how wide the glyph is, and its box. */
const BOUNDS = /^\s*((?:[-+]?(?:\d+\.?\d*|\.\d+)\s+){6})d1\s/;
const BOUNDS_BYTES = 160;
/** `OPS.setCharWidthAndBounds`; the library is not loaded yet. */
const SET_BOUNDS = 49;

/**
 * A font of programs has each of them run when it is loaded, though all that its text needs is the box each begins with;
 * for a font of a few hundred Chinese characters that is most of the time.
 */
async function glyphProgram(this: Evaluator, input: Parameters<Evaluator["getOperatorList"]>[0]): Promise<void> {
  const { stream, operatorList } = input;
  const head = stream.getBytes(BOUNDS_BYTES);
  const bounds = Object.hasOwn(this, "type3FontRefs") && BOUNDS.exec(latin1.decode(head));
  if (bounds) return operatorList.addOp(SET_BOUNDS, bounds[1]!.trim().split(/\s+/).map(Number));
  stream.reset();
  return Object.getPrototypeOf(this).getOperatorList.call(this, input);
}

const Native = globalThis.DecompressionStream;

/**
 * Unpacks what the library hands over in one go. A stream of the platform takes more time to set up than the content of a
 * page takes to be unpacked; what fails here is unpacked by the library itself, as before.
 */
class Unpacking {
  private packed = new Uint8Array();
  private isDone = false;

  constructor(format: string) {
    // biome-ignore lint/correctness/noConstructorReturn: other formats are rare
    if (format !== "deflate") return new Native(format as CompressionFormat) as unknown as Unpacking;
  }

  get writable() {
    const write = async (bytes: Uint8Array<ArrayBuffer>) => {
      this.packed = bytes;
    };
    return { getWriter: () => ({ write, close: async () => undefined }) };
  }

  get readable() {
    const read = async () => {
      if (this.isDone) return { done: true };
      this.isDone = true;
      const { buffer, byteOffset, length } = inflateSync(this.packed, { chunkSize: chunkSizeOf(this.packed) });
      return { done: false, value: new Uint8Array(buffer, byteOffset, length) };
    };
    return { getReader: () => ({ read }) };
  }
}

Object.assign(globalThis, { structuredClone: clone, DecompressionStream: Unpacking });
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

/** An open document and the library; one that is drawn has its fonts' glyphs too. Throws documentEncrypted and documentBroken. */
export async function openPdf(
  file: string,
  { isDrawn = false } = {},
): Promise<{ pdfjs: PdfLibrary; document: PDFDocumentProxy }> {
  isDrawing = isDrawn;
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
