import { z } from "zod";

/** Bounds of what an administrator may allow, and of a source. */
export const WEB_INDEX_MOST = {
  sources: 200,
  pages: 200_000,
  pagesADay: 1_000_000,
  everyHours: 24 * 30,
  pauseSeconds: 60,
} as const;

const whole = (least: number, most: number) => z.number("number").int("number").min(least, "range").max(most, "range");

/** What is searched where nobody chose, and what the built-in index of the web may read. */
export const webIndexKind = z.object({
  /** Where no source is chosen the whole web is searched, if a provider answers; else trusted sources alone (spec C1). */
  openWeb: z.boolean().default(true),
  /** People may have sources of their own read. */
  personal: z.boolean().default(true),
  sourcesPerPerson: whole(1, WEB_INDEX_MOST.sources).default(20),
  /** Of one source at most. */
  pagesPerSource: whole(1, WEB_INDEX_MOST.pages).default(20_000),
  pagesPerPersonDay: whole(1, WEB_INDEX_MOST.pagesADay).default(20_000),
  /** Between two calls of a site at least, whatever a source wishes. */
  pauseSeconds: z.number("number").min(0, "range").max(WEB_INDEX_MOST.pauseSeconds, "range").default(1),
  pagesPerDay: whole(1, WEB_INDEX_MOST.pagesADay).default(200_000),
  /** Pages get vectors of the default embedding model of whoever has them read, not only words. */
  vectors: z.boolean().default(false),
});
