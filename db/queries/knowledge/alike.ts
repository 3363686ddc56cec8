import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { files, fileVersions } from "../../schema/files";
import { alikeFiles, knowledgeBases, knowledgeFiles, textSketches } from "../../schema/knowledge";
import { parsedVersions } from "../../schema/parsing";
import type { GrantedSubjects } from "../permissions/grants";
import { reachableFile } from "./files";

/** Keeps the sketch of a version's text in place of an earlier one. */
export async function saveSketch(
  db: Queryable,
  { versionId, ...sketch }: typeof textSketches.$inferInsert,
): Promise<void> {
  await db
    .insert(textSketches)
    .values({ versionId, ...sketch })
    .onConflictDoUpdate({ target: textSketches.versionId, set: sketch });
}

interface Candidates {
  fileId: string;
  leads: readonly number[];
  sha256: string;
  limit: number;
}

/**
 * Files of all bases whose text shares a lead with one, most shared first: found by the index, no other file is looked at. The
 * very same bytes in another base are a copy somebody made on purpose.
 */
export function listCandidates(db: Queryable, { fileId, leads, sha256, limit }: Candidates) {
  const wanted = sql`${sql.param([...leads])}::int[]`;
  const shared = sql`cardinality(array(select unnest(${textSketches.leads}) intersect select unnest(${wanted})))`;
  return (
    db
      .select({ id: knowledgeFiles.id, versionId: textSketches.versionId, sketch: textSketches.sketch })
      .from(textSketches)
      .innerJoin(fileVersions, eq(fileVersions.id, textSketches.versionId))
      // Its newest text, searchable or on the way there: of two that come at once the later one finds the other.
      .innerJoin(files, eq(files.currentVersionId, textSketches.versionId))
      .innerJoin(knowledgeFiles, eq(knowledgeFiles.fileId, files.id))
      .where(
        and(
          sql`${textSketches.leads} && ${wanted}`,
          ne(knowledgeFiles.id, fileId),
          ne(fileVersions.sha256, sha256),
          isNull(knowledgeFiles.deletedAt),
          isNull(files.deletedAt),
        ),
      )
      .orderBy(desc(shared), desc(knowledgeFiles.id))
      .limit(limit)
  );
}

/** The file of a base that a version is the newest of, with its bytes' hash; null where it is gone. */
export async function findFileOfVersion(db: Queryable, baseId: string, versionId: string) {
  const [row] = await db
    .select({ id: knowledgeFiles.id, sha256: fileVersions.sha256 })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .where(and(eq(knowledgeFiles.baseId, baseId), eq(fileVersions.id, versionId), isNull(knowledgeFiles.deletedAt)));
  return row ?? null;
}

/** Live, searchable files whose text was read before such things were looked for; those of the oldest texts first. */
export function listUnsketched(db: Queryable, limit: number) {
  return db
    .select({ baseId: knowledgeFiles.baseId, versionId: parsedVersions.versionId })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(parsedVersions, eq(parsedVersions.versionId, files.currentVersionId))
    .leftJoin(textSketches, eq(textSketches.versionId, parsedVersions.versionId))
    .where(
      and(
        isNull(textSketches.versionId),
        isNotNull(parsedVersions.index),
        eq(knowledgeFiles.readyVersionId, parsedVersions.versionId),
        isNull(knowledgeFiles.deletedAt),
        isNull(files.deletedAt),
      ),
    )
    .orderBy(asc(parsedVersions.versionId))
    .limit(limit);
}

/** A file whose text came later, and the one it is nearly the same as. */
interface Pair {
  fileId: string;
  otherId: string;
  likeness: number;
}

/** These become the pairs a file is of; what a person decided of a pair stays. Its earlier text counts no longer. */
export async function replaceAlike(tx: Transaction, fileId: string, found: readonly Pair[]): Promise<void> {
  const isOfFile = or(eq(alikeFiles.fileId, fileId), eq(alikeFiles.otherId, fileId));
  await tx.delete(alikeFiles).where(and(isOfFile, isNull(alikeFiles.keptAt)));
  if (found.length === 0) return;
  const decided = await tx
    .select({ fileId: alikeFiles.fileId, otherId: alikeFiles.otherId })
    .from(alikeFiles)
    .where(isOfFile);
  const known = new Set(decided.flatMap((pair) => [pair.fileId, pair.otherId]).filter((id) => id !== fileId));
  const rows = found.filter((pair) => !known.has(pair.fileId === fileId ? pair.otherId : pair.fileId));
  if (rows.length > 0) await tx.insert(alikeFiles).values(rows).onConflictDoNothing();
}

/** Both files are kept as they are; false where the pair is not there. */
export async function keepAlike(tx: Transaction, fileId: string, otherId: string): Promise<boolean> {
  const rows = await tx
    .update(alikeFiles)
    .set({ keptAt: new Date() })
    .where(and(eq(alikeFiles.fileId, fileId), eq(alikeFiles.otherId, otherId), isNull(alikeFiles.keptAt)))
    .returning({ id: alikeFiles.fileId });
  return rows.length > 0;
}

/** What files are nearly the same as and nobody decided yet, as far as this person may see it; most alike first. */
export function listAlike(db: Queryable, subjects: GrantedSubjects, fileIds: readonly string[]) {
  if (fileIds.length === 0) return Promise.resolve([]);
  return db
    .select({
      fileId: alikeFiles.fileId,
      otherId: alikeFiles.otherId,
      likeness: alikeFiles.likeness,
      name: files.name,
      versionId: sql<string>`${knowledgeFiles.readyVersionId}`,
      baseId: knowledgeFiles.baseId,
      baseName: knowledgeBases.name,
    })
    .from(alikeFiles)
    .innerJoin(knowledgeFiles, eq(knowledgeFiles.id, alikeFiles.otherId))
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .where(
      and(
        inArray(alikeFiles.fileId, [...fileIds]),
        isNull(alikeFiles.keptAt),
        isNotNull(knowledgeFiles.readyVersionId),
        reachableFile(subjects, "view"),
      ),
    )
    .orderBy(desc(alikeFiles.likeness), desc(alikeFiles.otherId));
}
