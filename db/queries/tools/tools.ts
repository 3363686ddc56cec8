import { and, asc, eq, inArray, isNull } from "drizzle-orm";
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

/** Whose servers are meant: a person's own, or with null the organisation's. It stands in every where-clause. */
export type ServerOwner = string | null;

const ownedBy = (ownerId: ServerOwner) =>
  ownerId === null ? isNull(mcpServers.ownerId) : eq(mcpServers.ownerId, ownerId);

export function listMcpServers(db: Queryable, ownerId: ServerOwner) {
  const all = db.select().from(mcpServers).where(ownedBy(ownerId));
  return all.orderBy(asc(mcpServers.createdAt), asc(mcpServers.id)).limit(200);
}

/** Null when it is not there, or somebody else's. */
export async function findMcpServer(db: Queryable, ownerId: ServerOwner, id: string) {
  const [row] = await db
    .select()
    .from(mcpServers)
    .where(and(ownedBy(ownerId), eq(mcpServers.id, id)));
  return row ?? null;
}

/** Of a person: call it under `lockUser`. */
export function countMcpServers(db: Queryable, ownerId: ServerOwner): Promise<number> {
  return db.$count(mcpServers, ownedBy(ownerId));
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

export function listMcpTools(db: Queryable, serverId: string) {
  return db
    .select()
    .from(mcpTools)
    .where(eq(mcpTools.serverId, serverId))
    .orderBy(asc(mcpTools.createdAt), asc(mcpTools.id))
    .limit(10_000);
}

/** Every tool of the organisation's servers, or of a person's own ones. */
export async function listToolsOfOwner(db: Queryable, ownerId: ServerOwner): Promise<McpToolRow[]> {
  const rows = await db
    .select({ tool: mcpTools })
    .from(mcpTools)
    .innerJoin(mcpServers, eq(mcpServers.id, mcpTools.serverId))
    .where(ownedBy(ownerId))
    .orderBy(asc(mcpTools.createdAt), asc(mcpTools.id))
    .limit(10_000);
  return rows.map(({ tool }) => tool);
}

/** A person's own tool by the name a model calls it by. */
export async function findOwnTool(db: Queryable, ownerId: string, name: string) {
  const [row] = await db
    .select({ server: mcpServers, tool: mcpTools })
    .from(mcpTools)
    .innerJoin(mcpServers, eq(mcpServers.id, mcpTools.serverId))
    .where(and(ownedBy(ownerId), eq(mcpTools.name, name)));
  return row ?? null;
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
