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

/**
 * The slice sets that answer this person from bases they reach. They come as two values: a base has thousands, and rows take
 * longer to be read than to be found, and as JSON throughout longer to be written. `outside`: those that would answer if
 * their file were not outside its days (spec F7).
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
      lines: sql<string | null>`string_agg(concat_ws(' ', ${of.id}, ${of.versionId}, ${of.sliceCount}, ${of.wordBytes},
        ${of.revision}, coalesce(${of.embeddingModelId}::text, '-'), ${of.isGraphed}::int, ${of.isIndexed}::int,
        ${knowledgeFiles.baseId}, ${knowledgeFiles.id}), E'\\n')`,
      names: sql<string[] | null>`json_agg(${files.name})`,
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
  const names = row?.names ?? [];
  return (row?.lines?.split("\n") ?? []).map((line, at) => readSet(line.split(" "), names[at] ?? ""));
}

function readSet(words: readonly string[], fileName: string): AnsweringSetRow {
  const [
    id = "",
    versionId = "",
    sliceCount,
    wordBytes,
    revision,
    model = "-",
    graphed,
    indexed,
    baseId = "",
    fileId = "",
  ] = words;
  return {
    ...{ id, versionId, baseId, fileId, fileName },
    ...{ sliceCount: Number(sliceCount), wordBytes: Number(wordBytes), revision: Number(revision) },
    ...{ embeddingModelId: model === "-" ? null : model, isGraphed: graphed === "1", isIndexed: indexed === "1" },
  };
}
