import "server-only";
import type { Transaction } from "@/db/client";
import { insertMcpTools, listMcpTools, type McpToolRow, updateMcpTool } from "@/db/queries/tools/tools";
import type { McpDefinition } from "@/db/schema/tools";
import type { McpTransport } from "@/lib/config/tool-kinds";
import type { DiscoveredTool } from "./client";
import { exposedName } from "./names";

export interface SyncReport {
  added: string[];
  changed: string[];
  missing: string[];
}

/**
 * Compares what a server lists with what was approved. What a tool says of itself steers models, so a changed text or
 * schema switches it off until an administrator has looked (`pending`); new ones begin switched off for the same reason.
 */
export async function syncMcpTools(
  tx: Transaction,
  server: { id: string; slug: string; transport: McpTransport },
  discovered: readonly DiscoveredTool[],
): Promise<SyncReport> {
  const report: SyncReport = { added: [], changed: [], missing: [] };
  const known = new Map((await listMcpTools(tx, server.id)).map((tool) => [tool.remoteName, tool]));
  const listed = new Set(discovered.map(({ remoteName }) => remoteName));
  for (const tool of discovered) {
    const row = known.get(tool.remoteName);
    if (row) await compare(tx, row, definitionOf(tool), report);
    else report.added.push(tool.remoteName);
  }
  // Of an API's hundreds of operations only those that were chosen are kept.
  const added = server.transport === "openapi" ? [] : discovered.filter(({ remoteName }) => !known.has(remoteName));
  await insertMcpTools(
    tx,
    added.map((tool) => newRow(server, tool, false)),
  );
  for (const row of known.values()) {
    if (listed.has(row.remoteName) || row.missing) continue;
    report.missing.push(row.remoteName);
    await updateMcpTool(tx, row.id, { missing: true });
  }
  return report;
}

async function compare(tx: Transaction, row: McpToolRow, now: McpDefinition, report: SyncReport): Promise<void> {
  const pending = sameDefinition(row.definition, now) ? null : now;
  const isNews = pending !== null && !(row.pending && sameDefinition(row.pending, pending));
  if (isNews) report.changed.push(row.remoteName);
  const isSettled = pending === null && row.pending !== null;
  if (isNews || isSettled || row.missing) await updateMcpTool(tx, row.id, { pending, missing: false });
}

/** A row for a tool seen for the first time. One that does not say it only reads asks before it acts. */
export function newRow(server: { id: string; slug: string }, tool: DiscoveredTool, enabled: boolean) {
  return {
    serverId: server.id,
    remoteName: tool.remoteName,
    name: exposedName(server.slug, tool.remoteName),
    definition: definitionOf(tool),
    enabled,
    confirm: !tool.readOnly,
  };
}

export function definitionOf({ title, description, inputSchema, operation }: DiscoveredTool): McpDefinition {
  return { title, description, inputSchema, ...(operation && { operation }) };
}

/** Equal whatever the order of keys: the database does not keep it. */
export function sameDefinition(first: McpDefinition, second: McpDefinition): boolean {
  return canonical(first) === canonical(second);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
