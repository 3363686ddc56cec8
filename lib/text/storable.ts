/*
 * Text from outside (suppliers, tools, files, directories) as the database can keep it. Postgres stores no NUL, and its
 * jsonb refuses half a surrogate pair, so both are replaced where the text enters, not where it is written.
 */

/** What stands for a character that cannot be stored. */
const REPLACEMENT = "\ufffd";
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what cannot be stored
const NUL = /\u0000/g;

/** The text as well-formed UTF-16 without NUL; what cannot be stored becomes U+FFFD. Returns the same string when all is well. */
export function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes("\0") ? whole.replace(NUL, REPLACEMENT) : whole;
}

/** A JSON value with every string in it storable, names of fields included. Returns the same value when all is well. */
export function storableJson<T>(value: T): T {
  return mend(value) as T;
}

function mend(value: unknown): unknown {
  if (typeof value === "string") return storable(value);
  if (Array.isArray(value)) {
    const items = value.map(mend);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (value === null || typeof value !== "object" || !isPlain(value)) return value;
  const entries = Object.entries(value);
  const mended = entries.map(([name, item]) => [storable(name), mend(item)] as const);
  if (mended.every(([name, item], index) => name === entries[index]?.[0] && item === entries[index]?.[1])) return value;
  // `fromEntries` defines fields, so a field named __proto__ stays a field.
  return Object.fromEntries(mended);
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The first `max` UTF-16 units of a text, one fewer where the cut would halve a surrogate pair. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/**
 * Makes a stream of pieces storable: half a pair at the end of a piece waits for the next one, since suppliers cut
 * anywhere. `end` returns what is left: nothing, or U+FFFD for a half that never found its other half.
 */
export class StorableStream {
  private half = "";

  push(piece: string): string {
    const text = this.half + piece;
    const last = text.charCodeAt(text.length - 1);
    const waits = last >= 0xd800 && last <= 0xdbff;
    this.half = waits ? text.slice(-1) : "";
    return storable(waits ? text.slice(0, -1) : text);
  }

  end(): string {
    const rest = this.half ? REPLACEMENT : "";
    this.half = "";
    return rest;
  }
}
