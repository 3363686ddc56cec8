import { z } from "zod";
import { WEB_PAGE_ORIGINS, WEB_PAGE_STATUS } from "@/lib/config/web-kinds";
import { indexLimits } from "./schema";

// @exempt text: what we answer

/** `search`: it is not in the index; `new`: nothing was read yet. */
export const CRAWL_STATES = ["ok", "running", "partial", "failed", "new", "search"] as const;
export type CrawlState = (typeof CRAWL_STATES)[number];

export const sourceDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  group: z.string(),
  iconFileId: z.uuid().nullable(),
  domains: z.array(z.string()),
  scope: z.enum(["own", "shared"]),
  canEdit: z.boolean(),
  isIndexed: z.boolean(),
  everyHours: z.int(),
  pageCap: z.int(),
  pauseMs: z.int(),
  state: z.enum(CRAWL_STATES),
  /** What keeps most of the pages that are not there from being there. */
  cause: z.strictObject({ status: z.enum(WEB_PAGE_STATUS), pages: z.int() }).nullable(),
  /** The last reading ended because the pages of the day were used up. */
  isAtLimit: z.boolean(),
  progress: z.strictObject({ done: z.int(), total: z.int() }).nullable(),
  pages: z.int(),
  /** New or different at the last reading. */
  changed: z.int(),
  errors: z.int(),
  size: z.number(),
  crawledAt: z.string().nullable(),
  robots: z.strictObject({
    kind: z.enum(["obeyed", "refused", "none", "unknown"]),
    /** Seconds between two calls a site asks for. */
    delay: z.number().nullable(),
  }),
  sitemaps: z.int(),
  feeds: z.int(),
  revision: z.string(),
  deletedAt: z.string().nullable(),
});
export type SourceDto = z.infer<typeof sourceDto>;

export const sourcesDto = z.strictObject({
  items: z.array(sourceDto),
  total: z.int(),
  counts: z.strictObject({ all: z.int(), ok: z.int(), running: z.int(), problem: z.int() }),
  groups: z.array(z.string()),
  mayShare: z.boolean(),
  /** People may have sources of their own read. */
  personal: z.boolean(),
  /** Seconds between two calls of a site, whatever a source wishes. */
  leastPause: z.number(),
});
export type SourcesDto = z.infer<typeof sourcesDto>;

export const sourceDetailDto = sourceDto.extend({
  languages: z.array(z.strictObject({ language: z.string().nullable(), pages: z.int() })),
});
export type SourceDetailDto = z.infer<typeof sourceDetailDto>;

export const sourcePageDto = z.strictObject({
  id: z.uuid(),
  address: z.string(),
  title: z.string(),
  status: z.enum(WEB_PAGE_STATUS),
  /** A sentence in the language of the person. */
  failure: z.string().nullable(),
  foundBy: z.enum(WEB_PAGE_ORIGINS),
  language: z.string().nullable(),
  size: z.int(),
  fetchedAt: z.string().nullable(),
  checkedAt: z.string().nullable(),
  /** Opens in the reader. */
  versionId: z.uuid().nullable(),
});
export type SourcePageDto = z.infer<typeof sourcePageDto>;

export const crawlBegun = z.strictObject({ taskId: z.uuid() });

export const indexLimitsDto = indexLimits.extend({ revision: z.string() });
export type IndexLimitsDto = z.infer<typeof indexLimitsDto>;
