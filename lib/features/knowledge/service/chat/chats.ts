import "server-only";
import { db, type Queryable } from "@/db/client";
import { insertChatSession, updateChatSession } from "@/db/queries/conversation/sessions";
import {
  type ChatBaseRow,
  findKnowledgeChat,
  insertChatBases,
  listChatBases,
  listUsableBaseIds,
  setChatBases,
} from "@/db/queries/knowledge/chats";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { KnowledgeChatDto } from "../../chat-dto";
import { ABOUT_KNOWLEDGE } from "../../conversation";
import type { BaseIcon } from "../../limits";

/** Throws notFound. */
export async function readChat(actor: Actor, id: string): Promise<KnowledgeChatDto> {
  requirePermission(actor, P.KB_CHAT);
  const chat = await findKnowledgeChat(db(), actor.id, id);
  if (!chat) throw new AppError("notFound");
  const { ids, usable } = await listChatBases(db(), subjectsOf(actor), id);
  return {
    ...chat,
    bases: usable.map(({ id, name, icon, ownerId, ownerName }) => ({
      id,
      name,
      icon: icon as BaseIcon,
      ownerName,
      isOwn: ownerId === actor.id,
    })),
    withdrawn: ids.length - usable.length,
    lastMessageAt: chat.lastMessageAt.toISOString(),
    createdAt: chat.createdAt.toISOString(),
  };
}

interface NewChat {
  baseIds: readonly string[];
  title?: string;
}

/** Begins a conversation with bases. Throws notFound for one that is not the person's to use. */
export async function createChat(actor: Actor, input: NewChat): Promise<KnowledgeChatDto> {
  return readChat(actor, await makeChat(actor, input));
}

/** As `createChat`; its id. */
export async function makeChat(actor: Actor, input: NewChat): Promise<string> {
  requirePermission(actor, P.KB_CHAT);
  return db().transaction(async (tx) => {
    await assertUsable(tx, actor, input.baseIds, []);
    const session = await insertChatSession(tx, actor.id, input.title ?? "", ABOUT_KNOWLEDGE.code, {
      isTitleOwn: input.title !== undefined,
    });
    await insertChatBases(tx, session.id, input.baseIds);
    return session.id;
  });
}

/** A conversation whose first question was refused leaves nothing behind. */
export async function dropChat(actor: Actor, id: string): Promise<void> {
  await updateChatSession(db(), actor.id, id, { deletedAt: new Date() }, ABOUT_KNOWLEDGE.code);
}

/**
 * Puts a conversation to other bases from now on. One that it had may stay although it was withdrawn: it is left out when
 * something is asked. Throws notFound.
 */
export async function changeBases(actor: Actor, id: string, baseIds: readonly string[]): Promise<KnowledgeChatDto> {
  requirePermission(actor, P.KB_CHAT);
  await db().transaction(async (tx) => {
    if (!(await findKnowledgeChat(tx, actor.id, id))) throw new AppError("notFound");
    const { ids } = await listChatBases(tx, subjectsOf(actor), id);
    if (ids.join() === baseIds.join()) return;
    await assertUsable(tx, actor, baseIds, ids);
    await setChatBases(tx, id, baseIds);
  });
  return readChat(actor, id);
}

/** Names of the bases of a conversation the person may use. Throws notFound. */
export async function baseNames(actor: Actor, id: string): Promise<string[]> {
  return (await readChat(actor, id)).bases.map(({ name }) => name);
}

/** The bases of a conversation this person may use at this moment, and how many they may not. Throws basesGone for none. */
export async function usableBases(actor: Actor, id: string): Promise<{ bases: ChatBaseRow[]; withdrawn: number }> {
  const { ids, usable } = await listChatBases(db(), subjectsOf(actor), id);
  if (usable.length === 0) throw new AppError("basesGone");
  return { bases: usable, withdrawn: ids.length - usable.length };
}

async function assertUsable(
  at: Queryable,
  actor: Actor,
  ids: readonly string[],
  had: readonly string[],
): Promise<void> {
  const added = [...new Set(ids)].filter((id) => !had.includes(id));
  if (added.length === 0) return;
  const usable = await listUsableBaseIds(at, subjectsOf(actor), added);
  if (usable.length < added.length) throw new AppError("notFound");
}
