import { and, eq, inArray, isNull, lt, not, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { chatMessages, chatSessions } from "../../schema/conversation";
import { files, fileVersions } from "../../schema/files";
import { parsedVersions } from "../../schema/parsing";

/** What files are stored under that people attach to questions. */
export const CHAT_PURPOSE = "chat";

/** Own live files of these ids, in no order; `uploaded`: only those attached to questions. */
export async function findChatFiles(
  db: Queryable,
  ownerId: string,
  ids: readonly string[],
  only: "uploaded" | "all" = "all",
) {
  if (ids.length === 0) return [];
  return db
    .select({
      fileId: files.id,
      name: files.name,
      versionId: fileVersions.id,
      ...columnsOf(fileVersions, "size", "type", "sha256", "storageKey"),
      /** Null for what nobody had read yet. */
      format: parsedVersions.format,
    })
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .leftJoin(parsedVersions, eq(parsedVersions.versionId, fileVersions.id))
    .where(
      and(
        inArray(files.id, [...ids]),
        eq(files.ownerId, ownerId),
        eq(files.status, "uploaded"),
        isNull(files.deletedAt),
        only === "uploaded" ? eq(files.purpose, CHAT_PURPOSE) : undefined,
      ),
    );
}

export type ChatFileRow = Awaited<ReturnType<typeof findChatFiles>>[number];

/**
 * Puts files in the trash that were uploaded for a question before the given time and stand in no chat that lives, or that
 * was deleted since. System work: of all people.
 */
export async function trashUnaskedFiles(db: Queryable, before: Date, limit: number): Promise<number> {
  const asked = correlated(sql`exists (
    select 1 from ${chatMessages} join ${chatSessions} on ${chatSessions.id} = ${chatMessages.sessionId}
    where ${chatSessions.userId} = ${files.ownerId}
      and (${chatSessions.deletedAt} is null or ${chatSessions.deletedAt} > ${before.toISOString()}::timestamptz)
      and ${chatMessages.parts} @> jsonb_build_array(jsonb_build_object('fileId', ${files.id})))`);
  const unasked = db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        eq(files.purpose, CHAT_PURPOSE),
        eq(files.status, "uploaded"),
        isNull(files.deletedAt),
        lt(files.createdAt, before),
        not(asked),
      ),
    )
    .orderBy(files.id)
    .limit(limit);
  const rows = await db
    .update(files)
    .set({ deletedAt: new Date() })
    .where(inArray(files.id, unasked))
    .returning({ id: files.id });
  return rows.length;
}
