import { and, asc, desc, eq, ilike, isNotNull, or } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { pageOf } from "../../page";
import { users } from "../../schema/organisation";
import { mcpServers, mcpTools } from "../../schema/tools";

/** Tools people made, for whoever looks after tools: that they exist, whose they are and where they go. */
export function listServersOfPeople(
  db: Queryable,
  { keyword, ...page }: { keyword?: string; page: number; pageSize: number },
) {
  const pattern = keyword && `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
  const list = db
    .select({
      ...columnsOf(mcpServers, "id", "name", "url", "enabled", "blocked", "createdAt"),
      owner: { id: users.id, name: users.name, account: users.account },
      tools: db.$count(mcpTools, eq(mcpTools.serverId, mcpServers.id)),
    })
    .from(mcpServers)
    .innerJoin(users, eq(users.id, mcpServers.ownerId))
    .where(
      pattern
        ? or(ilike(mcpServers.name, pattern), ilike(mcpServers.url, pattern), ilike(users.name, pattern))
        : undefined,
    )
    .$dynamic();
  return pageOf(db, list, page, desc(mcpServers.createdAt), desc(mcpServers.id));
}

/** Stops one that somebody made, or lets it go on; null when there is none. The organisation's are not meant. */
export async function blockServerOfPerson(db: Queryable, id: string, blocked: boolean) {
  const [row] = await db
    .update(mcpServers)
    .set({ blocked })
    .where(and(eq(mcpServers.id, id), isNotNull(mcpServers.ownerId)))
    .returning({ name: mcpServers.name, ownerId: mcpServers.ownerId });
  return row ?? null;
}

/** What a person made, for the archive of their own data: nothing secret. */
export async function listOwnToolContent(db: Queryable, ownerId: string) {
  const rows = await db
    .select({
      server: mcpServers.name,
      address: mcpServers.url,
      authentication: mcpServers.auth,
      description: mcpServers.document,
      createdAt: mcpServers.createdAt,
      tool: mcpTools.remoteName,
      definition: mcpTools.definition,
    })
    .from(mcpServers)
    .leftJoin(mcpTools, eq(mcpTools.serverId, mcpServers.id))
    .where(eq(mcpServers.ownerId, ownerId))
    .orderBy(asc(mcpServers.createdAt), asc(mcpTools.id))
    .limit(10_000);
  return rows;
}

export async function ownServerNames(db: Queryable, ownerId: string): Promise<{ id: string; name: string }[]> {
  const own = db.select({ id: mcpServers.id, name: mcpServers.name }).from(mcpServers);
  return own.where(eq(mcpServers.ownerId, ownerId)).orderBy(asc(mcpServers.createdAt), asc(mcpServers.id)).limit(200);
}

/** Gives one to another person, under a name that is free there. */
export async function giveServer(db: Queryable, from: string, id: string, to: { ownerId: string; name: string }) {
  await db
    .update(mcpServers)
    .set(to)
    .where(and(eq(mcpServers.ownerId, from), eq(mcpServers.id, id)));
}

export async function removeOwnServers(db: Queryable, ownerId: string): Promise<void> {
  await db.delete(mcpServers).where(eq(mcpServers.ownerId, ownerId));
}
