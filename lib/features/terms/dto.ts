import type { Locale } from "@/lib/i18n/locales";

/** The terms that apply, as a person reads them. */
export interface OwnTerms {
  id: string;
  version: number;
  markdown: string;
  /** What changed; empty when nothing was said about it. */
  note: string;
  publishedAt: string;
  accepted: boolean;
}

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
