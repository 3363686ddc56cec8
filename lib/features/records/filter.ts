import * as field from "@/lib/client/address";
import { FEEDBACKS, REASONS, STATUSES } from "./kinds";

/** Spans of time a person picks, days up to today; `custom` is days of their own. */
export const SPANS = ["1", "7", "30", "90", "365", "all", "custom"] as const;
export type Span = (typeof SPANS)[number];

const FIELDS = {
  q: field.matching("q", /^[^\p{Cc}]{1,120}$/u),
  span: field.oneOf("span", SPANS),
  from: field.day("from"),
  to: field.day("to"),
  app: field.matching("app", /^[a-z0-9:-]{1,60}$/),
  model: field.uuid("model"),
  user: field.uuid("user"),
  dept: field.uuid("dept"),
  feedback: field.oneOf("feedback", FEEDBACKS),
  reason: field.oneOf("reason", REASONS),
  status: field.oneOf("status", STATUSES),
};
type Filter = Partial<Record<keyof typeof FIELDS, string>>;

const filterAddress = field.addressCodec<Filter & { open: string | null }>({ ...FIELDS, open: field.openId() });

export interface RecordState {
  filter: Filter;
  /** The record whose drawer is open. */
  open: string | null;
}

export function readRecordState(params: field.Params): RecordState {
  const { open, ...filter } = filterAddress.read(params);
  return { filter, open };
}
export const recordStateQuery = ({ filter, open }: RecordState) => filterAddress.query({ ...filter, open });
export const isFiltered = ({ filter }: RecordState) => filterAddress.isFiltered(filter);

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
