import * as field from "@/lib/client/address";
import { askedWords } from "@/lib/text/visible";

export const TABS = ["suppliers", "channels", "prices", "budgets", "log"] as const;
export type GatewayTab = (typeof TABS)[number];

const text = (name: string) => field.custom<string | undefined>(name, undefined, (value) => askedWords(value));

/** What the address may carry besides the tab; each tab reads what it knows. */
const FIELDS = {
  q: text("q"),
  status: text("status"),
  only: text("only"),
  type: text("type"),
  span: text("span"),
  from: field.day("from"),
  to: field.day("to"),
  model: field.uuid("model"),
  app: text("app"),
  user: field.uuid("user"),
  outcome: text("outcome"),
  error: text("error"),
};
type Filter = Partial<Record<keyof typeof FIELDS, string>>;

export interface GatewayState {
  tab: GatewayTab;
  filter: Filter;
  page: number;
  /** The drawer that is open, as its tab names it. */
  open: string | null;
}

const address = field.addressCodec<Filter & Omit<GatewayState, "filter">>({
  tab: field.beside(field.oneOf("tab", TABS, "suppliers")),
  ...FIELDS,
  page: field.page(),
  open: field.open((value) => askedWords(value)),
});

export function readState(params: field.Params): GatewayState {
  const { tab, page, open, ...filter } = address.read(params);
  return { tab, filter, page, open };
}
export const stateQuery = ({ filter, ...rest }: GatewayState) => address.query({ ...filter, ...rest });
export const isFiltered = ({ filter }: GatewayState) => address.isFiltered(filter);

/** One of the values a tab knows, else the first of them. */
export function oneOf<const V extends string>(values: readonly [V, ...V[]], value: string | undefined): V {
  return values.find((known) => known === value) ?? values[0];
}
