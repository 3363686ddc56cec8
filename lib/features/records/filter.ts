import { FEEDBACKS, REASONS, STATUSES } from "./kinds";

/** Spans of time a person picks, days up to today; `custom` is days of their own. */
export const SPANS = ["1", "7", "30", "90", "365", "all", "custom"] as const;
export type Span = (typeof SPANS)[number];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const oneOf = (values: readonly string[]) => new RegExp(`^(${values.join("|")})$`);

/** Names the address may carry, each with the form of its values. */
const FORMS = {
  q: /^[^\p{Cc}]{1,120}$/u,
  span: oneOf(SPANS),
  from: DAY,
  to: DAY,
  app: /^[a-z0-9:-]{1,60}$/,
  model: UUID,
  user: UUID,
  dept: UUID,
  feedback: oneOf(FEEDBACKS),
  reason: oneOf(REASONS),
  status: oneOf(STATUSES),
} as const;
export type FilterName = keyof typeof FORMS;
const NAMES = Object.keys(FORMS) as FilterName[];
type Filter = Partial<Record<FilterName, string>>;

export interface RecordState {
  filter: Filter;
  /** The record whose drawer is open. */
  open: string | null;
}

type Params = Record<string, string | string[] | undefined>;

/** What an address asks for; what it does not know counts as not asked. */
export function readRecordState(params: Params): RecordState {
  const filter: Filter = {};
  for (const name of NAMES) {
    const value = params[name];
    if (typeof value === "string" && FORMS[name].test(value)) filter[name] = value;
  }
  const { open } = params;
  return { filter, open: typeof open === "string" && UUID.test(open) ? open : null };
}

/** The address's query for a state, with its question mark; empty for the screen as it begins. */
export function recordStateQuery({ filter, open }: RecordState): string {
  const params = new URLSearchParams();
  for (const name of NAMES) if (filter[name]) params.set(name, filter[name]);
  if (open) params.set("open", open);
  const query = params.toString();
  return query && `?${query}`;
}

export const isFiltered = ({ filter }: RecordState) => Object.values(filter).some(Boolean);

/** The span a filter stands for: `usual` unless it says otherwise; days of its own make it `custom`. */
export function spanOf(filter: Filter, usual: Span): Span {
  const named = SPANS.find((span) => span === filter.span);
  return named ?? (filter.from || filter.to ? "custom" : usual);
}

/** What the call takes for a filter. */
export function recordQueryOf(filter: Filter, usual: Span) {
  const span = spanOf(filter, usual);
  return {
    ...(span === "custom" ? { from: filter.from, to: filter.to } : { days: span === "all" ? undefined : Number(span) }),
    keyword: filter.q?.trim() || undefined,
    app: filter.app,
    modelId: filter.model,
    userId: filter.user,
    departmentId: filter.dept,
    feedback: filter.feedback,
    reason: (filter.feedback === "dislike" && filter.reason) || undefined,
    status: filter.status,
  };
}
export type RecordCallQuery = ReturnType<typeof recordQueryOf>;
