import { z } from "zod";
import { BASIC_KIND_NAMES, BASIC_KINDS, type BasicKind, type BasicValues } from "@/lib/config/config-kinds";
import { secret } from "@/lib/text/line";

export const MAIL_PASSWORD_MAX = 500;

type Whole<K extends BasicKind> = z.ZodType<BasicValues[K], BasicValues[K]>;

/** The kinds without their defaults: an emptied field is an error, and a kind is given whole or not at all. */
const WHOLE_KINDS = Object.fromEntries(
  Object.entries(BASIC_KINDS).map(([kind, { shape }]) => {
    const fields = Object.entries(shape).map(([name, field]) => [name, (field as z.ZodDefault).unwrap()]);
    return [kind, z.strictObject(Object.fromEntries(fields))];
  }),
) as unknown as { [K in BasicKind]: Whole<K> };

/** The form: every kind at once. `mailPassword` is written and never read; empty leaves what is stored. */
export const basicForm = z.object({
  ...WHOLE_KINDS,
  mailPassword: secret(MAIL_PASSWORD_MAX),
});
export type BasicForm = z.infer<typeof basicForm>;

const partial = Object.fromEntries(
  Object.entries(WHOLE_KINDS).map(([kind, schema]) => [kind, schema.optional()]),
) as unknown as { [K in BasicKind]: z.ZodOptional<Whole<K>> };

const version = z.number().int().min(0);

/** Whole kinds that changed, each with the version that was read; `mailPassword: null` forgets the stored one. */
export const basicPatch = z.strictObject({
  ...partial,
  versions: z.partialRecord(z.enum(BASIC_KIND_NAMES), version),
  mailPassword: secret(MAIL_PASSWORD_MAX).min(1).nullable().optional(),
});
export type BasicPatch = z.infer<typeof basicPatch>;

export const mailTest = z.strictObject({
  settings: WHOLE_KINDS.mailConfig,
  password: secret(MAIL_PASSWORD_MAX).min(1).optional(),
  to: z.email("email").max(200, "tooLong"),
});
export type MailTest = z.infer<typeof mailTest>;

export const versionQuery = z.object({
  cursor: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export type VersionQuery = z.infer<typeof versionQuery>;
