import { z } from "zod";
import { GAP_STATES } from "@/lib/config/knowledge-kinds";
import { isDay } from "@/lib/config/time";
import { pageQuery } from "@/lib/endpoint/paging";
import { identifier, keyword } from "@/lib/text/line";
import { BOARD_DAYS } from "./gap-limits";

const days = z.coerce
  .number()
  .refine((value): value is (typeof BOARD_DAYS)[number] => (BOARD_DAYS as readonly number[]).includes(value))
  .default(30);

/** What the board is narrowed to. */
export const gapFilter = z.object({
  baseId: z.uuid().optional(),
  days,
  departmentId: z.uuid().optional(),
  /** `none`: nobody's; `me`: the caller's. */
  ownerId: z.union([z.uuid(), z.enum(["none", "me"])]).optional(),
  keyword: keyword(200),
});
export type GapFilterQuery = z.infer<typeof gapFilter>;

export const gapQuery = gapFilter.extend({
  state: z.enum(GAP_STATES).optional(),
  page: pageQuery.shape.page,
  pageSize: pageQuery.shape.pageSize,
});
export type GapQuery = z.infer<typeof gapQuery>;

export const gapExportQuery = gapFilter.extend({ format: z.enum(["xlsx", "csv"]) });
export type GapExportQuery = z.infer<typeof gapExportQuery>;

/** Of a base; without one, of all whose gaps the person looks after. */
export const gapFind = z.strictObject({ baseId: z.uuid().optional() });
export type GapFind = z.infer<typeof gapFind>;

/** Null: nobody's, and open again. A day of the product's time zone; unset: seven days from now. */
export const gapAssignment = z.strictObject({
  ownerId: z.uuid().nullable(),
  dueDay: identifier(10).refine(isDay).optional(),
});
export type GapAssignment = z.infer<typeof gapAssignment>;

export const gapMerge = z.strictObject({ intoId: z.uuid() });
export type GapMerge = z.infer<typeof gapMerge>;

/** Null: a gap of its own. */
export const gapMove = z.strictObject({ findingId: z.uuid(), toId: z.uuid().nullable() });
export type GapMove = z.infer<typeof gapMove>;

export const managerQuery = z.object({ baseId: z.uuid(), keyword: keyword(100) });
export type ManagerQuery = z.infer<typeof managerQuery>;
