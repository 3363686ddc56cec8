import { and, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { Queryable } from "../../client";
import { files, fileVersions } from "../../schema/files";
import { knowledgeBases, knowledgeQas } from "../../schema/knowledge";
import { visibleBase } from "../knowledge/bases";
import { visibleQa } from "../knowledge/qas";
import { type Reader, readableFile } from "../reader/readable";

/** A version whose words this person may read, and the one that counts now; null for everybody else. */
export async function findCitedVersion(db: Queryable, reader: Reader, versionId: string) {
  const [row] = await db
    .select({ fileName: files.name, currentVersionId: files.currentVersionId })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(and(eq(fileVersions.id, versionId), readableFile(reader)));
  return row ?? null;
}

/** Those of some versions whose words this person may read. */
export async function listReadableVersions(
  db: Queryable,
  reader: Reader,
  versionIds: readonly string[],
): Promise<string[]> {
  if (versionIds.length === 0) return [];
  const rows = await db
    .select({ id: fileVersions.id })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(and(inArray(fileVersions.id, [...versionIds]), readableFile(reader)));
  return rows.map(({ id }) => id);
}

/** Those of some bases this person may use. */
export async function listUsableBases(db: Queryable, reader: Reader, baseIds: readonly string[]): Promise<string[]> {
  if (baseIds.length === 0 || !reader.readsBases) return [];
  const rows = await db
    .select({ id: knowledgeBases.id })
    .from(knowledgeBases)
    .where(and(inArray(knowledgeBases.id, [...baseIds]), isNull(knowledgeBases.deletedAt), visibleBase(reader)));
  return rows.map(({ id }) => id);
}

/** Those of some pairs of question and answer that are still there, of what this person may use. */
export async function listAnsweringPairs(db: Queryable, reader: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0 || !reader.readsBases) return [];
  const rows = await db
    .select({ id: knowledgeQas.id })
    .from(knowledgeQas)
    .leftJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeQas.baseId))
    .where(
      and(
        inArray(knowledgeQas.id, [...ids]),
        or(
          and(isNotNull(knowledgeQas.baseId), isNull(knowledgeBases.deletedAt), visibleBase(reader)),
          visibleQa(reader),
        ),
      ),
    );
  return rows.map(({ id }) => id);
}
