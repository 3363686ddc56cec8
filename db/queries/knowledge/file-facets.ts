import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { files } from "../../schema/files";
import { knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import { users } from "../../schema/organisation";
import type { GrantedSubjects } from "../permissions/grants";
import { matchingFiles, reachableFile } from "./files";

/** Folders of a base that hold files this person may see, with how many lie in each itself. */
export function listFolders(db: Queryable, subjects: GrantedSubjects, baseId: string) {
  return db
    .select({ folder: knowledgeFiles.folder, count: count() })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .where(matchingFiles(subjects, baseId, {}))
    .groupBy(knowledgeFiles.folder)
    .orderBy(asc(knowledgeFiles.folder));
}

/** Tags of a base's files this person may see, most used first. */
export function listTags(db: Queryable, subjects: GrantedSubjects, baseId: string, limit: number) {
  const tag = sql<string>`unnest(${knowledgeFiles.tags})`.as("tag");
  const tagged = db
    .select({ tag })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .where(matchingFiles(subjects, baseId, {}))
    .as("tagged");
  return db
    .select({ tag: tagged.tag, count: count() })
    .from(tagged)
    .groupBy(tagged.tag)
    .orderBy(desc(count()), asc(tagged.tag))
    .limit(limit);
}

/** People who uploaded files of a base this person may see. */
export function listUploaders(db: Queryable, subjects: GrantedSubjects, baseId: string, limit: number) {
  return db
    .selectDistinct({ id: users.id, name: users.name })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(users, eq(users.id, files.ownerId))
    .where(matchingFiles(subjects, baseId, {}))
    .orderBy(asc(users.name), asc(users.id))
    .limit(limit);
}

/** Those of some files of bases that this person may see. */
export function listReachableFiles(db: Queryable, subjects: GrantedSubjects, ids: readonly string[]) {
  return db
    .select({ id: knowledgeFiles.id })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .where(and(inArray(knowledgeFiles.id, [...ids]), reachableFile(subjects, "view")));
}
