import ipaddr from "ipaddr.js";
import { z } from "zod";
import { API_SCOPES } from "@/lib/config/api-scopes";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { identifier, line, lines } from "@/lib/text/line";

export const KEY_NAME_MAX = 60;
const ADDRESSES_MAX = 50;
const MODELS_MAX = 200;
const BASES_MAX = 200;
const RATE_MAX = 1_000_000;
const TOKENS_MAX = 2_000_000_000;

/** An address or a range, as it is written. */
export function isAddressOrRange(text: string): boolean {
  return text.includes("/") ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text) && !/^\d+$/.test(text);
}

const name = line(KEY_NAME_MAX).min(1, "required");
const rate = z.number().int("invalid").min(1, "invalid").max(RATE_MAX, "invalid");
const tokens = z.number().int("invalid").min(1, "invalid").max(TOKENS_MAX, "invalid");
const address = line(100).refine(isAddressOrRange, "address");
/** Millionths of the base currency. */
const micros = z.number().int("invalid").min(1, "invalid").max(1e15, "invalid");

const limits = {
  /** Null reaches everything of its kind. */
  scopes: z.array(z.enum(API_SCOPES)).min(1, "required").nullable().optional(),
  modelIds: z.array(z.uuid()).min(1, "required").max(MODELS_MAX, "tooMany").nullable().optional(),
  baseIds: z.array(z.uuid()).min(1, "required").max(BASES_MAX, "tooMany").nullable().optional(),
  addresses: z.array(address).max(ADDRESSES_MAX, "tooMany").nullable().optional(),
  requestsPerMinute: rate.nullable().optional(),
  tokensPerMinute: tokens.nullable().optional(),
  dailyTokenLimit: tokens.nullable().optional(),
  monthlyBudgetMicros: micros.nullable().optional(),
  expiresAt: z.iso.datetime().nullable().optional(),
};

export const newKey = z.strictObject({ name, ...limits });
export type NewKey = z.infer<typeof newKey>;

export const keyPatch = z.strictObject({
  name: name.optional(),
  ...limits,
  status: z.enum(["enabled", "disabled"]).optional(),
  ...revised,
});
export type KeyPatch = z.infer<typeof keyPatch>;

export const keyQuery = pageQuery.extend({
  status: z.enum(["enabled", "disabled"]).optional(),
  sort: z.enum(["name", "lastUsedAt", "createdAt"]).default("createdAt"),
  descending: z
    .enum(["true", "false"])
    .default("true")
    .transform((value) => value === "true"),
});
export type KeyQuery = z.infer<typeof keyQuery>;

/** Addresses of a text field, one a line. */
export function linesOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[\n,]+/)
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ];
}

/** The form: empty limits are none, money is typed in units of the currency. */
export const keyForm = z.object({
  name,
  everyScope: z.boolean(),
  scopes: z.array(z.enum(API_SCOPES)),
  everyModel: z.boolean(),
  modelIds: z.array(identifier(200)),
  everyBase: z.boolean(),
  baseIds: z.array(z.uuid()),
  addresses: lines(4000)
    .refine((text) => linesOf(text).every(isAddressOrRange), "address")
    .refine((text) => linesOf(text).length <= ADDRESSES_MAX, "tooMany"),
  requestsPerMinute: rate.optional(),
  tokensPerMinute: tokens.optional(),
  dailyTokenLimit: tokens.optional(),
  monthlyBudget: line(40).regex(/^(\d{1,9}(\.\d{1,6})?)?$/, "money"),
  /** `YYYY-MM-DD`, the last day; empty: never. */
  expiresOn: line(20).regex(/^(\d{4}-\d{2}-\d{2})?$/, "invalid"),
});
