import type { Actor } from "@/lib/auth/actor";
import type { SafeSearch, SearchKind, SearchLanguage } from "@/lib/config/tool-kinds";
import type { ErrorKey } from "@/lib/errors/errors";

export interface PageHit {
  title: string;
  url: string;
  snippet: string;
  /** Where the provider says it: ISO 8601. */
  publishedAt?: string;
}

export interface PictureHit {
  title: string;
  pictureUrl: string;
  /** The page it stands on; of a provider that names none, the picture itself. */
  pageUrl: string;
  width?: number;
  height?: number;
}

export interface HitOf {
  pages: PageHit;
  pictures: PictureHit;
}

/** What somebody wants to find. */
export interface WebQuery<Kind extends SearchKind> {
  query: string;
  count: number;
  language: SearchLanguage;
  kind: Kind;
  /** Entries of a domain list: nothing of another host is found. Null is the open web. */
  allowedHosts: readonly string[] | null;
  signal: AbortSignal;
  /** Who searches and in which area: the log of calls keeps both, never the words. */
  actor: Pick<Actor, "id">;
  app: string;
}

/** A provider that was asked in vain, by its name. */
export interface Tried {
  provider: string;
  failure: ErrorKey;
}

export interface WebAnswer<Kind extends SearchKind> {
  hits: HitOf[Kind][];
  /** Name of the provider that answered. */
  provider: string;
  tried: Tried[];
}

/** One request to one provider. */
export interface ProviderQuery {
  query: string;
  count: number;
  language: SearchLanguage;
  safeSearch: SafeSearch;
  kind: SearchKind;
  key: string | null;
  /** Hosts the request is narrowed to; empty: to none. */
  sites: readonly string[];
}
