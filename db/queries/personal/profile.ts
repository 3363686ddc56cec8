import { and, eq, isNull } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { files } from "../../schema/files";
import { departments, users } from "../../schema/organisation";

/** What a person sees of themselves, and may partly change. */
export async function findOwnProfile(db: Queryable, userId: string) {
  const [row] = await db
    .select({
      ...columnsOf(users, "id", "account", "name", "type", "phone", "email", "avatarFileId"),
      departmentName: departments.name,
      createdAt: users.createdAt,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(eq(users.id, userId), isNull(users.anonymizedAt)));
  return row ?? null;
}

export async function updateOwnProfile(
  db: Queryable,
  userId: string,
  patch: Partial<Pick<typeof users.$inferInsert, "name" | "phone">>,
): Promise<void> {
  await db.update(users).set(patch).where(eq(users.id, userId));
}

/**
 * Sets or (null) takes away a person's picture; the one before goes to the trash. Answers whether the new one is theirs:
 * a file of somebody else is never set.
 */
export async function replaceAvatar(db: Queryable, userId: string, fileId: string | null): Promise<boolean> {
  const [before] = await db.select({ id: users.avatarFileId }).from(users).where(eq(users.id, userId)).for("update");
  if (fileId) {
    const [own] = await db
      .select({ id: files.id })
      .from(files)
      .where(and(eq(files.id, fileId), eq(files.ownerId, userId), isNull(files.deletedAt)));
    if (!own) return false;
  }
  await db.update(users).set({ avatarFileId: fileId }).where(eq(users.id, userId));
  if (before?.id && before.id !== fileId) {
    await db
      .update(files)
      .set({ deletedAt: new Date() })
      .where(and(eq(files.id, before.id), eq(files.ownerId, userId), isNull(files.deletedAt)));
  }
  return true;
}
