import { askedWords } from "@/lib/text/visible";

/** The query of an address as a page is given it. */
export type Params = Record<string, string | string[] | undefined>;

/** How one value of a screen's state stands in the address. */
interface Field<T> {
  /** Of the parameter; null: it is never in the address. */
  name: string | null;
  /** Holds when the address says nothing, or nothing that is known; left out of it. */
  plain: T;
  read(text: string): T | undefined;
  write(value: T): string;
  /** It leaves rows out, which "clear filters" brings back. */
  narrows: boolean;
}

type Fields<State> = { [Key in keyof State]-?: Field<State[Key]> };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PAGE_MAX = 100_000;

const asId = (text: string) => (UUID.test(text) ? text.toLowerCase() : undefined);

/** A value by its own way of reading it; `plain` without one. */
export function custom<T>(name: string, plain: T, read: (text: string) => T | undefined): Field<T> {
  return { name, plain, read, write: String, narrows: true };
}

/** Words that are searched for. */
export const words = (name = "q") => custom(name, "", (text) => askedWords(text));

/** One of the values that are known. */
export function oneOf<const Value extends string, const Plain extends string | undefined = undefined>(
  name: string,
  values: readonly Value[],
  plain?: Plain,
) {
  return custom<Value | Plain>(name, plain as Plain, (text) => values.find((value) => value === text));
}

/** A text of a form. */
export const matching = (name: string, form: RegExp) =>
  custom<string | undefined>(name, undefined, (text) => (form.test(text) ? text : undefined));
/** An id, or none. */
export const uuid = (name: string) => matching(name, UUID);
/** A day as `2026-11-20`, or none. */
export const day = (name: string) => matching(name, DAY);

/** A row's id. */
export function id<Plain extends string | null = null>(name: string, plain = null as Plain) {
  return custom<string | Plain>(name, plain, asId);
}

/** A folder's id; `none` is what lies in no folder. */
export const idOrNone = (name: string) =>
  custom<string | null>(name, null, (text) => (text === "none" ? text : asId(text)));

/** On while the parameter has this value. */
export function flag(name: string, on: string): Field<boolean> {
  return { ...custom(name, false, (text) => text === on), write: () => on };
}

/** What leaves no rows out: the tab, the page, the order, the drawer that is open. */
export function beside<T>(field: Field<T>): Field<T> {
  return { ...field, narrows: false };
}

/** What is open beside a list. */
export const open = (read: (text: string) => string | null | undefined, name = "open") =>
  beside(custom<string | null>(name, null, (text) => read(text) || undefined));
/** The drawer of one row, or the one that has a word instead, such as `new`. */
export const openId = (word?: string, name = "open") => open((text) => (text === word ? text : asId(text)), name);

/** The page of a list, within bounds. */
export const page = () =>
  beside(custom("page", 1, (text) => Math.min(PAGE_MAX, Math.max(1, Math.floor(Number(text)) || 1))));

/** How many rows a page has; the address does not say it. */
export const pageSize = (): Field<number> => ({ ...custom("", 20, () => undefined), name: null, narrows: false });

/** The newest or largest first unless the address says otherwise. */
export const descending = (): Field<boolean> => ({
  ...beside(custom("order", true, (text) => text !== "asc")),
  write: () => "asc",
});

/** A screen's state and the address it stands in; parameters are written in the order of the fields. */
export function addressCodec<State extends object>(fields: Fields<State>) {
  const all = Object.entries(fields) as [keyof State & string, Field<unknown>][];
  const stateOf = (value: (field: Field<unknown>) => unknown) =>
    Object.fromEntries(all.map(([key, field]) => [key, value(field)])) as State;
  const isSet = (value: unknown, plain: unknown) =>
    value !== plain && value !== "" && value !== null && value !== undefined;
  return {
    /** The state of the screen as it begins. */
    plain: stateOf(({ plain }) => plain),
    /** What an address asks for; what it does not know counts as not asked. */
    read: (params: Params): State =>
      stateOf(({ name, plain, read }) => {
        const text = name === null ? undefined : params[name];
        return (typeof text === "string" ? read(text) : undefined) ?? plain;
      }),
    /** The address's query for a state, with its question mark; empty for the screen as it begins. */
    query: (state: State): string => {
      const params = new URLSearchParams();
      for (const [key, { name, plain, write }] of all) {
        if (name !== null && isSet(state[key], plain)) params.set(name, write(state[key]));
      }
      return params.size > 0 ? `?${params}` : "";
    },
    /** Some rows are left out: an empty list offers to clear the filters. */
    isFiltered: (state: Partial<State>): boolean =>
      all.some(([key, { plain, narrows }]) => narrows && key in state && isSet(state[key], plain)),
  };
}
