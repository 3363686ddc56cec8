import * as field from "@/lib/client/address";
import { RESULTS } from "./results";

/** Spans of time a person picks, hours; `custom` is days of their own. */
export const SPANS = ["all", "1", "24", "168", "720", "custom"] as const;
export type Span = (typeof SPANS)[number];

const TEXT = /^[^\p{Cc}]{1,120}$/u;
const HOUR = 3_600_000;

const FIELDS = {
  q: field.matching("q", TEXT),
  span: field.matching("span", /^(1|24|168|720|custom)$/),
  from: field.day("from"),
  to: field.day("to"),
  person: field.uuid("person"),
  action: field.matching("action", /^[a-zA-Z-]+(\.[a-zA-Z-]+)*$/),
  result: field.oneOf("result", RESULTS),
  target: field.matching("target", TEXT),
  /** What the target is called, for the filter's chip. */
  named: field.matching("named", TEXT),
  address: field.matching("address", /^[^\p{Cc}]{1,64}$/u),
};
type Filter = Partial<Record<keyof typeof FIELDS, string>>;

const filterAddress = field.addressCodec<Filter & { open: string | null }>({ ...FIELDS, open: field.openId("chain") });

export interface LogState {
  filter: Filter;
  /** The row whose drawer is open, or `chain`. */
  open: string | null;
}

export function readLogState(params: field.Params): LogState {
  const { open, ...filter } = filterAddress.read(params);
  return { filter, open };
}
export const logStateQuery = ({ filter, open }: LogState) => filterAddress.query({ ...filter, open });
export const isFiltered = ({ filter }: LogState) => filterAddress.isFiltered(filter);

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
