import "server-only";
import { db, type Queryable } from "@/db/client";
import { findChatSession, insertChatSession } from "@/db/queries/conversation/sessions";
import { listChatDocuments, setChatDocuments } from "@/db/queries/documents/chats";
import { findDocuments } from "@/db/queries/documents/documents";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { isoTimes } from "@/lib/config/time";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { ABOUT_DOCUMENTS } from "../conversation";
import type { DocumentChatDto } from "../dto";
import { toChatDocument, withStates } from "./rows";

/** Throws notFound. */
export async function readChat(actor: Actor, id: string): Promise<DocumentChatDto> {
  const { title, running, lastMessageAt, createdAt } = await ownChat(actor, id);
  const documents = await withStates(await listChatDocuments(db(), actor.id, id), toChatDocument);
  return { ...isoTimes({ id, title, running, lastMessageAt, createdAt }), documents };
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
    await ownChat(actor, id, tx);
    await assertOwn(tx, actor, documentIds);
    await setChatDocuments(tx, id, documentIds);
  });
  return readChat(actor, id);
}

/** Names of what a conversation is about. Throws notFound. */
export async function documentNames(actor: Actor, id: string): Promise<string[]> {
  return (await readChat(actor, id)).documents.map(({ name }) => name);
}

/** An own conversation about documents. Throws notFound. */
export async function ownChat(actor: Actor, id: string, queryable: Queryable = db()) {
  requirePermission(actor, P.DOCUMENT);
  return orNotFound(await findChatSession(queryable, actor.id, id, ABOUT_DOCUMENTS.code));
}

async function assertOwn(tx: Queryable, actor: Actor, ids: readonly string[]): Promise<void> {
  const found = await findDocuments(tx, actor.id, ids);
  if (found.length !== ids.length) throw new AppError("notFound");
}
