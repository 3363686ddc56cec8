import type { PromptVariable, VariableKind } from "./kinds";
import type { ShippedText } from "./shipped";

/** A placeholder of a shipped prompt. */
export function ask(
  name: string,
  label: string,
  kind: VariableKind = "text",
  more: { optional?: true; options?: string[] } = {},
): PromptVariable {
  return { name, label, kind, required: !more.optional, options: more.options ?? [] };
}

/** A shipped user prompt. */
export function prompt(name: string, description: string, content: string, variables: PromptVariable[]): ShippedText {
  return { name, description, content, variables, roleName: "" };
}
