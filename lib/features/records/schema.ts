import { z } from "zod";
import { revised } from "@/lib/editing/schema";
import { identifier, keyword, line } from "@/lib/text/line";
import { FEEDBACKS, REASONS, STATUSES } from "./kinds";

export const RETENTION_DAYS_MAX = 3650;
/** Rounds of an export at most: their words come along. */
export const EXPORT_MAX = 10_000;

const day = z.iso.date();

/** A period is so many days up to today, or days of its own, in the organisation's time zone. */
const ownFilters = {
  days: z.coerce.number().int().min(1).max(RETENTION_DAYS_MAX).optional(),
  from: day.optional(),
  to: day.optional(),
  app: identifier(60)
    .regex(/^[a-z0-9:-]{1,60}$/)
    .optional(),
  modelId: z.uuid().optional(),
  feedback: z.enum(FEEDBACKS).optional(),
  reason: z.enum(REASONS).optional(),
  status: z.enum(STATUSES).optional(),
  keyword: keyword(120),
};
const filters = { ...ownFilters, userId: z.uuid().optional(), departmentId: z.uuid().optional() };
const page = { before: z.uuid().optional(), limit: z.coerce.number().int().min(1).max(100).default(50) };

export const recordQuery = z.object({ ...filters, ...page });
export type RecordQuery = z.infer<typeof recordQuery>;
export const ownQuery = z.object({ ...ownFilters, ...page });
export type OwnQuery = z.infer<typeof ownQuery>;
export const pageQuery = z.object(page);
export type PageQuery = z.infer<typeof pageQuery>;

export const recordExport = z.object({ ...filters, format: z.enum(["csv", "xlsx"]).default("xlsx") });
export type RecordExport = z.infer<typeof recordExport>;
export const ownExport = z.object({ ...ownFilters, format: z.enum(["csv", "xlsx", "md"]).default("xlsx") });
export type OwnExport = z.infer<typeof ownExport>;

export const CHOICE_KINDS = ["user", "model", "department"] as const;
export const choicesQuery = z.object({ kind: z.enum(CHOICE_KINDS), keyword: keyword(60), id: z.uuid().optional() });
export type ChoicesQuery = z.infer<typeof choicesQuery>;
export const modelsQuery = choicesQuery.omit({ kind: true });
export type ModelsQuery = z.infer<typeof modelsQuery>;

export const departmentParam = z.object({ departmentId: z.uuid() });

export const policyBody = z.strictObject({
  retentionDays: z.number("required").int("invalid").min(1, "range").max(RETENTION_DAYS_MAX, "range").nullable(),
  mayDelete: z.boolean(),
  adminAccess: z.enum(["content", "metadata"]),
  ...revised,
});
export type PolicyBody = z.infer<typeof policyBody>;

/** The form says apart whether conversations are kept for ever; an emptied number is a text that is empty. */
export const policyForm = z
  .object({
    keeps: z.boolean(),
    retentionDays: line(20).max(8, "range"),
    mayDelete: z.boolean(),
    adminAccess: z.enum(["content", "metadata"]),
  })
  .superRefine(({ keeps, retentionDays }, context) => {
    const miss = (message: string) => context.addIssue({ code: "custom", path: ["retentionDays"], message });
    if (keeps) return;
    if (retentionDays === "") return miss("required");
    if (!/^\d+$/.test(retentionDays)) return miss("invalid");
    const days = Number(retentionDays);
    if (days < 1 || days > RETENTION_DAYS_MAX) miss("range");
  });
