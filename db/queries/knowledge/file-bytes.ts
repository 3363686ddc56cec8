import { and, asc, eq } from "drizzle-orm";
import type { Queryable } from "../../client";
import { files, fileVersions } from "../../schema/files";
import { knowledgeFiles } from "../../schema/knowledge";
import type { GrantedSubjects } from "../permissions/grants";
import { type KnowledgeFileFilter, matchingFiles } from "./files";

/** The bytes of a version of a file of a base; the caller found the file in the person's scope. */
export async function findFileBytes(db: Queryable, fileId: string, versionId: string) {
  const [row] = await db
    .select({
      fileId: files.id,
      name: files.name,
      isPublic: files.isPublic,
      versionId: fileVersions.id,
      size: fileVersions.size,
      type: fileVersions.type,
      sha256: fileVersions.sha256,
      storageKey: fileVersions.storageKey,
    })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(and(eq(files.id, fileId), eq(fileVersions.id, versionId)));
  return row ?? null;
}

/** Where the bytes lie of files a person may see; the caller found the base in their scope. */
export function listFileBytes(
  db: Queryable,
  subjects: GrantedSubjects,
  baseId: string,
  filter: KnowledgeFileFilter,
  limit: number,
) {
  return db
    .select({
      name: files.name,
      folder: knowledgeFiles.folder,
      size: fileVersions.size,
      storageKey: fileVersions.storageKey,
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .where(matchingFiles(subjects, baseId, filter))
    .orderBy(asc(knowledgeFiles.id))
    .limit(limit);
}
