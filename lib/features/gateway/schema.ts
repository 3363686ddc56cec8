import { z } from "zod";
import { revised } from "@/lib/editing/schema";
import {
  HEADER_VALUE,
  HEADERS_MAX,
  hasNeededKey,
  supplierHeaders as headers,
  supplierName as name,
  pickedModels,
  supplierSecret as secret,
  secretField,
  supplierStatus as status,
  supplierAddress,
  supplierTemplate as template,
} from "@/lib/models/suppliers/schema";
import { identifier, line } from "@/lib/text/line";

const baseUrl = supplierAddress();
const keyName = line(60);
const API_VERSION = /^[A-Za-z0-9.-]{0,40}$/;
const settings = z.strictObject({ apiVersion: line(40).regex(API_VERSION).optional() });
const residency = line(60);
const rate = z.number().int("invalid").min(1, "range").max(1_000_000, "range");
const tokens = z.number().int("invalid").min(1, "range").max(2_000_000_000, "range");
export const WEIGHT_MAX = 1000;
export const weight = z.number().int("invalid").min(1, "range").max(WEIGHT_MAX, "range");

/** Keys of one supplier. */
export const KEYS_MAX = 50;

const keyLimits = {
  weight: weight.optional(),
  requestsPerMinute: rate.nullable().optional(),
  tokensPerMinute: tokens.nullable().optional(),
};

export const newSupplier = z.strictObject({
  name,
  template,
  /** Unset: the template's own address. */
  baseUrl: baseUrl.optional(),
  keys: z
    .array(z.strictObject({ name: keyName.optional(), secret }))
    .max(KEYS_MAX, "tooMany")
    .optional(),
  headers: headers.optional(),
  settings: settings.optional(),
  residency: residency.optional(),
  /** Models of its list to add along with it. */
  models: pickedModels.optional(),
});
export type NewSupplier = z.infer<typeof newSupplier>;

export const supplierPatch = z.strictObject({
  name: name.optional(),
  baseUrl: baseUrl.optional(),
  /** For a new address: takes the place of every stored key; null goes on without one. */
  secret: secret.nullable().optional(),
  /** Null removes the stored ones. */
  headers: headers.nullable().optional(),
  settings: settings.optional(),
  residency: residency.nullable().optional(),
  requestsPerMinute: rate.nullable().optional(),
  tokensPerMinute: tokens.nullable().optional(),
  status: status.optional(),
  ...revised,
});
export type SupplierPatch = z.infer<typeof supplierPatch>;

/** What a supplier offers, asked before it is saved. */
export const supplierProbe = z.strictObject({
  template,
  baseUrl: baseUrl.optional(),
  secret: secret.optional(),
  headers: headers.optional(),
  settings: settings.optional(),
});
export type SupplierProbe = z.infer<typeof supplierProbe>;

/** `force` keeps a key that the supplier did not accept when it was asked. */
export const newKey = z.strictObject({ name: keyName.optional(), secret, ...keyLimits, force: z.boolean().optional() });
export type NewKey = z.infer<typeof newKey>;

export const keyPatch = z.strictObject({
  name: keyName.optional(),
  ...keyLimits,
  status: status.optional(),
  ...revised,
});
export type KeyPatch = z.infer<typeof keyPatch>;

export const keyRotation = z.strictObject({ secret, force: z.boolean().optional() });
export type KeyRotation = z.infer<typeof keyRotation>;

/** Rows of extra headers; empty ones are dropped. */
const headerRows = z
  .array(
    z.object({
      name: line(100).regex(/^[A-Za-z0-9-]{0,60}$/, "headers"),
      value: identifier(2000).regex(HEADER_VALUE, "headers"),
    }),
  )
  .max(HEADERS_MAX, "tooMany");

/** The headers of rows that hold something, as a call takes them. */
export function headersOf(rows: readonly { name: string; value: string }[]): Record<string, string> {
  return Object.fromEntries(rows.filter(({ name }) => name.trim()).map(({ name, value }) => [name.trim(), value]));
}

const shared = {
  name,
  baseUrl,
  apiVersion: line(100).regex(API_VERSION, "invalid"),
  residency,
  headers: headerRows,
};

/** The form that adds a supplier; an empty key means none, where the template allows it. */
export const supplierForm = z
  .object({ template, ...shared, secrets: z.array(z.object({ secret: secretField })).max(KEYS_MAX, "tooMany") })
  .refine(
    ({ template, secrets }) =>
      hasNeededKey(
        template,
        secrets.map(({ secret }) => secret),
      ),
    { path: ["secrets", 0, "secret"], message: "keyRequired" },
  );

/** The form that changes one; without header rows the stored ones stay, empty limits are none. */
export const supplierEditForm = z.object({
  ...shared,
  secret: secretField,
  requestsPerMinute: rate.optional(),
  tokensPerMinute: tokens.optional(),
});

/** The form of a key; the secret only where one is entered. */
export const keyForm = z.object({
  name: keyName,
  weight,
  requestsPerMinute: rate.optional(),
  tokensPerMinute: tokens.optional(),
});
export const newKeyForm = keyForm.extend({ secret });
export const rotationForm = z.object({ secret });
