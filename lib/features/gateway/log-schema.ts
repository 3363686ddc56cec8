import { z } from "zod";
import { ANSWERS_PER_CHAT, ANSWERS_PER_PERSON, OPEN_CALLS_PER_PERSON } from "@/lib/config/constants";
import { revised } from "@/lib/editing/schema";
import { keyword, line } from "@/lib/text/line";
import { LOG_LEVELS } from "./kinds";

export const OUTCOMES = ["done", "stopped", "interrupted", "limited", "failed"] as const;

const word = keyword(60);

export const logQuery = z.object({
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  modelId: z.uuid().optional(),
  userId: z.uuid().optional(),
  app: word,
  outcome: z.enum(OUTCOMES).optional(),
  /** Key of the error catalogue, or `any`, `none`. */
  error: word,
  before: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type LogQuery = z.infer<typeof logQuery>;

export const replayBody = z.strictObject({ modelId: z.uuid("required") });
export type ReplayBody = z.infer<typeof replayBody>;

const most = (max: number) => z.number("required").int("invalid").min(1, "range").max(max, "range");
const atOnce = {
  answersPerPerson: most(ANSWERS_PER_PERSON.max),
  answersPerChat: most(ANSWERS_PER_CHAT.max),
  openCallsPerPerson: most(OPEN_CALLS_PER_PERSON.max),
};

export const settingsPatch = z.strictObject({
  currency: line(3)
    .regex(/^[A-Z]{3}$/, "currency")
    .optional(),
  requestLogLevel: z.enum(LOG_LEVELS).optional(),
  requestLogDays: z.number().int("invalid").min(1, "range").max(365, "range").optional(),
  ...z.object(atOnce).partial().shape,
  ...revised,
});
export type SettingsPatch = z.infer<typeof settingsPatch>;

export const settingsForm = z.object({
  currency: line(3).regex(/^[A-Z]{3}$/, "currency"),
  requestLogLevel: z.enum(LOG_LEVELS),
  requestLogDays: z.number("required").int("invalid").min(1, "range").max(365, "range"),
  ...atOnce,
});
