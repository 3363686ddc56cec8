import "server-only";
import { db, type Queryable } from "@/db/client";
import { insertChatSession, updateChatSession } from "@/db/queries/chat";
import {
  type DocumentChatRow,
  findDocumentChat,
  listChatDocuments,
  listDocumentChats,
  setChatDocuments,
} from "@/db/queries/document-chats";
import { findDocuments } from "@/db/queries/documents";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/http/errors";
import { parseStates } from "@/lib/parsing/state";
import { P } from "@/lib/permissions/codes";
import { assertMayDeleteConversations } from "@/lib/records-policy";
import { stopAnswersIn } from "@/lib/stream/stop";
import type { DocumentChatDto, DocumentChatListDto } from "../dto";
import type { DocumentChatPatch, DocumentChatQuery } from "../schema";
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

/** Own conversations about documents, the last used first. */
export async function listChats(actor: Actor, query: DocumentChatQuery): Promise<DocumentChatListDto> {
  requirePermission(actor, P.DOCUMENT);
  const { page, pageSize, keyword, documentId } = query;
  const at = { keyword, documentId, limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await listDocumentChats(db(), actor.id, at);
  return { items: await withDocuments(actor, rows), total };
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
    const session = await insertChatSession(tx, actor.id, input.title ?? "", "document");
    await setChatDocuments(tx, session.id, input.documentIds);
    return session.id;
  });
  return readChat(actor, id);
}

/** Renames a conversation, or changes what it is about. Throws notFound. */
export async function changeChat(actor: Actor, id: string, patch: DocumentChatPatch): Promise<DocumentChatDto> {
  requirePermission(actor, P.DOCUMENT);
  await db().transaction(async (tx) => {
    if (!(await findDocumentChat(tx, actor.id, id))) throw new AppError("notFound");
    if (patch.title !== undefined) await updateChatSession(tx, actor.id, id, { title: patch.title }, "document");
    if (patch.documentIds) {
      await assertOwn(tx, actor, patch.documentIds);
      await setChatDocuments(tx, id, patch.documentIds);
    }
  });
  return readChat(actor, id);
}

/** Deletes a conversation (soft). Its documents stay. Throws notFound, conversationsKept. */
export async function deleteChat(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.DOCUMENT);
  await db().transaction(async (tx) => {
    const isDeleted = await updateChatSession(tx, actor.id, id, { deletedAt: new Date() }, "document");
    if (!isDeleted) throw new AppError("notFound");
    await assertMayDeleteConversations(tx, actor);
  });
  await stopAnswersIn([id]);
}

async function assertOwn(tx: Queryable, actor: Actor, ids: readonly string[]): Promise<void> {
  const found = await findDocuments(tx, actor.id, ids);
  if (found.length !== ids.length) throw new AppError("notFound");
}
