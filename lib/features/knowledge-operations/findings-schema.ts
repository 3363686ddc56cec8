import { z } from "zod";
import { DISLIKE_REASONS } from "@/lib/config/feedback";
import { FINDING_CAUSES, FINDING_KINDS, FINDING_STATES } from "@/lib/config/knowledge-kinds";
import { shortLine } from "@/lib/conversation/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { qaOfAnswer } from "@/lib/features/knowledge/qa-schema";
import { DISMISS_REASON_MAX, USAGE_DAYS } from "./limits";

/** `active`: open or assigned. */
export const FINDING_FILTERS = ["active", ...FINDING_STATES] as const;

export const findingsQuery = pageQuery.extend({
  kind: z.enum(FINDING_KINDS),
  /** Without one: all bases the caller sees. */
  baseId: z.uuid().optional(),
  cause: z.enum(FINDING_CAUSES).optional(),
  reason: z.enum(DISLIKE_REASONS).optional(),
  state: z.enum(FINDING_FILTERS).optional(),
  assigneeId: z.uuid().optional(),
  days: z.coerce.number().pipe(z.literal(USAGE_DAYS)).optional(),
});
export type FindingsQuery = z.infer<typeof findingsQuery>;

/** Null takes it from whoever has it. */
export const findingAssignment = z.strictObject({ assigneeId: z.uuid().nullable() });

export const findingDismissal = z.strictObject({ reason: shortLine(DISMISS_REASON_MAX, "required") });

/** The test set of the base a finding goes into. */
export const findingTest = z.strictObject({ setId: z.uuid() });

/** A finding as a pair of question and answer; without places it keeps those the answer cites. */
export const findingQa = qaOfAnswer.omit({ baseId: true });
export type FindingQa = z.infer<typeof findingQa>;
