import type { ModelAbility } from "@/lib/config/model-kinds";

/** What can be found out about a chat model by asking it. A context window is not filled to see whether it holds. */
export const PROBE_KINDS = ["streaming", "tool_call", "visual", "reasoning", "json_schema"] as const;
export type ProbeKind = (typeof PROBE_KINDS)[number];

/** Those that are abilities an administrator ticks. */
export function abilityOf(kind: ProbeKind): ModelAbility | null {
  return kind === "streaming" || kind === "json_schema" ? null : kind;
}
