import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { BuiltinToolKey } from "@/lib/config/tool-kinds";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { findBuiltin } from "@/lib/tools/builtin/list";
import { findTool } from "@/lib/tools/registry";
import { runEntry } from "@/lib/tools/run";
import type { ToolResult } from "@/lib/tools/types";
import type { ToolRunDto } from "../dto";
import type { ToolRun } from "../schema";

/** Runs a tool once for an administrator, switched on or not: they look before they allow. */
export async function tryTool(
  actor: Actor,
  { name, arguments: args }: ToolRun,
  signal: AbortSignal,
): Promise<ToolRunDto> {
  requirePermission(actor, P.CONFIG_TOOLS);
  const entry = orNotFound(await findTool(name));
  return dto(await runEntry(actor, entry, args, signal));
}

/** Checks a built-in tool with a call of ours and notes its state. */
export async function checkBuiltin(actor: Actor, key: BuiltinToolKey, signal: AbortSignal): Promise<ToolRunDto> {
  requirePermission(actor, P.CONFIG_TOOLS);
  const sample = findBuiltin(key)?.sample;
  const entry = await findTool(key);
  if (!entry || !sample) throw new AppError("notFound");
  return dto(await runEntry(actor, entry, sample, signal, { isCheck: true }));
}

function dto({ isError, text, data, error, detail, truncated, durationMs }: ToolResult): ToolRunDto {
  return { ok: !isError, text, data, error, detail, truncated, durationMs };
}
