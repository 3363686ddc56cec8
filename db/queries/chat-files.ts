import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Queryable } from "../client";
import { parsedVersions } from "../schema/documents";
import { files, fileVersions } from "../schema/files";

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
      size: fileVersions.size,
      type: fileVersions.type,
      sha256: fileVersions.sha256,
      storageKey: fileVersions.storageKey,
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
