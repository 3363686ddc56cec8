import { and, desc, eq, ilike, inArray, isNull, lt, not, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { chatMessages, chatSessions } from "../../schema/conversation";
import { files, fileVersions } from "../../schema/files";
import { parsedVersions } from "../../schema/parsing";
import { ownFile } from "../files/files";

/** What files are stored under that people attach to questions. */
export const CHAT_PURPOSE = "chat";

/** Own live files of these ids, in no order, none of a base; `uploaded`: only those attached to questions. */
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
        ownFile(ownerId),
        eq(files.status, "uploaded"),
        isNull(files.deletedAt),
        only === "uploaded" ? eq(files.purpose, CHAT_PURPOSE) : undefined,
      ),
    );
}

/**
 * Own live files of own questions by name, the last asked about first, each once; none of a chat that is gone or was never
 * kept.
 */
export async function listAskedFiles(
  db: Queryable,
  ownerId: string,
  { keyword, limit }: { keyword: string | undefined; limit: number },
): Promise<{ id: string; name: string; title: string }[]> {
  const part = sql<string>`(part.value->>'fileId')`;
  const asked = db
    .select({
      fileId: part.as("file_id"),
      sessionId: sql<string>`(array_agg(${chatMessages.sessionId} order by ${chatMessages.id} desc))[1]`.as("last_in"),
      lastAsked: sql<string>`max(${chatMessages.id}::text)`.as("last_asked"),
    })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .innerJoin(sql`lateral jsonb_array_elements(${chatMessages.parts}) part`, sql`part.value->>'type' = 'file'`)
    .where(
      and(
        eq(chatSessions.userId, ownerId),
        isNull(chatSessions.deletedAt),
        eq(chatSessions.isTemporary, false),
        eq(chatMessages.role, "user"),
      ),
    )
    .groupBy(part)
    .as("asked");
  return db
    .select({ id: files.id, name: files.name, title: chatSessions.title })
    .from(asked)
    .innerJoin(files, sql`${files.id}::text = ${asked.fileId}`)
    .innerJoin(chatSessions, sql`${chatSessions.id} = ${asked.sessionId}`)
    .where(
      and(
        ownFile(ownerId),
        eq(files.purpose, CHAT_PURPOSE),
        eq(files.status, "uploaded"),
        isNull(files.deletedAt),
        keyword ? ilike(files.name, likePattern(keyword)) : undefined,
      ),
    )
    .orderBy(desc(asked.lastAsked))
    .limit(limit);
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
