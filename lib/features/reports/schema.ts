import { z } from "zod";
import { GRAINS } from "@/lib/config/day-range";
import { isDay } from "@/lib/config/time";
import { pageQuery } from "@/lib/endpoint/paging";
import { identifier } from "@/lib/text/line";
import { CHOICE_KINDS, DIMENSIONS, FORMATS, ORDERS } from "./kinds";
import { isCustomRange, OWN_PERIODS, PERIODS } from "./period";

const day = identifier(10).refine(isDay, "date");
/** An app's name or id, as the ledger has it. */
const app = identifier(100).min(1);
const flag = z.stringbool().optional();

const period = {
  period: z.enum(PERIODS).default("30d"),
  from: day.optional(),
  to: day.optional(),
};
const grain = { grain: z.enum(GRAINS).default("day") };
/** In any combination (spec N2). A department includes everything below it. */
const filter = {
  app: app.optional(),
  model: z.uuid().optional(),
  user: z.uuid().optional(),
  dept: z.uuid().optional(),
  key: z.uuid().optional(),
};

/** Days of one's own come with both ends, in their order, three years at most. */
function dated<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject(shape).superRefine((value, context) => {
    const { period: kind, from, to } = value as { period?: string; from?: string; to?: string };
    if (kind === "custom" && !(from && to && isCustomRange({ from, to }))) {
      context.addIssue({ code: "custom", path: ["to"], message: "dateRange" });
    }
  });
}

const format = { format: z.enum(FORMATS).default("xlsx") };
const { keyword } = pageQuery.shape;
const rows = { own: flag, sort: z.enum(ORDERS).default("tokens"), order: z.enum(["asc", "desc"]).default("desc") };

export const dashboardQuery = dated({ ...period, ...grain });
export type DashboardQuery = z.infer<typeof dashboardQuery>;
export const dashboardExport = dated({ ...period, ...grain, ...format });

export const tokensQuery = dated({ ...period, ...filter, ...rows, ...pageQuery.shape, keyword });
export type TokensQuery = z.infer<typeof tokensQuery>;
/** `tree`: departments with their level, of themselves and with those below. */
export const tokensExport = dated({ ...period, ...filter, ...rows, keyword, tree: flag, ...format });

export const departmentTreeQuery = dated({ ...period, ...filter });
export type DepartmentTreeQuery = z.infer<typeof departmentTreeQuery>;

export const seriesQuery = dated({ ...period, ...grain, ...filter });
export type SeriesQuery = z.infer<typeof seriesQuery>;
export const seriesExport = dated({ ...period, ...grain, ...filter, ...format });

export const appQuery = dated({ ...period, ...grain });
export type AppQuery = z.infer<typeof appQuery>;

const failed = { failed: flag };
export const callsQuery = dated({
  ...period,
  ...filter,
  ...failed,
  /** Where the page before ended. */
  cursor: identifier(60)
    .regex(/^\d{4}-\d{2}-\d{2}_[0-9a-f-]{36}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export type CallsQuery = z.infer<typeof callsQuery>;
export const callsExport = dated({ ...period, ...filter, ...failed, ...format });
export type CallsExport = z.infer<typeof callsExport>;

const month = identifier(7).regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, "date");
export const statementQuery = z.strictObject({ month, departmentId: z.uuid().optional() });
export type StatementQuery = z.infer<typeof statementQuery>;

export const choicesQuery = z.strictObject({
  kind: z.enum(CHOICE_KINDS),
  keyword,
  /** The name of one that is chosen already. */
  id: app.optional(),
});
export type ChoicesQuery = z.infer<typeof choicesQuery>;

export const dimensionParam = z.object({ dimension: z.enum(DIMENSIONS) });
export const appParam = z.object({ appId: app });

/** spec 9: the periods of the own figures. */
export const ownUsageQuery = z.strictObject({ period: z.enum(OWN_PERIODS).default("30d") });
export type OwnUsageQuery = z.infer<typeof ownUsageQuery>;
