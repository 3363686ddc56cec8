import "server-only";
import { db } from "@/db/client";
import { listChatDocuments, listReadingSets } from "@/db/queries/document-chats";
import type { DocumentRow } from "@/db/queries/documents";
import type { DocumentFormat } from "@/db/schema/documents";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/http/errors";

/** A document that can be asked: read, cut and searchable. */
export interface Source {
  documentId: string;
  fileId: string;
  versionId: string;
  name: string;
  format: DocumentFormat;
  setId: string;
  tokens: number;
}

/** Those of own documents that are ready, in their order. The caller has found them in the person's scope. */
export async function readySources(rows: readonly DocumentRow[]): Promise<Source[]> {
  const sets = await listReadingSets(
    db(),
    rows.map((row) => row.versionId),
  );
  const byVersion = new Map(sets.map((set) => [set.versionId, set]));
  return rows.flatMap(({ id: documentId, fileId, versionId, name, format }) => {
    const set = byVersion.get(versionId);
    return set ? [{ documentId, fileId, versionId, name, format, setId: set.setId, tokens: set.tokens }] : [];
  });
}

/** What a conversation can be asked about. Throws documentNotReady while there is nothing, with how many are not. */
export async function chatSources(actor: Actor, sessionId: string): Promise<{ sources: Source[]; waiting: number }> {
  const rows = await listChatDocuments(db(), actor.id, [sessionId]);
  const sources = await readySources(rows);
  if (sources.length === 0) throw new AppError(rows.length === 0 ? "notFound" : "documentNotReady");
  return { sources, waiting: rows.length - sources.length };
}
