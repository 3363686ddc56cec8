import type { Actor } from "@/lib/auth/actor";
import type { BuiltinToolKey } from "@/lib/config/tool-kinds";
import type { ToolDefinition } from "@/lib/models/types";
import type { PermissionCode } from "@/lib/permissions/codes";
import type { ToolOutput } from "../types";

export interface BuiltinContext {
  /** Whoever it runs for; their rights and limits hold. */
  actor: Actor;
  signal: AbortSignal;
  /** The conversation it runs in: its calls of models belong to it. */
  sessionId?: string;
  settings: Record<string, unknown>;
}

/** A tool that comes with the product, exported from anywhere in lib and found by `npm run generate`. */
export interface BuiltinTool {
  key: BuiltinToolKey;
  /** How a model hears of it; models are addressed in English. */
  definition: ToolDefinition;
  /** Before an administrator decides: what reaches out of the house is off. */
  enabled: boolean;
  /** Only who holds one of these has it. */
  anyOf?: readonly PermissionCode[];
  /** What it finds are passages an answer cites. */
  cites?: true;
  /** What else must be there for this person; absent: nothing. */
  isPossible?: (actor: Actor) => Promise<boolean>;
  /** Milliseconds one call may take. */
  limitMs: number;
  /** Arguments of a check; null where only real use can tell. */
  sample: Record<string, unknown> | null;
  /** Its failures say something of a service behind it. */
  hasService: boolean;
  run: (args: Record<string, unknown>, context: BuiltinContext) => Promise<ToolOutput>;
}
