import { z } from "zod";
import type { Locale } from "@/lib/i18n/locales";

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

export interface TermsVersionItem {
  id: string;
  version: number;
  status: "draft" | "published";
  mustAccept: boolean;
  noteZh: string;
  noteEn: string;
  authorName: string | null;
  publishedAt: string | null;
  updatedAt: string;
  accepted: number;
}

export interface TermsVersionDto extends Omit<TermsVersionItem, "accepted"> {
  markdownZh: string;
  markdownEn: string;
  /** Of what people edit of it. */
  revision: string;
}

export interface TermsOverview {
  versions: TermsVersionItem[];
  /** Enabled people, and how many of them are still asked. */
  people: number;
  outstanding: number;
}

export interface AcceptanceDto {
  userId: string;
  account: string;
  name: string;
  departmentName: string | null;
  language: Locale;
  address: string;
  device: string;
  acceptedAt: string;
}
