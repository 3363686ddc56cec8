/** Words of prompts that calls, screens and the shipped texts share. */
export const PROMPT_TYPES = ["user", "role"] as const;
export type PromptType = (typeof PROMPT_TYPES)[number];
export const PROMPT_VISIBILITY = ["self", "department", "all"] as const;
export const PROMPT_STATUS = ["draft", "pending", "approved", "rejected"] as const;
export type PromptStatus = (typeof PROMPT_STATUS)[number];
/** How a placeholder is asked for. */
export const VARIABLE_KINDS = ["text", "paragraph", "number", "date", "choice"] as const;
export type VariableKind = (typeof VARIABLE_KINDS)[number];

/** A declared placeholder of a prompt. */
export interface PromptVariable {
  /** As it stands between the braces. */
  name: string;
  /** What the form calls it; the name when empty. */
  label: string;
  kind: VariableKind;
  required: boolean;
  /** Of a choice. */
  options: string[];
}
