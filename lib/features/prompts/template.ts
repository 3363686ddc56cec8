import { isDay } from "@/lib/config/time";
import type { PromptVariable } from "@/lib/prompts/kinds";
import { ownValue } from "@/lib/text/own-value";
import { VALUE_MAX, VARIABLE_NAME_MAX } from "./limits";

/** `{{name}}`: letters, digits, spaces, `_` and `-`. Anything else between braces is plain text. */
const PLACEHOLDER = new RegExp(
  `\\{\\{\\s*([\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}_ -]{0,${VARIABLE_NAME_MAX - 1}})\\}\\}`,
  "gu",
);

export type Values = Readonly<Record<string, string>>;

/** A template cut at its placeholders. */
export type TemplatePart = { kind: "text"; text: string } | { kind: "variable"; name: string };

export function templateParts(content: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of content.matchAll(PLACEHOLDER)) {
    if (match.index > end) parts.push({ kind: "text", text: content.slice(end, match.index) });
    parts.push({ kind: "variable", name: (match[1] ?? "").trim() });
    end = match.index + match[0].length;
  }
  if (end < content.length) parts.push({ kind: "text", text: content.slice(end) });
  return parts;
}

/** Names of a template's placeholders, each once, in the order they are met. */
export function placeholders(content: string): string[] {
  return [...new Set(templateParts(content).flatMap((part) => (part.kind === "variable" ? [part.name] : [])))];
}

/** A placeholder nobody described is a line of text that must be given. */
export function plainVariable(name: string): PromptVariable {
  return { name, label: "", kind: "text", required: true, options: [] };
}

/** What is asked for: the placeholders as they stand, with what was declared of them; other declarations fall away. */
export function variablesOf(content: string, declared: readonly PromptVariable[]): PromptVariable[] {
  const known = new Map(declared.map((variable) => [variable.name, variable]));
  return placeholders(content).map((name) => known.get(name) ?? plainVariable(name));
}

/** Names of values that are missing or do not fit, with the key of what is wrong in `validation`. */
export function valueErrors(variables: readonly PromptVariable[], values: Values): Record<string, string> {
  const errors: Record<string, string> = Object.create(null);
  for (const { name, kind, required, options } of variables) {
    const value = (ownValue(values, name) ?? "").trim();
    if (value === "") {
      if (required) errors[name] = "required";
    } else if (value.length > (kind === "paragraph" ? VALUE_MAX.paragraph : VALUE_MAX.text)) errors[name] = "tooLong";
    else if (kind === "number" && !Number.isFinite(Number(value))) errors[name] = "number";
    else if (kind === "date" && !isDay(value)) errors[name] = "date";
    else if (kind === "choice" && !options.includes(value)) errors[name] = "invalid";
  }
  return { ...errors };
}

/** The text with its values; `blank` stands where nothing was given. Braces inside a value stay as they are. */
export function fillTemplate(content: string, values: Values, blank: string): string {
  return templateParts(content)
    .map((part) => {
      if (part.kind === "text") return part.text;
      const value = (ownValue(values, part.name) ?? "").trim();
      return value || blank;
    })
    .join("");
}
