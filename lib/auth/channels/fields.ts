import { z } from "zod";
import { line, lines } from "@/lib/text/line";

/** One setting of a login channel; forms and checks are made from it, so it is told once. */
export interface ChannelField {
  name: string;
  type: "text" | "url" | "longText" | "select" | "switch" | "number" | "secret" | "secretText";
  required?: boolean;
  /** Characters, or the largest number. */
  max?: number;
  min?: number;
  options?: readonly string[];
  initial?: string | number | boolean;
  pattern?: RegExp;
  /** Where secrets are sent: another value clears the stored ones (SECURITY SK-02). */
  destination?: true;
  /** Folded away: right as it is for nearly everybody. */
  advanced?: true;
  section: "connection" | "people" | "directory";
}

const LINE_MAX = 500;
const TEXT_MAX = 20_000;

export function isSecretField({ type }: ChannelField): boolean {
  return type === "secret" || type === "secretText";
}

/** http or https, without user name and password. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && !url.username && !url.password;
}

/** The schema of one visible field. Issues carry keys of `validation`. */
function schemaOf(field: ChannelField): z.ZodType {
  const { type, required = false, max, min = 0, options = [], initial, pattern } = field;
  if (type === "switch") return z.boolean().default(Boolean(initial));
  if (type === "number") {
    return z
      .number("number")
      .int("number")
      .min(min, "range")
      .max(max ?? 1_000_000, "range")
      .default(Number(initial ?? min));
  }
  if (type === "select") return z.enum(options as [string, ...string[]]).default(String(initial ?? options[0]));
  const isLong = type === "longText";
  const text = (isLong ? lines(max ?? TEXT_MAX) : line(max ?? LINE_MAX))
    .refine((value) => value !== "" || !required, "required")
    .refine((value) => value === "" || type !== "url" || isWebAddress(value), "url")
    .refine((value) => value === "" || !pattern || pattern.test(value), "invalid");
  return required && initial === undefined ? text : text.default(String(initial ?? ""));
}

/** The settings of a kind as they are stored: unknown names are refused. */
export function settingsSchema(fields: readonly ChannelField[]) {
  return z.strictObject(
    Object.fromEntries(fields.filter((field) => !isSecretField(field)).map((field) => [field.name, schemaOf(field)])),
  );
}

/** Secrets as they are sent: null takes one away, an absent one stays as it is. */
export function secretsSchema(fields: readonly ChannelField[]) {
  return z.strictObject(
    Object.fromEntries(
      fields.filter(isSecretField).map(({ name, type, max }) => [
        name,
        lines(max ?? (type === "secretText" ? TEXT_MAX : 2000))
          .min(1, "required")
          .nullable()
          .optional(),
      ]),
    ),
  );
}
