import "server-only";
import { db } from "@/db/client";
import { listReadingSets } from "@/db/queries/documents/chats";
import type { DocumentFormat } from "@/db/schema/parsing";

/** A file that can be asked: read, cut and searchable. */
export interface Source {
  /** Of files that are documents of the library. */
  documentId?: string;
  fileId: string;
  versionId: string;
  name: string;
  format: DocumentFormat;
  setId: string;
  tokens: number;
}

type Row = Pick<Source, "fileId" | "versionId" | "name" | "format" | "documentId">;

/** Those of files that are ready, in their order. The caller has found them in the person's scope. */
export async function readySources(rows: readonly Row[]): Promise<Source[]> {
  const sets = await listReadingSets(
    db(),
    rows.map((row) => row.versionId),
  );
  const byVersion = new Map(sets.map((set) => [set.versionId, set]));
  return rows.flatMap(({ documentId, fileId, versionId, name, format }) => {
    const set = byVersion.get(versionId);
    return set ? [{ documentId, fileId, versionId, name, format, setId: set.setId, tokens: set.tokens }] : [];
  });
}
