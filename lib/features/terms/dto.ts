import { z } from "zod";
import { TERMS_STATUS } from "@/db/schema/terms";
import { cursorPageOf } from "@/lib/endpoint/answers";
import { LOCALES } from "@/lib/i18n/locales";

/** The terms that apply, as a person reads them. */
export const ownTermsDto = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  markdown: z.string(),
  /** What changed; empty when nothing was said about it. */
  note: z.string(),
  publishedAt: z.iso.datetime(),
  accepted: z.boolean(),
});
export type OwnTerms = z.infer<typeof ownTermsDto>;

export const termsVersionItemDto = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  status: z.enum(TERMS_STATUS),
  mustAccept: z.boolean(),
  noteZh: z.string(),
  noteEn: z.string(),
  authorName: z.string().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  accepted: z.int(),
});
export type TermsVersionItem = z.infer<typeof termsVersionItemDto>;

export const termsVersionDto = termsVersionItemDto.omit({ accepted: true }).extend({
  markdownZh: z.string(),
  markdownEn: z.string(),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type TermsVersionDto = z.infer<typeof termsVersionDto>;

export const termsOverviewDto = z.strictObject({
  versions: z.array(termsVersionItemDto),
  /** Enabled people, and how many of them are still asked. */
  people: z.int(),
  outstanding: z.int(),
});
export type TermsOverview = z.infer<typeof termsOverviewDto>;

export const acceptanceDto = z.strictObject({
  userId: z.uuid(),
  account: z.string(),
  name: z.string(),
  departmentName: z.string().nullable(),
  language: z.enum(LOCALES),
  address: z.string(),
  device: z.string(),
  acceptedAt: z.iso.datetime(),
});
export type AcceptanceDto = z.infer<typeof acceptanceDto>;

export const acceptancePageDto = cursorPageOf(acceptanceDto).extend({
  /** Counted to 10,000 at most. */
  totalAtMost: z.int(),
});
