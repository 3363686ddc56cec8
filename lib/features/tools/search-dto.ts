import { z } from "zod";
import { SEARCH_PROVIDER_KINDS, TOOL_STATUS } from "@/lib/config/tool-kinds";

export const searchProviderDto = z.strictObject({
  id: z.uuid(),
  kind: z.enum(SEARCH_PROVIDER_KINDS),
  name: z.string(),
  baseUrl: z.string(),
  enabled: z.boolean(),
  /** It has the key it needs. */
  ready: z.boolean(),
  /** Whether a key is stored, and its last four characters; the key itself is never shown. */
  hasKey: z.boolean(),
  keyHint: z.string(),
  dailyQuota: z.int().nullable(),
  /** Calls of this day, in the configured time zone. */
  usedToday: z.int(),
  /** Of 1,000 calls, in millionths of the base currency. */
  costMicros: z.int(),
  status: z.enum(TOOL_STATUS),
  checkedAt: z.iso.datetime().nullable(),
  /** Key of the error catalogue. */
  checkError: z.string().nullable(),
  /** It failed: until then the others are asked first. */
  cooldownUntil: z.iso.datetime().nullable(),
  /** The last failures of a week, newest first. */
  failures: z.array(z.strictObject({ error: z.string(), at: z.iso.datetime() })),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type SearchProviderDto = z.infer<typeof searchProviderDto>;

export const searchProviderListDto = z.strictObject({
  items: z.array(searchProviderDto),
  total: z.int(),
  limit: z.int(),
  /** The base currency of costs. */
  currency: z.string(),
});
export type SearchProviderListDto = z.infer<typeof searchProviderListDto>;

export const searchProbeDto = z.strictObject({
  ok: z.boolean(),
  durationMs: z.int(),
  error: z.string().nullable(),
  /** The service's own words. */
  detail: z.string(),
  hits: z.array(z.strictObject({ title: z.string(), url: z.string() })),
});
export type SearchProbeDto = z.infer<typeof searchProbeDto>;
