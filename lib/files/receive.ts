import "server-only";
import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import busboy from "busboy";
import { AppError } from "@/lib/errors/errors";
import { storable } from "@/lib/text/storable";

export interface Received<T> {
  /** What `store` made of the file. */
  stored: T;
  /** Fields of the form; `charset` also where only the header of the file's part says it. */
  fields: ReadonlyMap<string, string>;
}

/** Boundaries and fields around the file, bytes. */
const OVERHEAD = 65_536;
/** A refused upload is read on this far, so that the sender sees the answer instead of a broken connection; bytes. */
const READ_ON = 16 * 1024 ** 2;
/** Bytes in which the header of a part is looked for; it is far shorter. */
const HEADER_MAX = 8192;
const LIMITS = { fields: 8, fieldNameSize: 64, fieldSize: 8192, headerPairs: 16 };

/** The declared length of a body in bytes, or undefined when it comes in chunks. */
export function declaredLength(request: Request): number | undefined {
  const value = request.headers.get("content-length");
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

export function fileTooLarge(maxBytes: number): AppError {
  return new AppError("fileTooLarge", { args: { limit: `${Math.floor(maxBytes / 1024 ** 2)} MB` } });
}

type Store<T> = (source: Readable, name: string) => Promise<T>;

/**
 * Reads one multipart upload as it arrives: the part `file` goes to `store`, other fields are collected. Nothing is held
 * in memory. Throws unsupportedMediaType, invalidInput, pleaseUploadFile, fileTooLarge, uploadIncomplete, and what
 * `store` throws; `store`'s source has failed by then.
 */
export async function receiveUpload<T>(request: Request, maxBytes: number, store: Store<T>): Promise<Received<T>> {
  const parser = openParser(request, 1);
  const declared = declaredLength(request);
  if (declared !== undefined && declared > maxBytes + OVERHEAD) throw fileTooLarge(maxBytes);
  let stored: Promise<T> | undefined;
  let storeFailure: unknown;
  let charset: string | undefined;
  const arrived = { bytes: Buffer.alloc(0) };
  parser.on("file", (name, source, info) => {
    if (name !== "file") return source.resume();
    charset = charsetOfPart(arrived.bytes);
    // It may fail before the store listens; unheard, that would end the process.
    source.on("error", () => undefined);
    stored = store(source, info.filename ?? "");
    stored.catch((error: Error) => {
      // Destroyed already: the store only reports that its source ended.
      if (parser.destroyed) return;
      storeFailure = error;
      parser.destroy(error);
    });
  });
  parser.on("filesLimit", () => parser.destroy(new AppError("invalidInput")));
  const fields = await receive(request, parser, {
    settled: async () => {
      if (!stored) throw new AppError("pleaseUploadFile");
      await stored;
    },
    failed: () => stored?.catch(() => undefined),
    arriving: (chunk) => {
      const kept = arrived.bytes.subarray(Math.max(0, arrived.bytes.length - HEADER_MAX));
      if (!stored) arrived.bytes = Buffer.concat([kept, chunk]);
    },
  }).catch((error) => {
    throw storeFailure ?? error;
  });
  if (charset && !fields.has("charset")) fields.set("charset", charset);
  return { stored: await stored!, fields };
}

/** What the header of the part `file` says of the encoding of its bytes: the parser of forms keeps that to itself. */
function charsetOfPart(arrived: Buffer): string | undefined {
  const headers = arrived.toString("latin1").split("\r\n\r\n");
  const own = headers.find((header) =>
    /(?:^|\r\n)content-disposition:[^\r\n]*;\s*name="?file"?\s*(?:;|\r|$)/i.test(header),
  );
  return own && /\r\ncontent-type:[^\r\n]*;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(`\r\n${own}`)?.[1];
}

export interface Batch {
  most: number;
  /** Of each file. */
  maxBytes: number;
  tooMany: () => AppError;
}

/**
 * The same for several files, the parts `files` and `file`: each is stored or refused by itself. Throws as for one, and
 * what `tooMany` makes when there are more files; what was stored by then is the caller's to remove.
 */
export async function receiveUploads<T>(
  request: Request,
  { most, maxBytes, tooMany }: Batch,
  store: Store<T>,
): Promise<Received<PromiseSettledResult<T>[]>> {
  const parser = openParser(request, most);
  const declared = declaredLength(request);
  if (declared !== undefined && declared > most * maxBytes + OVERHEAD) throw fileTooLarge(maxBytes);
  const storing: Promise<T>[] = [];
  parser.on("file", (name, source, info) => {
    if (name !== "file" && name !== "files") return source.resume();
    const one = store(aside(source), info.filename ?? "");
    one.catch(() => undefined);
    storing.push(one);
  });
  parser.on("filesLimit", () => parser.destroy(tooMany()));
  const settled = () => Promise.allSettled(storing);
  const fields = await receive(request, parser, {
    settled: async () => {
      if (storing.length === 0) throw new AppError("pleaseUploadFile");
      await settled();
    },
    failed: settled,
  });
  return { stored: await settled(), fields };
}

/** A part's bytes for whoever may stop reading them: what follows of the part is passed over, the parts after it come. */
function aside(source: Readable): Readable {
  const copy = new PassThrough();
  source.on("error", (error) => copy.destroy(error));
  copy.on("error", () => undefined);
  copy.on("close", () => {
    source.unpipe(copy);
    source.resume();
  });
  return source.pipe(copy);
}

interface Storing {
  /** Waits for what is stored, and judges it. */
  settled: () => Promise<unknown>;
  /** The store must have cleaned up before anybody looks. */
  failed: () => Promise<unknown> | undefined;
  /** Sees the bytes before they are taken apart. */
  arriving?: (chunk: Uint8Array) => void;
}

/** Reads a body to its end; its fields. */
async function receive(request: Request, parser: busboy.Busboy, storing: Storing): Promise<Map<string, string>> {
  if (!request.body) throw new AppError("pleaseUploadFile");
  const declared = declaredLength(request);
  const fields = new Map<string, string>();
  parser.on("field", (name, value, info) => {
    if (info.valueTruncated || info.nameTruncated) parser.destroy(new AppError("invalidInput"));
    else fields.set(storable(name), storable(value));
  });
  for (const limit of ["fieldsLimit", "partsLimit"] as const) {
    parser.on(limit, () => parser.destroy(new AppError("invalidInput")));
  }
  const reader = request.body.getReader();
  try {
    const total = await pump(reader, parser, storing.arriving);
    await storing.settled();
    if (declared !== undefined && total !== declared) throw new AppError("uploadIncomplete");
    return fields;
  } catch (error) {
    parser.destroy(error as Error);
    await storing.failed();
    await readOn(reader);
    throw error instanceof AppError ? error : new AppError("uploadIncomplete", { cause: error });
  } finally {
    reader.releaseLock();
  }
}

function openParser(request: Request, files: number): busboy.Busboy {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new AppError("unsupportedMediaType");
  try {
    // Names are UTF-8 whatever the standard's default (TRAPS g); the display name keeps what it was given.
    const parser = busboy({
      headers: { "content-type": type },
      defParamCharset: "utf8",
      preservePath: true,
      limits: { ...LIMITS, files, parts: files + LIMITS.fields + 1 },
    });
    parser.on("error", () => undefined);
    return parser;
  } catch (cause) {
    throw new AppError("invalidInput", { cause });
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Feeds the parser to its end; answers the bytes read. */
async function pump(reader: Reader, parser: busboy.Busboy, arriving?: Storing["arriving"]): Promise<number> {
  const closed = new Promise<void>((resolve, reject) => parser.once("close", resolve).once("error", reject));
  closed.catch(() => undefined);
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.byteLength;
    if (parser.destroyed) break;
    arriving?.(value);
    if (!parser.write(value)) await Promise.race([once(parser, "drain"), closed]);
  }
  parser.end();
  await closed;
  return total;
}

async function readOn(reader: Reader): Promise<void> {
  let left = READ_ON;
  try {
    while (left > 0) {
      const { done, value } = await reader.read();
      if (done) return;
      left -= value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The sender is gone.
  }
}
