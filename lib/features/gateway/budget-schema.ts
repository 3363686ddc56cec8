import { z } from "zod";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { identifier, line, searchWords } from "@/lib/text/line";
import { BUDGET_SUBJECTS } from "./kinds";

const micros = z.number().int("invalid").min(1, "invalid").max(1e15, "invalid");
const subjectType = z.enum(BUDGET_SUBJECTS);
const APP_MAX = 60;

export const newBudget = z
  .strictObject({
    subjectType,
    /** An id, or the app's name. */
    subjectId: line(APP_MAX).min(1, "required"),
    period: z.enum(["day", "month"]),
    limitMicros: micros,
  })
  .refine((row) => row.subjectType === "app" || z.uuid().safeParse(row.subjectId).success, {
    path: ["subjectId"],
    message: "invalid",
  });
export type NewBudget = z.infer<typeof newBudget>;

export const budgetPatch = z.strictObject({
  limitMicros: micros.optional(),
  enabled: z.boolean().optional(),
  ...revised,
});
export type BudgetPatch = z.infer<typeof budgetPatch>;

export const budgetQuery = pageQuery.extend({ type: subjectType.optional() });
export type BudgetQuery = z.infer<typeof budgetQuery>;

export const subjectQuery = z.object({
  type: subjectType,
  keyword: searchWords(100)
    .optional()
    .transform((keyword) => keyword ?? ""),
});
export type SubjectQuery = z.infer<typeof subjectQuery>;

export const budgetForm = z.object({
  subjectType,
  subjectId: identifier(200).min(1, "required"),
  period: z.enum(["day", "month"]),
  amount: line(40)
    .regex(/^\d{1,9}(\.\d{1,6})?$/, "money")
    .refine((text) => Number(text) > 0, "money"),
});
