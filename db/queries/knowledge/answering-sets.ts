import { not, sql } from "drizzle-orm";
import { executeShaped } from "../../hot";
import { anyOf } from "../../one-of";
import { files } from "../../schema/files";
import { knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import { sliceSets } from "../../schema/retrieval";
import type { GrantedSubjects } from "../permissions/grants";
import type { SearchedSetRow } from "../retrieval/retrieval";
import { reachableBase } from "./bases";
import { isAnsweringSet, isValid, shownFile } from "./files";

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
  subjects: GrantedSubjects,
  baseIds: readonly string[],
  days: "inside" | "outside" = "inside",
): Promise<AnsweringSetRow[]> {
  const of = sliceSets;
  // The right to a base is looked at once, not for each of its files.
  const { rows } = await executeShaped(
    "answering_sets",
    sql`
    with reached as materialized (
      select ${knowledgeBases.id} from ${knowledgeBases}
      where ${anyOf(knowledgeBases.id, baseIds)} and ${reachableBase(subjects, "view")})
    select string_agg(concat_ws(' ', ${of.id}, ${of.versionId}, ${of.sliceCount}, ${of.wordBytes}, ${of.revision},
        coalesce(${of.embeddingModelId}::text, '-'), ${of.isGraphed}::int, ${of.isIndexed}::int,
        ${knowledgeFiles.baseId}, ${knowledgeFiles.id}), E'\\n') as lines,
      json_agg(${files.name}) as names
    from reached
    join ${knowledgeFiles} on ${knowledgeFiles.baseId} = reached.id
    join ${files} on ${files.id} = ${knowledgeFiles.fileId}
    join ${sliceSets} on ${isAnsweringSet}
    where ${shownFile(subjects)} and ${days === "inside" ? isValid : not(isValid!)}`,
  );
  const [row] = rows as { lines: string | null; names: string[] | null }[];
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
  // One literal: thousands are made in a search, and putting them together of parts takes longer than reading the line.
  return {
    id,
    versionId,
    baseId,
    fileId,
    fileName,
    sliceCount: Number(sliceCount),
    wordBytes: Number(wordBytes),
    revision: Number(revision),
    embeddingModelId: model === "-" ? null : model,
    isGraphed: graphed === "1",
    isIndexed: indexed === "1",
  };
}
