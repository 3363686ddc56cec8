import "server-only";
import { db, type Queryable } from "@/db/client";
import { insertChatSession } from "@/db/queries/conversation/sessions";
import {
  type DocumentChatRow,
  findDocumentChat,
  listChatDocuments,
  setChatDocuments,
} from "@/db/queries/documents/chats";
import { findDocuments } from "@/db/queries/documents/documents";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { parseStates } from "@/lib/parsing/state";
import { P } from "@/lib/permissions/codes";
import { ABOUT_DOCUMENTS } from "../conversation";
import type { DocumentChatDto } from "../dto";
import { toChatDocument } from "./rows";

async function withDocuments(actor: Actor, rows: readonly DocumentChatRow[]): Promise<DocumentChatDto[]> {
  const ids = rows.map((row) => row.id);
  const found = await listChatDocuments(db(), actor.id, ids);
  const states = await parseStates(found.map((row) => row.versionId));
  const bySession = Map.groupBy(found, (row) => row.sessionId);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    documents: (bySession.get(row.id) ?? []).flatMap((document) => {
      const parse = states.get(document.versionId);
      return parse ? [toChatDocument(document, parse)] : [];
    }),
    running: row.running,
    lastMessageAt: row.lastMessageAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }));
}

/** Throws notFound. */
export async function readChat(actor: Actor, id: string): Promise<DocumentChatDto> {
  requirePermission(actor, P.DOCUMENT);
  const row = await findDocumentChat(db(), actor.id, id);
  const [chat] = row ? await withDocuments(actor, [row]) : [];
  if (!chat) throw new AppError("notFound");
  return chat;
}

/** Begins a conversation about own documents; they may still be read. Throws notFound. */
export async function createChat(
  actor: Actor,
  input: { documentIds: string[]; title?: string },
): Promise<DocumentChatDto> {
  requirePermission(actor, P.DOCUMENT);
  const id = await db().transaction(async (tx) => {
    await assertOwn(tx, actor, input.documentIds);
    const session = await insertChatSession(tx, actor.id, input.title ?? "", ABOUT_DOCUMENTS.code, {
      isTitleOwn: input.title !== undefined,
    });
    await setChatDocuments(tx, session.id, input.documentIds);
    return session.id;
  });
  return readChat(actor, id);
}

/** Changes what a conversation is about. Throws notFound. */
export async function changeDocuments(
  actor: Actor,
  id: string,
  documentIds: readonly string[],
): Promise<DocumentChatDto> {
  requirePermission(actor, P.DOCUMENT);
  await db().transaction(async (tx) => {
    if (!(await findDocumentChat(tx, actor.id, id))) throw new AppError("notFound");
    await assertOwn(tx, actor, documentIds);
    await setChatDocuments(tx, id, documentIds);
  });
  return readChat(actor, id);
}

/** Names of what a conversation is about. Throws notFound. */
export async function documentNames(actor: Actor, id: string): Promise<string[]> {
  return (await readChat(actor, id)).documents.map(({ name }) => name);
}

async function assertOwn(tx: Queryable, actor: Actor, ids: readonly string[]): Promise<void> {
  const found = await findDocuments(tx, actor.id, ids);
  if (found.length !== ids.length) throw new AppError("notFound");
}
