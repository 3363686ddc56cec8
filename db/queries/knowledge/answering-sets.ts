import { and, eq, inArray, not, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { files } from "../../schema/files";
import { knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import { sliceSets } from "../../schema/retrieval";
import type { GrantedSubjects } from "../permissions/grants";
import type { SearchedSetRow } from "../retrieval/retrieval";
import { isAnsweringSet, isValid, reachableFile } from "./files";

/** A slice set that answers for a file of a base, with what a search needs of it. */
export interface AnsweringSetRow extends SearchedSetRow {
  baseId: string;
  fileId: string;
  fileName: string;
}

type AnsweringTuple = [
  id: string,
  versionId: string,
  sliceCount: number,
  wordBytes: number,
  revision: number,
  embeddingModelId: string | null,
  isGraphed: boolean,
  isIndexed: boolean,
  baseId: string,
  fileId: string,
  fileName: string,
];

/**
 * The slice sets that answer this person from bases they reach. They come as one value: a base has thousands, and rows take
 * longer to be read than to be found. `outside`: those that would answer if their file were not outside its days (spec F7).
 */
export async function listAnsweringSets(
  db: Queryable,
  subjects: GrantedSubjects,
  baseIds: readonly string[],
  days: "inside" | "outside" = "inside",
): Promise<AnsweringSetRow[]> {
  const of = sliceSets;
  const [row] = await db
    .select({
      sets: sql<
        AnsweringTuple[] | null
      >`json_agg(json_build_array(${of.id}, ${of.versionId}, ${of.sliceCount}, ${of.wordBytes},
        ${of.revision}, ${of.embeddingModelId}, ${of.isGraphed}, ${of.isIndexed}, ${knowledgeFiles.baseId}, ${knowledgeFiles.id},
        ${files.name}))`,
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .innerJoin(sliceSets, isAnsweringSet)
    .where(
      and(
        inArray(knowledgeFiles.baseId, [...baseIds]),
        reachableFile(subjects, "view"),
        days === "inside" ? isValid : not(isValid!),
      ),
    );
  return (row?.sets ?? []).map(
    ([
      id,
      versionId,
      sliceCount,
      wordBytes,
      revision,
      embeddingModelId,
      isGraphed,
      isIndexed,
      baseId,
      fileId,
      name,
    ]) => ({
      ...{ id, versionId, sliceCount, wordBytes, revision, embeddingModelId, isGraphed, isIndexed },
      ...{ baseId, fileId, fileName: name },
    }),
  );
}
