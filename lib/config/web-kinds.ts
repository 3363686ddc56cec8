/** What became of a page of the web when it was last asked for. */
export const WEB_PAGE_STATUS = [
  /** Known, and not asked for yet. */
  "waiting",
  /** Its words are kept. */
  "found",
  /** It leads to another page, or says what another one says. */
  "moved",
  "gone",
  "robots",
  /** Sign-in, payment or a refusal. */
  "limited",
  "challenge",
  "scripts",
  "failed",
] as const;
export type WebPageStatus = (typeof WEB_PAGE_STATUS)[number];

/** What led to a page. */
export const WEB_PAGE_ORIGINS = ["start", "sitemap", "feed", "link", "search"] as const;
export type WebPageOrigin = (typeof WEB_PAGE_ORIGINS)[number];

/** Of the slice sets of pages. */
export const WEB_SETS = "web";
/** Of the files that hold the snapshots of pages. They are nobody's own. */
export const WEB_PAGE_PURPOSE = "web-page";
