import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { BuiltinToolKey } from "@/lib/config/tool-kinds";
import type { Queryable } from "../../client";
import { grants } from "../../schema/permissions";
import { roles } from "../../schema/roles";
import { mcpServers, mcpTools, tools } from "../../schema/tools";
import { removeGrants } from "../permissions/grants";

/** `grants.resource_type` of built-in tools and of MCP servers. */
export type ToolResource = "tool" | "mcp_server";

export type ToolRow = typeof tools.$inferSelect;
export type McpServerRow = typeof mcpServers.$inferSelect;
export type McpToolRow = typeof mcpTools.$inferSelect;

export function listToolRows(db: Queryable) {
  return db.select().from(tools).limit(100);
}

export async function findToolRow(db: Queryable, key: BuiltinToolKey) {
  const [row] = await db.select().from(tools).where(eq(tools.key, key));
  return row ?? null;
}

/** Writes what changed of a built-in tool; the first change makes its row. Answers the row's id. */
export async function upsertTool(
  db: Queryable,
  key: BuiltinToolKey,
  initial: Omit<typeof tools.$inferInsert, "key">,
  patch: Partial<typeof tools.$inferInsert>,
): Promise<string> {
  const [row] = await db
    .insert(tools)
    .values({ ...initial, ...patch, key })
    .onConflictDoUpdate({ target: tools.key, set: { ...patch, updatedAt: new Date() } })
    .returning({ id: tools.id });
  return row!.id;
}

export function listMcpServers(db: Queryable) {
  return db.select().from(mcpServers).orderBy(asc(mcpServers.createdAt), asc(mcpServers.id)).limit(200);
}

export async function findMcpServer(db: Queryable, id: string) {
  const [row] = await db.select().from(mcpServers).where(eq(mcpServers.id, id));
  return row ?? null;
}

export async function countMcpServers(db: Queryable) {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(mcpServers);
  return row?.count ?? 0;
}

export async function insertMcpServer(db: Queryable, row: typeof mcpServers.$inferInsert) {
  const [inserted] = await db.insert(mcpServers).values(row).returning({ id: mcpServers.id });
  return inserted!.id;
}

export async function updateMcpServer(db: Queryable, id: string, patch: Partial<typeof mcpServers.$inferInsert>) {
  await db.update(mcpServers).set(patch).where(eq(mcpServers.id, id));
}

/** Deletes a server with its tools and grants. */
export async function removeMcpServer(db: Queryable, id: string) {
  await db.delete(mcpServers).where(eq(mcpServers.id, id));
  await removeGrants(db, "mcp_server", [id]);
}

export function listMcpTools(db: Queryable, serverId?: string) {
  return db
    .select()
    .from(mcpTools)
    .where(serverId ? eq(mcpTools.serverId, serverId) : undefined)
    .orderBy(asc(mcpTools.createdAt), asc(mcpTools.id))
    .limit(10_000);
}

export async function findMcpTool(db: Queryable, serverId: string, id: string) {
  const [row] = await db
    .select()
    .from(mcpTools)
    .where(and(eq(mcpTools.serverId, serverId), eq(mcpTools.id, id)));
  return row ?? null;
}

/** Adds tools of a server in the order given. */
export async function insertMcpTools(db: Queryable, rows: readonly (typeof mcpTools.$inferInsert)[]) {
  if (rows.length > 0) await db.insert(mcpTools).values(rows.map((row) => ({ id: v7(), ...row })));
}

export async function removeMcpTools(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(mcpTools).where(inArray(mcpTools.id, [...ids]));
}

export async function updateMcpTool(db: Queryable, id: string, patch: Partial<typeof mcpTools.$inferInsert>) {
  await db.update(mcpTools).set(patch).where(eq(mcpTools.id, id));
}

/** Roles that may use the partial ones: resource id and role id. */
export function listToolGrants(db: Queryable) {
  return db
    .select({ resourceId: grants.resourceId, roleId: grants.subjectId })
    .from(grants)
    .where(and(inArray(grants.resourceType, ["tool", "mcp_server"]), eq(grants.subjectType, "role")))
    .limit(20_000);
}

/** Roles to choose from. */
export function listRoleChoices(db: Queryable) {
  return db
    .select({ id: roles.id, name: roles.name, nameEn: roles.nameEn })
    .from(roles)
    .orderBy(asc(roles.createdAt), asc(roles.id))
    .limit(500);
}
