import { and, asc, count, eq, gt, isNull } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { files, fileVersions } from "../../schema/files";
import { knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import { parsedVersions } from "../../schema/parsing";
import type { GrantedSubjects } from "../permissions/grants";
import { visibleFile } from "./files";

type BaseInsert = typeof knowledgeBases.$inferInsert;

/** A base with everything that is set of another, but for what is said. The caller found that one in the person's scope. */
export async function insertCopiedBase(
  tx: Transaction,
  from: string,
  changed: Required<Pick<BaseInsert, "id" | "ownerId" | "name" | "visibility" | "embeddingModelId">>,
): Promise<void> {
  const [base] = await tx.select().from(knowledgeBases).where(eq(knowledgeBases.id, from));
  const { createdAt: _created, updatedAt: _updated, ...settings } = base!;
  await tx.insert(knowledgeBases).values({ ...settings, ...changed });
}

/** What whoever copies may see: a file may narrow its base. */
const live = (subjects: GrantedSubjects, baseId: string) =>
  and(
    eq(knowledgeFiles.baseId, baseId),
    isNull(knowledgeFiles.deletedAt),
    isNull(files.deletedAt),
    visibleFile(subjects),
  );

export async function countFilesToCopy(db: Queryable, subjects: GrantedSubjects, baseId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .where(live(subjects, baseId));
  return row?.count ?? 0;
}

/** Files of a base in the order of their ids, with where the bytes of the version in use lie. */
export function listFilesToCopy(
  db: Queryable,
  subjects: GrantedSubjects,
  baseId: string,
  page: { after: string | null; limit: number },
) {
  return db
    .select({
      id: knowledgeFiles.id,
      row: knowledgeFiles,
      name: files.name,
      versionId: fileVersions.id,
      sha256: fileVersions.sha256,
      storageKey: fileVersions.storageKey,
      format: parsedVersions.format,
      encoding: parsedVersions.encoding,
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .innerJoin(parsedVersions, eq(parsedVersions.versionId, fileVersions.id))
    .where(and(live(subjects, baseId), page.after ? gt(knowledgeFiles.id, page.after) : undefined))
    .orderBy(asc(knowledgeFiles.id))
    .limit(page.limit);
}
export type FileToCopy = Awaited<ReturnType<typeof listFilesToCopy>>[number];

/** A file with everything that is set of another; what was made of it is made anew. */
export async function insertCopiedFile(
  tx: Transaction,
  from: FileToCopy["row"],
  changed: { id: string; baseId: string; fileId: string },
): Promise<void> {
  const { status: _s, failure: _f, readyVersionId: _r, sliceCount: _c, tokens: _t, finishedAt: _e, ...kept } = from;
  const { createdAt: _created, updatedAt: _updated, ...settings } = kept;
  await tx.insert(knowledgeFiles).values({ ...settings, ...changed });
}
