import { z } from "zod";
import { LOG_DAYS_MAX, LOG_DAYS_MIN } from "@/lib/config/constants";
import { revised } from "@/lib/editing/schema";
import { identifier, keyword } from "@/lib/text/line";
import { RESULTS } from "./results";

const filters = {
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  actorId: z.uuid().optional(),
  action: identifier(80)
    .regex(/^[a-zA-Z-]+(\.[a-zA-Z-]+)*$/)
    .optional(),
  result: z.enum(RESULTS).optional(),
  targetType: keyword(40),
  targetId: keyword(120),
  address: keyword(64),
  keyword: keyword(120),
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

export const peopleQuery = z.object({ keyword: keyword(60), id: z.uuid().optional() });

export const logSettings = z.strictObject({
  retentionDays: z.number("required").int("invalid").min(LOG_DAYS_MIN, "range").max(LOG_DAYS_MAX, "range"),
  ...revised,
});
export type LogSettings = z.infer<typeof logSettings>;

/** A check takes no choices yet; an object keeps the call open for them. */
export const startCheckBody = z.strictObject({});
