import { and, desc, eq, isNull, notInArray, sql } from "drizzle-orm";
import type { Transaction } from "../../client";
import { apps, appVersions } from "../../schema/apps";
import { users } from "../../schema/organisation";
import { roles, userRoles } from "../../schema/roles";

/** Tools stand in their first version for ever: what they do changes with the product. */
export const TOOL_VERSION = 1;

type ToolRow = Pick<typeof apps.$inferInsert, "name" | "description" | "icon"> & { id: string };

/**
 * Makes the tools of areas what this build declares: new ones are published for everybody, whom the others are shown to stays
 * as it was set, and those of another build are gone until they are declared again.
 */
export async function keepAreaTools(tx: Transaction, tools: readonly ToolRow[]): Promise<void> {
  const gone = and(
    eq(apps.kind, "tool"),
    isNull(apps.deletedAt),
    tools.length > 0
      ? notInArray(
          apps.id,
          tools.map(({ id }) => id),
        )
      : undefined,
  );
  await tx.update(apps).set({ deletedAt: new Date() }).where(gone);
  if (tools.length === 0) return;
  const ownerId = await firstAdministrator(tx);
  const shown = { visibility: "all", version: TOOL_VERSION, publishedRevision: 0, publishedAt: new Date() } as const;
  await tx
    .insert(apps)
    .values(tools.map((tool) => ({ ...tool, ...shown, kind: "tool" as const, ownerId })))
    .onConflictDoUpdate({
      target: apps.id,
      set: {
        // Who is told of wishes is an administrator still.
        ownerId: sql`excluded.owner_id`,
        name: sql`excluded.name`,
        description: sql`excluded.description`,
        icon: sql`excluded.icon`,
        deletedAt: null,
      },
      setWhere: eq(apps.kind, "tool"),
    });
  await tx
    .insert(appVersions)
    .values(tools.map(({ id }) => ({ appId: id, version: TOOL_VERSION, settings: {} })))
    .onConflictDoNothing();
}

/** An administrator, the earliest of those who may sign in: a row has an owner, also where nobody owns it. */
async function firstAdministrator(tx: Transaction): Promise<string> {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(roles, and(eq(roles.id, userRoles.roleId), eq(roles.key, "administrator")))
    .orderBy(desc(eq(users.status, "enabled")), users.createdAt, users.id)
    .limit(1);
  if (!found) throw new Error("nobody is an administrator");
  return found.id;
}
