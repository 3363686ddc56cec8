import { z } from "zod";
import { channelSync } from "@/lib/auth/channels/schema";
import { SYNC_ACTIONS } from "@/lib/config/channel-kinds";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { identifier } from "@/lib/text/line";
import { SYNC_SUBJECTS } from "./kinds";

export const syncSettings = channelSync.extend(revised);
export type SyncSettings = z.infer<typeof syncSettings>;

export const runParam = z.object({ runId: z.uuid() });

export const itemQuery = pageQuery.extend({
  subject: z.enum(SYNC_SUBJECTS).optional(),
  action: z.enum(SYNC_ACTIONS).optional(),
  state: z.enum(["planned", "done", "failed"]).optional(),
});
export type ItemQuery = z.infer<typeof itemQuery>;

/** `disables`: the number of people a person said may be disabled; needed where a plan asks for a second look. */
export const applyInput = z.strictObject({ disables: z.number().int().min(0).max(1_000_000).optional() });
export type ApplyInput = z.infer<typeof applyInput>;

/** The schedule as its form has it: choices are texts there. */
export const syncForm = z.strictObject({
  schedule: z.enum(["off", "hourly", "daily"]),
  hour: identifier(2).regex(/^\d{1,2}$/, "range"),
  disableMaxPercent: z.number("number").int("number").min(0, "range").max(100, "range"),
  departments: z.boolean(),
});
