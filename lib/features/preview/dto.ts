import { z } from "zod";
import { LICENCE_STATES } from "@/lib/licence/states";
import { CHECK_STATES, CHECKS } from "./kinds";

export type { CheckName, CheckState } from "./kinds";

export const findingDto = z.strictObject({
  name: z.enum(CHECKS),
  state: z.enum(CHECK_STATES),
  /** Which of the check's texts; the state's own when unset. */
  variant: z.string().optional(),
  args: z.record(z.string(), z.union([z.number(), z.string()])),
  /** Where to do something about it; null for people who may not open it. */
  href: z.string().nullable(),
});
export type FindingDto = z.infer<typeof findingDto>;

export const overviewDto = z.strictObject({ findings: z.array(findingDto) });

export const aboutDto = z.strictObject({
  product: z.string(),
  version: z.string(),
  database: z.enum(["pglite", "postgres"]),
  licence: z.enum(LICENCE_STATES),
  licensee: z.string().nullable(),
  instance: z.string(),
  requestId: z.string(),
});
export type AboutDto = z.infer<typeof aboutDto>;

/** Today, for people who may read reports. */
export interface TodayDto {
  people: number;
  questions: number;
  calls: number;
  failed: number;
  tokens: number;
}
