import { and, asc, eq, isNull } from "drizzle-orm";
import type { Queryable } from "../../client";
import { files } from "../../schema/files";
import { knowledgeFiles } from "../../schema/knowledge";
import { sliceSets } from "../../schema/retrieval";
import type { GrantedSubjects } from "../permissions/grants";
import { visibleFile } from "./files";

/**
 * What became of the pictures of each file of a base that answers and that the person may see (`PictureFacts`); null where it
 * was cut before its base looked at pictures.
 */
export function listPictureFacts(db: Queryable, subjects: GrantedSubjects, baseId: string) {
  return db
    .select({ pictures: sliceSets.pictures })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(
      sliceSets,
      and(
        eq(sliceSets.versionId, knowledgeFiles.readyVersionId),
        eq(sliceSets.owner, baseId),
        eq(sliceSets.isReady, true),
      ),
    )
    .where(and(eq(knowledgeFiles.baseId, baseId), isNull(knowledgeFiles.deletedAt), visibleFile(subjects)))
    .orderBy(asc(knowledgeFiles.id));
}
