import { z } from "zod";
import { pageQuery } from "@/lib/endpoint/paging";
import { USAGE_DAYS } from "./limits";

const days = z.coerce.number().pipe(z.literal(USAGE_DAYS)).default(30);

/** `departmentId`: the nil UUID is whoever has none. */
export const usageQuery = z.object({ days, departmentId: z.uuid().optional() });
export type UsageQuery = z.infer<typeof usageQuery>;

/** Of one base, or of the center. */
const ofBase = { baseId: z.uuid().optional() };
export const usageExport = usageQuery.extend({ ...ofBase, format: z.enum(["csv", "xlsx"]).default("xlsx") });
export type UsageExport = z.infer<typeof usageExport>;

export const QUESTION_KINDS = ["all", "missed"] as const;
export const questionsQuery = pageQuery.omit({ keyword: true }).extend({
  ...ofBase,
  days,
  /** `missed`: those that had no answer at least once. */
  show: z.enum(QUESTION_KINDS).default("all"),
});
export type QuestionsQuery = z.infer<typeof questionsQuery>;

export const COVER_STATES = ["all", "cited", "hit", "untouched", "unused"] as const;
export type CoverState = (typeof COVER_STATES)[number];
export const filesQuery = pageQuery.extend({ ...ofBase, days, state: z.enum(COVER_STATES).default("all") });
export type FilesQuery = z.infer<typeof filesQuery>;

export const SLICE_STATES = ["all", "cited", "hit", "unused"] as const;
export type SliceState = (typeof SLICE_STATES)[number];
export const slicesQuery = pageQuery.extend({ days, state: z.enum(SLICE_STATES).default("all") });
export type SlicesQuery = z.infer<typeof slicesQuery>;

/** An answer of a base. */
export const answerParam = z.object({ id: z.uuid(), messageId: z.uuid() });
