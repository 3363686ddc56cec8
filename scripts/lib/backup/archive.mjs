import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { extract } from "tar-stream";
import { StartError } from "../report.mjs";
import { isSignedBy } from "./seal.mjs";

/*
 * An archive is one tar: meridian.json first (what it is, what is needed to open it), tables/<name>.ndjson, then
 * files/<key>, then manifest.json with the counts and hashes of all of them, signed with the installation's key.
 * The manifest stands last because it is known last; an archive without one was cut off.
 */
export const FORMAT = 1;
export const HEADER = "meridian.json";
export const MANIFEST = "manifest.json";
export const SIGNATURE = "manifest.signature";
export const tableEntry = (name) => `tables/${name}.ndjson`;
export const fileEntry = (key) => `files/${key}`;

/** Above what the two largest texts can be. */
const TEXT_MAX = 1_000_000_000;
const damaged = (why) => new StartError(`The archive is damaged: ${why}. Nothing was changed.`);

/** The entries of an archive in their order; each must be read or left with `entry.resume()`. */
async function* entriesOf(file) {
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 });
  const tar = extract();
  source.on("error", (error) => tar.destroy(error)).pipe(tar);
  try {
    yield* tar;
  } finally {
    source.destroy();
  }
}

/** Runs a reader of the archive; what the format itself stumbles over is told as damage. */
async function reading(file, read) {
  try {
    return await read();
  } catch (error) {
    if (error.code === "ENOENT") throw new StartError(`There is no archive ${file}.`);
    if (error instanceof StartError || error.code || error.name === "AbortError") throw error;
    throw damaged("it ends too early or is no archive of this product");
  }
}

async function textOf(entry) {
  if (entry.header.size > TEXT_MAX) throw damaged(`${entry.header.name} is too large`);
  const parts = [];
  for await (const part of entry) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

function parse(text, name) {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(`${name} cannot be read`);
  }
}

/** What an archive says of itself, before its key is known. Throws a StartError for anything that is no archive. */
export function readHeader(file) {
  return reading(file, async () => {
    for await (const entry of entriesOf(file)) {
      if (entry.header.name !== HEADER) break;
      const header = parse(await textOf(entry), HEADER);
      if (header.format !== FORMAT) throw new StartError("The archive was written by a newer version of this product.");
      return header;
    }
    throw new StartError(`${file} is no archive of this product.`);
  });
}

/**
 * Reads the whole archive once and compares every byte of it with the signed manifest, which it resolves with. Throws a
 * StartError that names the first thing that is not as it was written.
 */
export function verifyArchive(file, options) {
  return reading(file, () => verify(file, options));
}

async function verify(file, { encryptionKey, signal, onBytes = () => {} }) {
  const found = new Map();
  let headerText;
  let manifestText;
  let signature;
  for await (const entry of entriesOf(file)) {
    signal?.throwIfAborted();
    const { name, size } = entry.header;
    if (name === MANIFEST) manifestText = await textOf(entry);
    else if (name === SIGNATURE) signature = await textOf(entry);
    else if (name === HEADER) headerText = await textOf(entry);
    else {
      const hash = createHash("sha256");
      for await (const part of entry) hash.update(part);
      found.set(name, { size, sha256: hash.digest("hex") });
    }
    onBytes(size);
  }
  if (manifestText === undefined || signature === undefined) throw damaged("it ends too early");
  if (!isSignedBy(manifestText, signature, encryptionKey)) throw damaged("its list of contents was changed");
  const manifest = parse(manifestText, MANIFEST);
  if (manifest.header !== createHash("sha256").update(headerText).digest("hex")) throw damaged(`${HEADER} was changed`);
  for (const { name, sha256 } of manifest.tables) checkEntry(found, tableEntry(name), sha256);
  for (const { key, sha256 } of manifest.files) checkEntry(found, fileEntry(key), sha256);
  return { ...manifest, ...parse(headerText, HEADER) };
}

function checkEntry(found, name, sha256) {
  const entry = found.get(name);
  if (!entry) throw damaged(`${name} is missing`);
  if (entry.sha256 !== sha256) throw damaged(`${name} was changed`);
}

/** Lines of one table of an archive, in the order of the archive: tables are asked for as they come. */
export async function* tablesOf(file) {
  for await (const entry of entriesOf(file)) {
    const name = /^tables\/(.+)\.ndjson$/.exec(entry.header.name)?.[1];
    if (name) yield { name, lines: linesOf(entry) };
    else if (entry.header.name !== HEADER) return;
    entry.resume();
  }
}

/** Stored files of an archive. */
export async function* filesOf(file) {
  for await (const entry of entriesOf(file)) {
    const key = /^files\/([0-9a-f]{64})$/.exec(entry.header.name)?.[1];
    // Handed on as a stream of Node's own, which the stores expect.
    if (key) yield { key, stream: Readable.from(entry, { objectMode: false }) };
    else entry.resume();
  }
}

async function* linesOf(stream) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of stream) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop();
    yield* lines;
  }
}
