import "server-only";
import { db } from "@/db/client";
import { listChatDocuments } from "@/db/queries/documents/chats";
import type { DocumentRow } from "@/db/queries/documents/documents";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { readySources, type Source } from "@/lib/grounding/sources";

/** Those of own documents that are ready, in their order. The caller has found them in the person's scope. */
export function documentSources(rows: readonly DocumentRow[]): Promise<Source[]> {
  return readySources(rows.map((row) => ({ ...row, documentId: row.id })));
}

/** What a conversation can be asked about. Throws documentNotReady while there is nothing, with how many are not. */
export async function chatSources(actor: Actor, sessionId: string): Promise<{ sources: Source[]; waiting: number }> {
  const rows = await listChatDocuments(db(), actor.id, sessionId);
  const sources = await documentSources(rows);
  if (sources.length === 0) throw new AppError(rows.length === 0 ? "notFound" : "documentNotReady");
  return { sources, waiting: rows.length - sources.length };
}
