import type { Actor } from "@/lib/auth/actor";
import type { BuiltinToolKey } from "@/lib/config/tool-kinds";
import type { ErrorKey } from "@/lib/errors/errors";
import type { GroundedMaterial } from "@/lib/grounding/material";
import type { ToolDefinition } from "@/lib/models/types";
import type { StepFinding } from "@/lib/stream/parts";
import { storable } from "@/lib/text/storable";

/** A tool somebody may use right now, as a model hears of it and as a picker shows it. */
export interface AvailableTool {
  /** What the model is told; its name is how the tool is called. */
  definition: ToolDefinition;
  kind: "builtin" | "mcp" | "offered";
  /** Of a built-in tool: key of its name in `tools.builtin`. */
  key: BuiltinToolKey | null;
  /** Of an MCP tool: its title, and the server it belongs to. */
  title: string;
  server: { id: string; name: string } | null;
  /** Of a person's own tool: whose it is; it runs for whoever uses an app of theirs. */
  ownerId?: string;
  /** spec 3: the person may switch it off for a chat. */
  optional: boolean;
  /** What it finds is cited. */
  cites: boolean;
  /** It must not run before the person agreed to this very call. */
  confirm: boolean;
  /** What runs it, where whoever offers it does so: it is in no registry. */
  run?: OfferedRun;
}

/** `key` is the same for every try of one call. */
export type OfferedRun = (
  actor: Actor,
  args: Record<string, unknown>,
  options: { signal: AbortSignal; key: string },
) => Promise<ToolOutput>;

/** What came of a call. A failure is a result too: the model reads it and goes on. */
export interface ToolResult {
  isError: boolean;
  /** For the model, at most RESULT_MAX bytes. */
  text: string;
  /** For the screen: structured, where the tool has something to show. */
  data: unknown;
  /** Key of the error catalogue, for people; `detail` is the other side's own words. */
  error: ErrorKey | null;
  detail: string;
  /** Of a tool that cites: what it found. Never stored, never shown as it is. */
  material: GroundedMaterial | null;
  /** What it says beside that: told and shown as it is. */
  beside: string;
  /** Slices of bases it was found in, by their ids alone: they count as used. */
  found: readonly StepFinding[];
  /** The text was cut. */
  truncated: boolean;
  durationMs: number;
}

export interface ToolOutput {
  text: string;
  data?: unknown;
  material?: GroundedMaterial;
  beside?: string;
  found?: readonly StepFinding[];
}

/** A call of an API as it went over the wire, without its secrets. */
export interface Exchange {
  request: { method: string; url: string; headers: Record<string, string>; body: string | null };
  /** Null when none came. `bytes` is the whole body, which may be cut. */
  response: { status: number; headers: Record<string, string>; body: string; bytes: number } | null;
  durationMs: number;
}

/** A tool's failure in our words; `detail` is free of secrets. */
export class ToolFailure extends Error {
  readonly detail: string;

  constructor(
    readonly key: ErrorKey,
    detail = "",
    readonly args: Record<string, string | number> = {},
  ) {
    super(key);
    this.name = "ToolFailure";
    this.detail = storable(detail);
  }
}
