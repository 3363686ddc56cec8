import { z } from "zod";
import { identifier, line, prose } from "@/lib/text/line";
import { splitBy } from "@/lib/text/parts";
import {
  VARIABLE_LABEL_MAX,
  VARIABLE_NAME_MAX,
  VARIABLE_OPTIONS_MAX,
  VARIABLE_TEXT_MAX,
  VARIABLES_MAX,
} from "./limits";

export const VARIABLE_TYPES = ["text", "paragraph", "number", "select", "switch"] as const;
export type VariableType = (typeof VARIABLE_TYPES)[number];

/** Letters, figures and underscores: what may stand between double braces. */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A field of the form an app begins with. */
export const appVariable = z
  .strictObject({
    name: line(VARIABLE_NAME_MAX).regex(VARIABLE_NAME, "variableName"),
    label: line(VARIABLE_LABEL_MAX).min(1, "required"),
    type: z.enum(VARIABLE_TYPES),
    required: z.boolean().default(false),
    /** Of a choice. */
    options: z.array(line(VARIABLE_LABEL_MAX).min(1, "required")).max(VARIABLE_OPTIONS_MAX, "tooMany").default([]),
  })
  .refine(({ type, options }) => type !== "select" || options.length > 0, { path: ["options"], message: "required" })
  .refine(({ options }) => new Set(options).size === options.length, { path: ["options"], message: "duplicate" });
export type AppVariable = z.infer<typeof appVariable>;

/** The fields of a form. */
export const appVariables = z
  .array(appVariable)
  .max(VARIABLES_MAX, "tooMany")
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, "variableTwice");

/** What was filled into an app's form, by the names of its variables. */
export const appInputs = z.record(
  identifier(VARIABLE_NAME_MAX),
  z.union([prose(VARIABLE_TEXT_MAX), z.number(), z.boolean()]),
);
export type AppInputs = z.infer<typeof appInputs>;

/** Fields of a form that are wrong, by their names; none is fine. */
export function wrongInputs(form: readonly AppVariable[], inputs: AppInputs): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const { name, type, required, options: choices } of form) {
    const value = inputs[name];
    if (value === undefined || value === "") {
      if (required && type !== "switch") wrong[name] = "required";
      continue;
    }
    const isRight =
      type === "number"
        ? typeof value === "number"
        : type === "switch"
          ? typeof value === "boolean"
          : typeof value === "string" && (type !== "select" || choices.includes(value));
    if (!isRight) wrong[name] = "invalid";
  }
  return wrong;
}

/** What a person filled in, as words of a model: one line a field, in the order of the form. */
export function inputsText(form: readonly AppVariable[], inputs: AppInputs): string {
  return form
    .flatMap(({ name, label }) => {
      const value = inputs[name];
      return value === undefined || value === "" ? [] : [`${label}: ${String(value)}`];
    })
    .join("\n");
}

const NAMES = /\{\{\s*([A-Za-z_][A-Za-z0-9_.]*)\s*\}\}/g;

/** Text with `{{name}}` filled in; a name nobody gave a value stays empty, one that does not exist stays as it is. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(NAMES, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole));
}

/** A text in parts: words, and the names among them that will be filled in. */
export const namedParts = (text: string, known: ReadonlySet<string>) => splitBy(text, NAMES, (name) => known.has(name));

/** Names between double braces that are known without a form. */
export const KNOWN_NAMES = ["today", "user.name", "user.department"] as const;
