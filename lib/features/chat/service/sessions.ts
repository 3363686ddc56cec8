import "server-only";
import { db } from "@/db/client";
import {
  countChatSessions,
  findChatSession,
  findOldestChatSession,
  insertChatSession,
  listChatSessions,
  lockChatSessions,
  updateChatSession,
} from "@/db/queries/chat";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { CHAT_SESSIONS_MAX } from "@/lib/config/constants";
import { AppError } from "@/lib/http/errors";
import { P } from "@/lib/permissions/codes";
import { assertMayDeleteConversations } from "@/lib/records-policy";
import type { ChatSessionDto } from "../dto";

interface SessionRow {
  id: string;
  title: string;
  archivedAt: Date | null;
  lastMessageAt: Date;
  createdAt: Date;
  running?: boolean;
}

function toDto(row: SessionRow): ChatSessionDto {
  return {
    id: row.id,
    title: row.title,
    archived: row.archivedAt !== null,
    running: row.running ?? false,
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

/** Starts a chat. Throws chatLimit, naming the oldest chat that could be archived (AHEAD B10). */
export async function createSession(actor: Actor, title = ""): Promise<ChatSessionDto> {
  requirePermission(actor, P.CHAT);
  return db().transaction(async (tx) => {
    await lockChatSessions(tx, actor.id);
    await assertRoom(tx, actor.id);
    return toDto(await insertChatSession(tx, actor.id, title));
  });
}

async function assertRoom(tx: Parameters<typeof countChatSessions>[0], userId: string): Promise<void> {
  if ((await countChatSessions(tx, userId)) < CHAT_SESSIONS_MAX) return;
  const oldest = await findOldestChatSession(tx, userId);
  throw new AppError("chatLimit", { args: { max: CHAT_SESSIONS_MAX }, data: { oldest } });
}

/** Renames, archives or takes a chat back from the archive. The last active one stays. */
export async function changeSession(
  actor: Actor,
  id: string,
  patch: { title?: string; archived?: boolean },
): Promise<ChatSessionDto> {
  requirePermission(actor, P.CHAT);
  return db().transaction(async (tx) => {
    await lockChatSessions(tx, actor.id);
    const current = await findChatSession(tx, actor.id, id);
    if (!current) throw new AppError("notFound");
    const isArchived = current.archivedAt !== null;
    if (patch.archived === true && !isArchived && (await countChatSessions(tx, actor.id)) <= 1) {
      throw new AppError("lastChat");
    }
    if (patch.archived === false && isArchived) await assertRoom(tx, actor.id);
    const archivedAt = patch.archived === undefined ? current.archivedAt : patch.archived ? new Date() : null;
    await updateChatSession(tx, actor.id, id, { title: patch.title ?? current.title, archivedAt });
    return toDto({ ...current, title: patch.title ?? current.title, archivedAt });
  });
}

/** Deletes a chat (soft). The last one stays (spec 5), and all of them where the department keeps them (AHEAD B8). */
export async function deleteSession(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CHAT);
  await db().transaction(async (tx) => {
    await lockChatSessions(tx, actor.id);
    const current = await findChatSession(tx, actor.id, id);
    if (!current) throw new AppError("notFound");
    await assertMayDeleteConversations(tx, actor);
    if (current.archivedAt === null && (await countChatSessions(tx, actor.id)) <= 1) throw new AppError("lastChat");
    await updateChatSession(tx, actor.id, id, { deletedAt: new Date() });
  });
}
