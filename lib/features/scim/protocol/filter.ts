import { badRequest } from "@/lib/endpoint/scim-problem";

export const OPERATORS = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;
export type Operator = (typeof OPERATORS)[number] | "pr";
export type FilterValue = string | number | boolean | null;

/** A filter of RFC 7644, 3.4.2.2. */
export type Filter =
  | { test: Operator; attribute: string; value: FilterValue }
  | { and: Filter[] }
  | { or: Filter[] }
  | { not: Filter }
  | { within: string; filter: Filter };

/** Where a patch works: an attribute, values of it, a part of them. */
export interface Path {
  attribute: string;
  filter?: Filter;
  sub?: string;
}

const LENGTH_MAX = 1000;
const TESTS_MAX = 30;
const DEPTH_MAX = 10;
const TOKEN = /\s+|([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+)/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;
/** A name, a sub-attribute, or a schema's address with one of them. */
const ATTRIBUTE = /^(urn:[\w.:-]+|[A-Za-z$][\w$-]*)(\.[A-Za-z$][\w$-]*)?$/;

const wrong = (detail: string) => badRequest("invalidFilter", `The filter cannot be read: ${detail}.`);

function tokens(text: string): string[] {
  if (text.length > LENGTH_MAX) throw wrong(`it is longer than ${LENGTH_MAX} characters`);
  if (CONTROL.test(text) || !text.isWellFormed()) throw wrong("it holds control characters");
  const found: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match) throw wrong("a quotation mark is missing");
    const token = match[1] ?? match[2] ?? match[3];
    if (token !== undefined) found.push(token);
  }
  return found;
}

class Reader {
  private at = 0;
  private tests = 0;
  constructor(private readonly list: string[]) {}

  get next(): string | undefined {
    return this.list[this.at];
  }
  get isAtEnd(): boolean {
    return this.at >= this.list.length;
  }
  take(): string {
    const token = this.list[this.at++];
    if (token === undefined) throw wrong("it ends too early");
    return token;
  }
  private takes(word: string): boolean {
    if (this.next?.toLowerCase() !== word) return false;
    this.at++;
    return true;
  }
  expect(word: string): void {
    if (!this.takes(word)) throw wrong(`"${word}" is missing`);
  }

  either(depth: number): Filter {
    if (depth > DEPTH_MAX) throw wrong("it is nested too deep");
    const parts = [this.both(depth)];
    while (this.takes("or")) parts.push(this.both(depth));
    return parts.length === 1 ? parts[0]! : { or: parts };
  }
  private both(depth: number): Filter {
    const parts = [this.one(depth)];
    while (this.takes("and")) parts.push(this.one(depth));
    return parts.length === 1 ? parts[0]! : { and: parts };
  }
  private one(depth: number): Filter {
    if (this.takes("not")) {
      this.expect("(");
      return { not: this.closed(depth, ")") };
    }
    if (this.takes("(")) return this.closed(depth, ")");
    const attribute = this.take();
    if (!ATTRIBUTE.test(attribute)) throw wrong("an attribute was expected");
    if (this.takes("[")) return { within: attribute, filter: this.closed(depth, "]") };
    if (++this.tests > TESTS_MAX) throw wrong(`it has more than ${TESTS_MAX} parts`);
    const test = this.take().toLowerCase();
    if (test === "pr") return { test, attribute, value: null };
    if (!(OPERATORS as readonly string[]).includes(test)) throw wrong("an operator was expected");
    return { test: test as Operator, attribute, value: literal(this.take()) };
  }
  private closed(depth: number, end: string): Filter {
    const filter = this.either(depth + 1);
    this.expect(end);
    return filter;
  }
}

function literal(token: string): FilterValue {
  try {
    const value = JSON.parse(/^(true|false|null)$/i.test(token) ? token.toLowerCase() : token) as unknown;
    if (typeof value === "string" && (CONTROL.test(value) || !value.isWellFormed()))
      throw wrong("a value is no plain text");
    if (value === null || ["string", "number", "boolean"].includes(typeof value)) return value as FilterValue;
  } catch {
    // Told below.
  }
  throw wrong("a value was expected");
}

/** Throws ScimProblem (invalidFilter). */
export function parseFilter(text: string): Filter {
  const reader = new Reader(tokens(text));
  const filter = reader.either(0);
  if (!reader.isAtEnd) throw wrong("something follows its end");
  return filter;
}

/** `emails[type eq "work"].value`, `name.givenName`, `urn:…:User:department`. Throws ScimProblem (invalidPath). */
export function parsePath(text: string): Path {
  try {
    const reader = new Reader(tokens(text));
    const attribute = reader.take();
    if (!ATTRIBUTE.test(attribute)) throw wrong("an attribute was expected");
    if (reader.isAtEnd) return { attribute };
    reader.expect("[");
    const filter = reader.either(0);
    reader.expect("]");
    if (reader.isAtEnd) return { attribute, filter };
    const sub = /^\.([A-Za-z$][\w$-]*)$/.exec(reader.take())?.[1];
    if (!sub || !reader.isAtEnd) throw wrong("something follows its end");
    return { attribute, filter, sub };
  } catch {
    throw badRequest("invalidPath", "The path of an operation cannot be read.");
  }
}

/** Whether a value of an attribute with several values fits; texts are compared without case. */
export function fits(filter: Filter, value: Record<string, unknown>): boolean {
  if ("and" in filter) return filter.and.every((part) => fits(part, value));
  if ("or" in filter) return filter.or.some((part) => fits(part, value));
  if ("not" in filter) return !fits(filter.not, value);
  if ("within" in filter) return false;
  const has = Object.entries(value).find(([name]) => name.toLowerCase() === filter.attribute.toLowerCase())?.[1];
  const [left, right] = [plain(has), plain(filter.value)];
  switch (filter.test) {
    case "pr":
      return has !== undefined && has !== null && has !== "";
    case "eq":
      return left === right;
    case "ne":
      return left !== right;
    case "co":
      return left.includes(right);
    case "sw":
      return left.startsWith(right);
    case "ew":
      return left.endsWith(right);
    default:
      return false;
  }
}

const plain = (value: unknown) => String(value ?? "").toLowerCase();
