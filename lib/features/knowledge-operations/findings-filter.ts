import * as field from "@/lib/client/address";
import { DISLIKE_REASONS } from "@/lib/config/feedback";
import { FINDING_CAUSES, type FindingKind } from "@/lib/config/knowledge-kinds";
import {
  centerGoodAnswersHref,
  centerWrongQuestionsHref,
  goodAnswersHref,
  wrongQuestionsHref,
} from "@/lib/features/knowledge/paths";
import { FINDING_FILTERS } from "./findings-schema";

const DAYS = ["7", "30", "90"] as const;
const ALL_STATES = "all";

/** What a list of findings shows, as its address says. */
export const findingsAddress = field.addressCodec({
  keyword: field.words(),
  state: field.beside(field.oneOf("state", [ALL_STATES, ...FINDING_FILTERS], "active")),
  cause: field.oneOf("cause", FINDING_CAUSES),
  reason: field.oneOf("reason", DISLIKE_REASONS),
  days: field.oneOf("days", DAYS),
  /** Of the center's list. */
  baseId: field.uuid("base"),
  isMine: field.flag("mine", "1"),
  page: field.page(),
  pageSize: field.pageSize(),
  open: field.openId(),
});
export type FindingsState = ReturnType<typeof findingsAddress.read>;

/** What the call takes for a state of the screen. */
export function findingsAsked(
  { keyword, state, isMine, days, baseId, open: _open, ...rest }: FindingsState,
  { kind, viewerId, of }: { kind: FindingKind; viewerId: string; of: string | null },
) {
  return {
    ...rest,
    kind,
    baseId: of ?? baseId,
    keyword: keyword || undefined,
    state: state === ALL_STATES ? undefined : state,
    days: days ? Number(days) : undefined,
    assigneeId: isMine ? viewerId : undefined,
  };
}
export type FindingsAsked = ReturnType<typeof findingsAsked>;

const HREFS = {
  good: { base: goodAnswersHref, center: centerGoodAnswersHref },
  wrong: { base: wrongQuestionsHref, center: centerWrongQuestionsHref },
} as const;

/** The list of findings of a base, or of the center, narrowed. */
export function findingsHref(kind: FindingKind, baseId: string | null, narrowed: Partial<FindingsState> = {}): string {
  const query = findingsAddress.query({ ...findingsAddress.plain, ...narrowed });
  const { base, center } = HREFS[kind];
  return baseId ? `${base(baseId)}${query.replace(/^\?/, "&")}` : `${center}${query}`;
}

/** One finding in the list of its base, or of the center. */
export const findingHref = (kind: FindingKind, baseId: string | null, id: string) =>
  findingsHref(kind, baseId, { state: ALL_STATES, open: id });
