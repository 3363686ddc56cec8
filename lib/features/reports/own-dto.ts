import { z } from "zod";
import { figuresDto, namedDto, rangeDto, seriesPointDto, statementRowDto } from "./dto";

/** What one person used in a period; the same figures the console shows of them. */
export const ownUsageDto = z.strictObject({
  range: rangeDto,
  timeZone: z.string(),
  currency: z.string(),
  totals: figuresDto,
  totalsBefore: figuresDto,
  series: z.array(seriesPointDto),
  apps: z.array(statementRowDto),
  models: z.array(statementRowDto),
});
export type OwnUsageDto = z.infer<typeof ownUsageDto>;

const ownLimitDto = z.strictObject({
  /** `budget`: of the person; `shared`: of their department or one above it. */
  kind: z.enum(["tokens", "images", "budget", "shared"]),
  period: z.enum(["day", "month"]),
  /** Null is unlimited. */
  limit: z.int().nullable(),
  /** With what running calls have reserved; null where only the share is the person's to know. */
  used: z.int().nullable(),
  /** Part of one; null without a limit. */
  share: z.number().nullable(),
  /** Calls of the period without a price: the share of a budget is too low by them; 0 for tokens and images. */
  unpriced: z.int(),
  /** Names a shared budget's department. */
  name: z.string(),
  currency: z.string().nullable(),
  resetsAt: z.iso.datetime(),
});
export type OwnLimit = z.infer<typeof ownLimitDto>;

export const ownLimitsDto = z.strictObject({
  day: z.iso.date(),
  timeZone: z.string(),
  currency: z.string(),
  items: z.array(ownLimitDto),
  today: figuresDto,
  /** Tokens of today that count against no limit: embeddings, reranks and the like. */
  uncounted: z.int(),
  apps: z.array(namedDto.extend({ tokens: z.int(), images: z.int() })),
});
export type OwnLimitsDto = z.infer<typeof ownLimitsDto>;

/** A year of days, for the heat map. */
export const ownYearDto = z.strictObject({
  range: rangeDto,
  days: z.array(z.strictObject({ day: z.iso.date(), tokens: z.int(), calls: z.int() })),
});
export type OwnYearDto = z.infer<typeof ownYearDto>;
