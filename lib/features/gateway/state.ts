import { askedWords } from "@/lib/text/visible";
export const TABS = ["suppliers", "channels", "prices", "budgets", "log"] as const;
export type GatewayTab = (typeof TABS)[number];

/** Names the address may carry besides the tab; each tab reads the ones it knows. */
const NAMES = [
  "q",
  "status",
  "only",
  "type",
  "span",
  "from",
  "to",
  "model",
  "app",
  "user",
  "outcome",
  "error",
] as const;
type Name = (typeof NAMES)[number];
const VALUE_MAX = 120;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Names whose values have a form; others are compared with what is known where they are used. */
const FORMS: Partial<Record<Name, RegExp>> = { model: UUID, user: UUID, from: DAY, to: DAY };

export interface GatewayState {
  tab: GatewayTab;
  filter: Partial<Record<Name, string>>;
  page: number;
  /** The drawer that is open, as its tab names it. */
  open: string | null;
}

type Params = Record<string, string | string[] | undefined>;

/** What an address asks for; what it does not know counts as not asked. */
export function readState(params: Params): GatewayState {
  const text = (name: string) => askedWords(params[name], VALUE_MAX);
  const filter: GatewayState["filter"] = {};
  for (const name of NAMES) {
    const value = text(name);
    if (value && (FORMS[name]?.test(value) ?? true)) filter[name] = value;
  }
  const page = Number(text("page"));
  return {
    tab: TABS.find((tab) => tab === text("tab")) ?? "suppliers",
    filter,
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    open: text("open") || null,
  };
}

/** The address's query for a state, with its question mark; empty for the screen as it begins. */
export function stateQuery({ tab, filter, page, open }: GatewayState): string {
  const params = new URLSearchParams();
  if (tab !== "suppliers") params.set("tab", tab);
  for (const name of NAMES) if (filter[name]) params.set(name, filter[name]);
  if (page > 1) params.set("page", String(page));
  if (open) params.set("open", open);
  const query = params.toString();
  return query && `?${query}`;
}

/** One of the values a tab knows, else the first of them. */
export function oneOf<const V extends string>(values: readonly [V, ...V[]], value: string | undefined): V {
  return values.find((known) => known === value) ?? values[0];
}

export function isFiltered({ filter }: GatewayState): boolean {
  return Object.values(filter).some(Boolean);
}
