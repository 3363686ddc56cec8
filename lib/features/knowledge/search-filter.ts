import * as field from "@/lib/client/address";
import { FILE_KINDS } from "@/lib/config/knowledge-kinds";
import { SEARCH_DAYS, SEARCH_FILTERS_MAX } from "./limits";
import type { SearchInput } from "./search-schema";

export const SEARCH_VIEWS = ["all", "slices", "files"] as const;
export const SEARCH_ORDERS = ["best", "newest"] as const;

/** Several values of one filter, with commas between them. */
export type Several = string;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const severalOf = (text: Several): string[] => text.split(",").filter(Boolean).map(decodePart);
const joined = (values: readonly string[]): Several => values.map(encodeURIComponent).join(",");
/** The values with one of them put in, or taken out. */
export function toggled(text: Several, value: string): Several {
  const values = severalOf(text);
  return joined(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const several = (name: string, isKnown: (value: string) => boolean) =>
  field.custom<Several>(name, "", (text) => joined(severalOf(text).filter(isKnown).slice(0, SEARCH_FILTERS_MAX)));

export interface SearchState {
  bases: Several;
  kinds: Several;
  tags: Several;
  owners: Several;
  days: string;
  expired: boolean;
  view: (typeof SEARCH_VIEWS)[number];
  order: (typeof SEARCH_ORDERS)[number];
}

const DAYS = SEARCH_DAYS.map(String) as [string, ...string[]];

/** What a search is narrowed to and how it is shown, as its address says; the words are part of the path. */
export const searchAddress = field.addressCodec<SearchState>({
  bases: several("base", (value) => UUID.test(value)),
  kinds: several("type", (value) => FILE_KINDS.some((kind) => kind === value)),
  tags: several("tag", (value) => value.length <= 100),
  owners: several("owner", (value) => UUID.test(value)),
  days: field.oneOf("days", DAYS, ""),
  expired: field.beside(field.flag("expired", "1")),
  view: field.beside(field.oneOf("view", SEARCH_VIEWS, "all")),
  order: field.beside(field.oneOf("order", SEARCH_ORDERS, "best")),
});

/** What the server is asked. */
export function askedFor(query: string, state: SearchState): SearchInput {
  const days = SEARCH_DAYS.find((one) => String(one) === state.days);
  return {
    query,
    baseIds: severalOf(state.bases),
    kinds: FILE_KINDS.filter((kind) => severalOf(state.kinds).includes(kind)),
    tags: severalOf(state.tags),
    ownerIds: severalOf(state.owners),
    ...(days && { days }),
    expired: state.expired,
  };
}

/** How many choices narrow the search. */
export const chosenCount = (state: SearchState): number =>
  [state.bases, state.kinds, state.tags, state.owners].reduce((sum, text) => sum + severalOf(text).length, 0) +
  (state.days ? 1 : 0);
