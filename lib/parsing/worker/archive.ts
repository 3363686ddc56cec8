// Parts of an office file, unpacked one at a time under one cap, and their XML as a stream of events.
import { readFileSync } from "node:fs";
import path from "node:path/posix";
import { SaxesParser } from "saxes";
import { ReadFailure } from "../../files/readers/failure.ts";
import { entriesOf, unpack, type ZipEntry } from "../../files/readers/zip.ts";
import type { ImportFailureKey } from "../../files/table-import.ts";
import type { ParseFailureKey } from "../wire.ts";
import { ParseStop } from "./failure.ts";
import { DEPTH_MAX, ENTRIES_MAX, PART_MAX, UNPACKED_MAX } from "./limits.ts";
import type { Progress } from "./reader.ts";

const KEYS: Readonly<Partial<Record<ImportFailureKey, ParseFailureKey>>> = {
  importEncrypted: "documentEncrypted",
  importTooLarge: "documentTooBig",
  importMarkup: "documentHostile",
};

/** In the words of documents. */
function translate<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ParseStop((error instanceof ReadFailure && KEYS[error.key]) || "documentBroken");
  }
}

/** What a part's relationship points at: another part, or an address outside of the file. */
export interface Relation {
  target: string;
  external: boolean;
  type: string;
}

/** By their ids, which files may leave out. */
export type Relations = ReadonlyMap<string | undefined, Relation>;

export class Archive {
  private readonly bytes: Buffer;
  private readonly entries: ReadonlyMap<string, ZipEntry>;
  private left = UNPACKED_MAX;

  constructor(file: string) {
    this.bytes = readFileSync(file);
    this.entries = translate(() => entriesOf(this.bytes, ENTRIES_MAX));
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  names(): string[] {
    return [...this.entries.keys()];
  }

  /** Bytes of a part; null when there is none. */
  read(name: string, most = PART_MAX): Buffer | null {
    const entry = this.entries.get(name);
    if (!entry) return null;
    const bytes = translate(() => unpack(this.bytes, entry, Math.min(this.left, most)));
    this.left -= bytes.length;
    return bytes;
  }

  /** Text of an XML part; null when there is none. Throws documentHostile when it brings a document type. */
  xml(name: string): string | null {
    const bytes = this.read(name);
    if (!bytes) return null;
    const text = decodeXml(bytes);
    if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new ParseStop("documentHostile");
    return text;
  }

  /** Of a part. */
  relations(name: string): Relations {
    const found = new Map<string | undefined, Relation>();
    const folder = path.dirname(name);
    const text = this.xml(path.join(folder, "_rels", `${path.basename(name)}.rels`));
    if (!text) return found;
    walk(text, {
      open: (tag, attributes) => {
        if (tag !== "Relationship") return;
        const { Id, Target = "", TargetMode, Type = "" } = attributes;
        const external = TargetMode === "External";
        const target = external ? Target : Target.startsWith("/") ? Target.slice(1) : path.join(folder, Target);
        found.set(Id, { target, external, type: Type.split("/").at(-1)! });
      },
    });
    return found;
  }
}

function decodeXml(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const text = new TextDecoder("utf-8").decode(bytes);
  // A document type in another encoding would not be seen.
  if (text.includes("\0")) throw new ParseStop("documentHostile");
  return text;
}

const CHUNK = 65_536;

/** Without prefix but where two would be one: `r:id` and `id`. */
export type Attributes = Readonly<Partial<Record<string, string>>>;

/** Takes what is met in XML; names come without prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(words: string): void;
}

export interface SlowXmlHandlers extends XmlHandlers {
  /** Writes what was set aside. */
  drain?(): Promise<void>;
}

/** Throws documentBroken. */
export function walk(xml: string, handlers: XmlHandlers): void {
  const parser = parserOf(handlers);
  guard(() => parser.write(xml).close());
}

/** The same for large parts; lets go of the process between chunks. */
export async function walkSlowly(xml: string, handlers: SlowXmlHandlers, progress?: Progress): Promise<void> {
  const parser = parserOf(handlers);
  for (let at = 0; at < xml.length; at += CHUNK) {
    guard(() => parser.write(xml.slice(at, at + CHUNK)));
    // What the walker set aside is written before more comes.
    await handlers.drain?.();
    progress?.(Math.min(at + CHUNK, xml.length), xml.length);
  }
  guard(() => parser.close());
  await handlers.drain?.();
}

function guard(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof ParseStop) throw error;
    throw new ParseStop("documentBroken");
  }
}

function parserOf({ open, close, text }: XmlHandlers): SaxesParser<{ xmlns: false; position: false }> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let depth = 0;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw new ParseStop("documentHostile");
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (++depth > DEPTH_MAX) throw new ParseStop("documentHostile");
    open?.(local(name), localAttributes(attributes));
  });
  parser.on("closetag", ({ name }) => {
    depth--;
    close?.(local(name));
  });
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  return parser;
}

const names = new Map<string, string>();
function local(name: string): string {
  let short = names.get(name);
  if (short === undefined) {
    short = name.slice(name.indexOf(":") + 1);
    if (names.size < 5000) names.set(name, short);
  }
  return short;
}

function localAttributes(attributes: Record<string, string>): Attributes {
  const found: Record<string, string> = {};
  for (const name in attributes) {
    const short = name.startsWith("r:") ? name : local(name);
    found[short] = attributes[name]!;
  }
  return found;
}
