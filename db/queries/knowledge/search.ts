import { and, desc, eq, ilike, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { files, fileVersions } from "../../schema/files";
import { knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import { users } from "../../schema/organisation";
import { parsedVersions } from "../../schema/parsing";
import { sliceSets } from "../../schema/retrieval";
import type { GrantedSubjects } from "../permissions/grants";
import { searchedColumns } from "../retrieval/retrieval";
import { isAnsweringSet, isValid, reachableFile } from "./files";

/** What can be searched of all bases a person reaches: the slice sets of their files, those out of their days too, and what these are. */
export function listSearchableSets(db: Queryable, subjects: GrantedSubjects) {
  return db
    .select({
      ...searchedColumns,
      fileId: knowledgeFiles.id,
      fileName: files.name,
      format: parsedVersions.format,
      tags: knowledgeFiles.tags,
      baseId: knowledgeFiles.baseId,
      baseName: knowledgeBases.name,
      ownerId: knowledgeFiles.ownerId,
      ownerName: users.name,
      /** When these words came in. */
      updatedAt: fileVersions.createdAt,
      isValid: correlated(sql<boolean>`(${isValid})`),
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .innerJoin(sliceSets, isAnsweringSet)
    .innerJoin(fileVersions, eq(fileVersions.id, sliceSets.versionId))
    .innerJoin(parsedVersions, eq(parsedVersions.versionId, sliceSets.versionId))
    .leftJoin(users, eq(users.id, knowledgeFiles.ownerId))
    .where(reachableFile(subjects, "view"));
}
export type SearchableSet = Awaited<ReturnType<typeof listSearchableSets>>[number];

/** Files a person reaches by a part of their name, those that changed last first. */
export function findFilesByName(
  db: Queryable,
  subjects: GrantedSubjects,
  { keyword, limit }: { keyword: string; limit: number },
) {
  return db
    .select({ id: knowledgeFiles.id, name: files.name, baseName: knowledgeBases.name })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .where(and(ilike(files.name, likePattern(keyword)), reachableFile(subjects, "view"), isValid))
    .orderBy(desc(knowledgeFiles.updatedAt), desc(knowledgeFiles.id))
    .limit(limit);
}
