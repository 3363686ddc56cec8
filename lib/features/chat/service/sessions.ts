import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  countChatSessions,
  findChatSession,
  findOldestChatSession,
  insertChatSession,
  listChatSessions,
  lockChatSessions,
  updateChatSession,
} from "@/db/queries/chat";
import { findChatFolder } from "@/db/queries/chat-folders";
import { removeTemporaryChat } from "@/db/queries/chat-temporary";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { CHAT_SESSIONS_MAX } from "@/lib/config/constants";
import { AppError } from "@/lib/http/errors";
import { P } from "@/lib/permissions/codes";
import { assertMayDeleteConversations } from "@/lib/records-policy";
import { stopAnswersIn } from "@/lib/stream/stop";
import type { ChatSessionDto } from "../dto";
import type { NewSession, SessionPatch } from "../schema";

interface SessionRow {
  id: string;
  title: string;
  archivedAt: Date | null;
  pinnedAt: Date | null;
  folderId: string | null;
  isTemporary: boolean;
  lastMessageAt: Date;
  createdAt: Date;
  running: boolean;
}

function toDto(row: SessionRow): ChatSessionDto {
  return {
    id: row.id,
    title: row.title,
    archived: row.archivedAt !== null,
    pinned: row.pinnedAt !== null,
    folderId: row.folderId,
    temporary: row.isTemporary,
    running: row.running,
    lastMessageAt: row.lastMessageAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}

export interface SessionFilter {
  keyword?: string;
  archived?: boolean;
  page?: number;
  pageSize?: number;
}

/** Own chats, the last used first. */
export async function listSessions(actor: Actor, filter: SessionFilter = {}): Promise<{ items: ChatSessionDto[] }> {
  requirePermission(actor, P.CHAT);
  const limit = filter.pageSize ?? 50;
  const rows = await listChatSessions(db(), actor.id, {
    keyword: filter.keyword,
    archived: filter.archived ?? false,
    limit,
    offset: ((filter.page ?? 1) - 1) * limit,
  });
  return { items: rows.map(toDto) };
}

/** One own chat, archived ones too; null when it is not there or not theirs. */
export async function findSession(actor: Actor, id: string): Promise<ChatSessionDto | null> {
  requirePermission(actor, P.CHAT);
  const row = await findChatSession(db(), actor.id, id);
  return row && toDto(row);
}

/** Own chats for the page; the first visit makes one, because at least one must exist (spec 5). */
export async function listOrCreateSessions(actor: Actor): Promise<ChatSessionDto[]> {
  const { items } = await listSessions(actor);
  if (items.length > 0) return items;
  await db().transaction(async (tx) => {
    await lockChatSessions(tx, actor.id);
    if ((await countChatSessions(tx, actor.id)) === 0) await insertChatSession(tx, actor.id, "");
  });
  return (await listSessions(actor)).items;
}

/** Starts a chat. Throws chatLimit, naming the oldest chat that could be archived (spec B10); a temporary one needs no room. */
export async function createSession(actor: Actor, input: NewSession = {}): Promise<ChatSessionDto> {
  requirePermission(actor, P.CHAT);
  const { title = "", folderId, temporary = false } = input;
  return db().transaction(async (tx) => {
    if (temporary) {
      return toDto(await insertChatSession(tx, actor.id, "", "personal", { isTemporary: true, isTitleOwn: true }));
    }
    await lockChatSessions(tx, actor.id);
    await assertRoom(tx, actor.id);
    if (folderId) await assertFolder(tx, actor.id, folderId);
    const more = { folderId, isTitleOwn: title !== "" };
    return toDto(await insertChatSession(tx, actor.id, title, "personal", more));
  });
}

async function assertRoom(tx: Transaction, userId: string): Promise<void> {
  if ((await countChatSessions(tx, userId)) < CHAT_SESSIONS_MAX) return;
  const oldest = await findOldestChatSession(tx, userId);
  throw new AppError("chatLimit", { args: { max: CHAT_SESSIONS_MAX }, data: { oldest } });
}

async function assertFolder(tx: Transaction, userId: string, folderId: string): Promise<void> {
  if (!(await findChatFolder(tx, userId, folderId))) throw new AppError("notFound");
}

/** Renames, archives, pins or moves a chat, or takes it back from the archive. The last active one stays. */
export async function changeSession(actor: Actor, id: string, patch: SessionPatch): Promise<ChatSessionDto> {
  requirePermission(actor, P.CHAT);
  return db().transaction(async (tx) => {
    await lockChatSessions(tx, actor.id);
    return changeInside(tx, actor, id, patch);
  });
}

/** As `changeSession`, under the lock of `lockChatSessions`. Throws notFound, lastChat and chatLimit. */
export async function changeInside(
  tx: Transaction,
  actor: Actor,
  id: string,
  patch: SessionPatch,
): Promise<ChatSessionDto> {
  const current = await findChatSession(tx, actor.id, id);
  // A temporary chat has no name, no place and no archive.
  if (!current || current.isTemporary) throw new AppError("notFound");
  const isArchived = current.archivedAt !== null;
  if (patch.archived === true && !isArchived && (await countChatSessions(tx, actor.id)) <= 1) {
    throw new AppError("lastChat");
  }
  if (patch.archived === false && isArchived) await assertRoom(tx, actor.id);
  if (patch.folderId) await assertFolder(tx, actor.id, patch.folderId);
  const { pinned, archived, title, folderId = current.folderId } = patch;
  const archivedAt = archived === undefined ? current.archivedAt : archived ? new Date() : null;
  const pinnedAt = pinned === undefined ? current.pinnedAt : pinned ? new Date() : null;
  const changed = { title: title ?? current.title, archivedAt, pinnedAt, folderId };
  await updateChatSession(tx, actor.id, id, { ...changed, ...(title === undefined ? {} : { isTitleOwn: true }) });
  return toDto({ ...current, ...changed });
}

/** Deletes a chat (soft); a temporary one is removed. The last one stays (spec 5), and all of them where the department keeps them (spec B8). */
export async function deleteSession(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CHAT);
  await db().transaction(async (tx) => {
    await lockChatSessions(tx, actor.id);
    await deleteInside(tx, actor, id);
  });
  await stopAnswersIn([id]);
}

/** As `deleteSession`, under the lock of `lockChatSessions`. Throws notFound and lastChat. */
export async function deleteInside(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const current = await findChatSession(tx, actor.id, id);
  if (!current) throw new AppError("notFound");
  if (current.isTemporary) return removeTemporaryChat(tx, actor.id, id);
  await assertMayDeleteConversations(tx, actor);
  if (current.archivedAt === null && (await countChatSessions(tx, actor.id)) <= 1) throw new AppError("lastChat");
  await updateChatSession(tx, actor.id, id, { deletedAt: new Date() });
}
