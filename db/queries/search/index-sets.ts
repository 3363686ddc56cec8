import { and, eq, inArray, isNotNull, notInArray, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { sliceSets } from "../../schema/retrieval";
import { webPages } from "../../schema/search";
import type { SearchedSetRow } from "../retrieval/retrieval";

type Tuple = [
  id: string,
  versionId: string,
  sliceCount: number,
  wordBytes: number,
  revision: number,
  embeddingModelId: string | null,
  isGraphed: boolean,
  isIndexed: boolean,
  host: string,
];

/**
 * The sets that answer for pages of some hosts, which the caller's person may search. They come as one value: there are
 * thousands, and rows take longer to be read than to be found.
 */
export async function listPageSets(
  db: Queryable,
  hosts: readonly string[],
): Promise<(SearchedSetRow & { host: string })[]> {
  const of = sliceSets;
  const [row] = await db
    .select({
      sets: sql<Tuple[] | null>`json_agg(json_build_array(${of.id}, ${of.versionId}, ${of.sliceCount}, ${of.wordBytes},
        ${of.revision}, ${of.embeddingModelId}, ${of.isGraphed}, ${of.isIndexed}, ${webPages.host}))`,
    })
    .from(webPages)
    .innerJoin(sliceSets, eq(sliceSets.id, webPages.setId))
    .where(
      and(
        inArray(webPages.host, [...hosts]),
        isNotNull(webPages.versionId),
        // What failed lately still says what it said.
        notInArray(webPages.status, ["gone", "robots", "moved"]),
        eq(sliceSets.isReady, true),
      ),
    );
  return (row?.sets ?? []).map(
    ([id, versionId, sliceCount, wordBytes, revision, embeddingModelId, isGraphed, isIndexed, host]) => ({
      ...{ id, versionId, sliceCount, wordBytes, revision, embeddingModelId, isGraphed, isIndexed, host },
    }),
  );
}

export interface PageOfVersion {
  pageId: string;
  versionId: string;
  setId: string | null;
  title: string;
  address: string;
  host: string;
  fetchedAt: Date | null;
}

/** The pages some snapshots are of, by version. */
export async function listPagesOfVersions(
  db: Queryable,
  versionIds: readonly string[],
): Promise<Map<string, PageOfVersion>> {
  if (versionIds.length === 0) return new Map();
  const { id, versionId, setId, title, address, host, fetchedAt } = webPages;
  const rows = await db
    .select({ pageId: id, versionId, setId, title, address, host, fetchedAt })
    .from(webPages)
    .where(inArray(versionId, [...versionIds]));
  return new Map(
    rows.flatMap((row) => {
      const { versionId: version } = row;
      return version ? [[version, { ...row, versionId: version, title: row.title || row.address }] as const] : [];
    }),
  );
}
