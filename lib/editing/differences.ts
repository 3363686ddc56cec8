type Values = Record<string, unknown>;

const isPlain = (value: unknown): value is Values =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype;

/**
 * Whether two values of a form say the same: an absent value, null and an empty text are all nothing, and a list of
 * plain values is a choice of some, in whatever order.
 */
export function isSame(a: unknown, b: unknown): boolean {
  const [one, two] = [a ?? "", b ?? ""];
  if (Array.isArray(one) && Array.isArray(two)) {
    if (one.length !== two.length) return false;
    if (![...one, ...two].some((each) => typeof each === "object")) return one.every((each) => two.includes(each));
    return one.every((each, index) => isSame(each, two[index]));
  }
  if (isPlain(one) && isPlain(two)) {
    return [...new Set([...Object.keys(one), ...Object.keys(two)])].every((key) => isSame(one[key], two[key]));
  }
  return Object.is(one, two);
}

/** The value at a path like `settings.baseUrl`. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((found, part) => (found as Values | null | undefined)?.[part], values);
}

/** Their values with what a person entered laid over them; what was left as it was opened follows them. */
export function withEntered<T>(opened: T, entered: T, theirs: T): T {
  if (isPlain(opened) && isPlain(entered) && isPlain(theirs)) {
    const keys = new Set([...Object.keys(theirs), ...Object.keys(entered)]);
    return Object.fromEntries([...keys].map((key) => [key, withEntered(opened[key], entered[key], theirs[key])])) as T;
  }
  return isSame(opened, entered) ? theirs : entered;
}

export interface Difference {
  path: string;
  theirs: unknown;
  yours: unknown;
  /** The person left the field as it was opened: the other's value is taken either way. */
  untouched: boolean;
}

/** The named fields in which two people's values of one form differ, and how many changes of the other no field shows. */
export function differencesOf(
  paths: readonly string[],
  { opened, entered, theirs }: { opened: object; entered: object; theirs: object },
): { rows: Difference[]; unnamed: number } {
  const rows = paths.flatMap((path) => {
    const [before, yours, other] = [opened, entered, theirs].map((values) => valueAt(values, path));
    return isSame(yours, other) ? [] : [{ path, theirs: other, yours, untouched: isSame(before, yours) }];
  });
  const named = new Set(paths.map((path) => path.split(".")[0]));
  const unnamed = Object.keys(theirs).filter((key) => {
    const [before, yours, other] = [opened, entered, theirs].map((values) => (values as Values)[key]);
    return !named.has(key) && !isSame(yours, other) && !isSame(before, other);
  });
  return { rows, unnamed: unnamed.length };
}

/** Characters of a long text that are shown of each side. */
const SHOWN_MAX = 160;
const LEAD = 30;

/** The part of a long text where it begins to differ from another. */
export function excerptOf(text: string, other: string): string {
  const characters = [...text];
  if (characters.length <= SHOWN_MAX) return text;
  const others = [...other];
  let at = 0;
  while (at < characters.length && characters[at] === others[at]) at += 1;
  const from = Math.max(0, Math.min(at - LEAD, characters.length - SHOWN_MAX));
  const cut = characters.slice(from, from + SHOWN_MAX).join("");
  return `${from > 0 ? "…" : ""}${cut}${from + SHOWN_MAX < characters.length ? "…" : ""}`;
}
