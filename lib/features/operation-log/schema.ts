import { z } from "zod";
import { LOG_DAYS_MAX, LOG_DAYS_MIN } from "@/lib/config/constants";
import { revised } from "@/lib/editing/schema";
import { RESULTS } from "./results";

const NO_CONTROLS = /^[^\p{Cc}]*$/u;
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(NO_CONTROLS)
    .optional()
    .transform((value) => value || undefined);

const filters = {
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  actorId: z.uuid().optional(),
  action: z
    .string()
    .regex(/^[a-zA-Z-]+(\.[a-zA-Z-]+)*$/)
    .max(80)
    .optional(),
  result: z.enum(RESULTS).optional(),
  targetType: text(40),
  targetId: text(120),
  address: text(64),
  keyword: text(120),
};

export const operationQuery = z.object({
  ...filters,
  before: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type OperationQuery = z.infer<typeof operationQuery>;

export const operationExport = z.object({ ...filters, format: z.enum(["csv", "xlsx"]).default("xlsx") });
export type OperationExport = z.infer<typeof operationExport>;
export type ExportFormat = OperationExport["format"];

export const peopleQuery = z.object({ keyword: text(60), id: z.uuid().optional() });

export const logSettings = z.strictObject({
  retentionDays: z.number("required").int("invalid").min(LOG_DAYS_MIN, "range").max(LOG_DAYS_MAX, "range"),
  ...revised,
});
export type LogSettings = z.infer<typeof logSettings>;

/** A check takes no choices yet; an object keeps the call open for them. */
export const startCheckBody = z.strictObject({});
