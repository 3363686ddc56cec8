import "server-only";
import { db } from "@/db/client";
import { findToolRow, updateMcpServer, upsertTool } from "@/db/queries/tools/tools";
import type { ErrorKey } from "@/lib/errors/errors";
import { log } from "@/lib/log";
import type { BuiltinTool } from "./builtin/tool";
import { invalidateTools, type ToolEntry } from "./registry";

/** What stands in a row nobody has decided anything in. */
export function initialRow(tool: BuiltinTool) {
  return { enabled: tool.enabled, settings: {} };
}

/**
 * Notes how a call went. Traffic writes only what changed; a check (`always`) writes its time too. Never throws: an answer
 * must not fail because its state could not be written.
 */
export async function noteHealth(entry: ToolEntry, error: ErrorKey | null, always: boolean): Promise<void> {
  const status = error ? "abnormal" : "normal";
  const change = { status, checkedAt: new Date(), checkError: error } as const;
  const current = entry.kind === "mcp" ? entry.server : entry.row;
  if (!always && current?.status === status && current.checkError === error) return;
  try {
    if (entry.kind === "mcp") await updateMcpServer(db(), entry.server.id, change);
    else if (always || (await findToolRow(db(), entry.tool.key))) {
      await upsertTool(db(), entry.tool.key, initialRow(entry.tool), change);
    }
    invalidateTools();
  } catch (err) {
    log().warn({ err }, "tool status not written");
  }
}
