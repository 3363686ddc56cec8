import { RESULTS } from "./results";

/** Spans of time a person picks, hours; `custom` is days of their own. */
export const SPANS = ["all", "1", "24", "168", "720", "custom"] as const;
export type Span = (typeof SPANS)[number];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ACTION = /^[a-zA-Z-]+(\.[a-zA-Z-]+)*$/;
const TEXT = /^[^\p{Cc}]{1,120}$/u;
const HOUR = 3_600_000;

/** Names the address may carry, each with the form of its values. */
const FORMS = {
  q: TEXT,
  span: /^(1|24|168|720|custom)$/,
  from: DAY,
  to: DAY,
  person: UUID,
  action: ACTION,
  result: new RegExp(`^(${RESULTS.join("|")})$`),
  target: TEXT,
  /** What the target is called, for the filter's chip. */
  named: TEXT,
  address: /^[^\p{Cc}]{1,64}$/u,
} as const;
export type FilterName = keyof typeof FORMS;
const NAMES = Object.keys(FORMS) as FilterName[];

export interface LogState {
  filter: Partial<Record<FilterName, string>>;
  /** The row whose drawer is open, or `chain`. */
  open: string | null;
}

type Params = Record<string, string | string[] | undefined>;

/** What an address asks for; what it does not know counts as not asked. */
export function readLogState(params: Params): LogState {
  const filter: LogState["filter"] = {};
  for (const name of NAMES) {
    const value = params[name];
    if (typeof value === "string" && FORMS[name].test(value)) filter[name] = value;
  }
  const { open } = params;
  return { filter, open: typeof open === "string" && (open === "chain" || UUID.test(open)) ? open : null };
}

/** The address's query for a state, with its question mark; empty for the screen as it begins. */
export function logStateQuery({ filter, open }: LogState): string {
  const params = new URLSearchParams();
  for (const name of NAMES) if (filter[name]) params.set(name, filter[name]);
  if (open) params.set("open", open);
  const query = params.toString();
  return query && `?${query}`;
}

export const isFiltered = ({ filter }: LogState) => Object.values(filter).some(Boolean);

/** What the call takes for a filter; a span is counted back from `now`. */
export function logQueryOf(
  { span, from, to, q, person, action, result, target, address }: LogState["filter"],
  now: number,
) {
  return {
    ...(span === "custom"
      ? { from: from && localDay(from, 0), to: to && localDay(to, 1) }
      : { from: span && new Date(now - Number(span) * HOUR).toISOString() }),
    keyword: q?.trim() || undefined,
    actorId: person,
    action,
    result,
    targetId: target,
    address,
  };
}
export type LogQuery = ReturnType<typeof logQueryOf>;

/** The first moment of a day where the person is, so many days later; of the later ones the last before it. */
function localDay(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(new Date(year, month - 1, date + later).getTime() - later).toISOString();
}
