import { z } from "zod";
import {
  findSearchProvider,
  SEARCH_PROVIDER_KINDS,
  SEARCH_PROVIDERS_MAX,
  SEARCH_QUOTA_MAX,
} from "@/lib/config/tool-kinds";
import { revised } from "@/lib/editing/schema";
import { line, webAddress } from "@/lib/text/line";

export const PROVIDER_NAME_MAX = 60;
export const PROVIDER_KEY_MAX = 2000;
export const PROVIDER_ADDRESS_MAX = 500;

const name = line(PROVIDER_NAME_MAX).min(1, "required");
const kind = z.enum(SEARCH_PROVIDER_KINDS);
const address = webAddress(PROVIDER_ADDRESS_MAX).transform((url) => url.replace(/\/+$/, ""));
/** What a header can carry. */
const HEADER_VALUE = /^[\x21-\x7e]*$/;
const apiKey = line(PROVIDER_KEY_MAX).regex(HEADER_VALUE, "characters");
const quota = z.number("number").int("number").min(1, "range").max(SEARCH_QUOTA_MAX, "range").nullable();
/** Of 1,000 calls, in millionths of the base currency. */
const costMicros = z.number("number").int("number").min(0, "range").max(1e15, "range");

export const newSearchProvider = z.strictObject({
  kind,
  name,
  baseUrl: address,
  apiKey: apiKey.min(1, "required").optional(),
  enabled: z.boolean().default(true),
  dailyQuota: quota.default(null),
  costMicros: costMicros.default(0),
});
export type NewSearchProvider = z.input<typeof newSearchProvider>;

/** The kind stays: another service is another provider. A key that is null is removed. */
export const searchProviderPatch = z
  .strictObject({
    name,
    baseUrl: address,
    apiKey: apiKey.min(1, "required").nullable(),
    enabled: z.boolean(),
    dailyQuota: quota,
    costMicros,
    ...revised,
  })
  .partial();
export type SearchProviderPatch = z.input<typeof searchProviderPatch>;

/** Every provider, in the order wanted. */
export const searchProviderOrder = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(SEARCH_PROVIDERS_MAX, "tooMany"),
});

const QUOTA = /^\d{0,8}$/;
/** The form: an empty quota is none, an empty cost is nothing, an empty key keeps the stored one. */
export const searchProviderForm = z
  .object({
    kind,
    name,
    baseUrl: address,
    apiKey,
    dailyQuota: line(8).regex(QUOTA, "number"),
    cost: line(16).regex(/^(\d{1,9}(\.\d{1,6})?)?$/, "money"),
    /** A key is stored and goes where it went. */
    keepsKey: z.boolean(),
  })
  .superRefine((value, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (!value.apiKey && !value.keepsKey && findSearchProvider(value.kind)?.keyRequired) say("apiKey", "keyRequired");
    const most = Number(value.dailyQuota);
    if (value.dailyQuota !== "" && (most < 1 || most > SEARCH_QUOTA_MAX)) say("dailyQuota", "range");
  });
