import { and, eq, inArray } from "drizzle-orm";
import type { Queryable } from "../../client";
import { files, fileVersions } from "../../schema/files";
import { knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import { parsedVersions } from "../../schema/parsing";
import type { GrantedSubjects } from "../permissions/grants";
import { reachableFile } from "./files";

const ofVersions = (db: Queryable, subjects: GrantedSubjects, versionIds: readonly string[], ids?: readonly string[]) =>
  db
    .select({
      id: knowledgeFiles.id,
      baseId: knowledgeFiles.baseId,
      fileId: knowledgeFiles.fileId,
      versionId: fileVersions.id,
      name: files.name,
      format: parsedVersions.format,
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .innerJoin(fileVersions, eq(fileVersions.fileId, files.id))
    .innerJoin(parsedVersions, eq(parsedVersions.versionId, fileVersions.id))
    .where(
      and(
        ids ? inArray(knowledgeFiles.id, [...ids]) : undefined,
        inArray(fileVersions.id, [...versionIds]),
        reachableFile(subjects, "view"),
      ),
    );

/** Files of bases and versions of theirs that are named together, of those this person may read now. */
export async function listPlacedFiles(
  db: Queryable,
  subjects: GrantedSubjects,
  places: readonly { knowledgeFileId: string; versionId: string }[],
) {
  if (places.length === 0) return [];
  const ids = [...new Set(places.map(({ knowledgeFileId }) => knowledgeFileId))];
  return ofVersions(db, subjects, [...new Set(places.map(({ versionId }) => versionId))], ids);
}

/** Files of bases some versions are of, of those this person may read now. */
export async function listFilesOfVersions(db: Queryable, subjects: GrantedSubjects, versionIds: readonly string[]) {
  return versionIds.length === 0 ? [] : ofVersions(db, subjects, versionIds);
}
