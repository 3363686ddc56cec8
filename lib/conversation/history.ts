import "server-only";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import {
  countChatSessions,
  findChatSession,
  findOldestChatSession,
  insertChatSession,
  insertMessageChain,
  listChatSessions,
  lockChatSessions,
  updateChatSession,
} from "@/db/queries/conversation/sessions";
import { removeTemporaryChat } from "@/db/queries/conversation/temporary";
import { findFolder } from "@/db/queries/folders/folders";
import { chatFolders } from "@/db/schema/conversation";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { isoTimes } from "@/lib/config/time";
import { assertMayDeleteConversations } from "@/lib/conversation/records-policy";
import { AppError } from "@/lib/errors/errors";
import { stopAnswersIn } from "@/lib/stream/stop";
import { withArea } from "./access";
import type { ConversationArea } from "./area";
import type { ConversationDto } from "./dto";
import type { ConversationPatch, historyQuery } from "./history-schema";

type Row = Awaited<ReturnType<typeof listChatSessions>>[number];

/** A conversation as lists and pages have it. */
export function toDto({ id, kind, title, folderId, running, lastMessageAt, createdAt, ...row }: Row): ConversationDto {
  return {
    ...isoTimes({ id, kind, title, folderId, running, lastMessageAt, createdAt }),
    archived: row.archivedAt !== null,
    pinned: row.pinnedAt !== null,
    temporary: row.isTemporary,
  };
}

type HistoryFilter = Partial<Omit<z.infer<typeof historyQuery>, "kind">>;

/** Own conversations of an area, pinned ones and then the last used first. */
export async function listConversations(
  actor: Actor,
  area: ConversationArea,
  { keyword, archived, days, about, page = 1, pageSize = 50 }: HistoryFilter = {},
): Promise<{ items: ConversationDto[] }> {
  requirePermission(actor, area.permission);
  const since = sinceOf(days);
  const rows = await listChatSessions(db(), actor.id, {
    kind: area.code,
    keyword,
    archived: archived ?? (since ? undefined : false),
    since,
    aboutId: about,
    page,
    pageSize,
  });
  return { items: rows.map(toDto) };
}

const DAY_MS = 86_400_000;

/** When the last so many days began; undefined for all time. */
export const sinceOf = (days: number | undefined) => (days ? new Date(Date.now() - days * DAY_MS) : undefined);

/** An own conversation of an area, archived ones too; null when it is not there or not theirs. */
export async function findConversation(
  actor: Actor,
  area: ConversationArea,
  id: string,
): Promise<ConversationDto | null> {
  requirePermission(actor, area.permission);
  const row = await findChatSession(db(), actor.id, id, area.code);
  return row && toDto(row);
}

/** As `listConversations`; the first visit makes one, because at least one must exist (spec 5). */
export async function listOrCreate(actor: Actor, area: ConversationArea): Promise<ConversationDto[]> {
  const { items } = await listConversations(actor, area);
  if (items.length > 0) return items;
  await db().transaction(async (tx) => {
    await lockChatSessions(tx, actor.id);
    if ((await countChatSessions(tx, actor.id, area.code)) === 0) await insertChatSession(tx, actor.id, "", area.code);
  });
  return (await listConversations(actor, area)).items;
}

export interface NewConversation {
  title?: string;
  folderId?: string;
  /** Never listed, searched or titled; gone when it is left. */
  temporary?: boolean;
}

/**
 * Begins a conversation. Throws chatLimit, naming the oldest one that could be archived (spec B10); a temporary one needs
 * no room.
 */
export async function createConversation(
  actor: Actor,
  area: ConversationArea,
  { title = "", folderId, temporary = false }: NewConversation = {},
): Promise<ConversationDto> {
  requirePermission(actor, area.permission);
  return db().transaction(async (tx) => {
    if (temporary) {
      return toDto(await insertChatSession(tx, actor.id, "", area.code, { isTemporary: true, isTitleOwn: true }));
    }
    await lockChatSessions(tx, actor.id);
    await assertRoom(tx, actor.id, area);
    if (folderId) await assertFolder(tx, actor.id, area, folderId);
    return toDto(await insertChatSession(tx, actor.id, title, area.code, { folderId, isTitleOwn: title !== "" }));
  });
}

/** A message of another conversation, as its reader may take it along. */
export interface TakenMessage {
  role: "user" | "assistant";
  text: string;
  modelName: string | null;
}

/** Begins a conversation with messages that stand in another one. Throws chatLimit, as `createConversation`. */
export async function beginWith(
  actor: Actor,
  area: ConversationArea,
  { title, messages }: { title: string; messages: readonly TakenMessage[] },
): Promise<ConversationDto> {
  requirePermission(actor, area.permission);
  return db().transaction(async (tx) => {
    await lockChatSessions(tx, actor.id);
    await assertRoom(tx, actor.id, area);
    const session = await insertChatSession(tx, actor.id, title, area.code, { isTitleOwn: title !== "" });
    const rows = messages.map(({ text, ...message }) => ({ ...message, parts: [{ type: "text", text }] }));
    await insertMessageChain(tx, actor.id, session.id, rows);
    return toDto(session);
  });
}

async function assertRoom(tx: Transaction, userId: string, { code, atMost }: ConversationArea): Promise<void> {
  if (atMost === undefined || (await countChatSessions(tx, userId, code)) < atMost) return;
  const oldest = await findOldestChatSession(tx, userId, code);
  throw new AppError("chatLimit", { args: { max: atMost }, data: { oldest } });
}

async function assertFolder(tx: Transaction, userId: string, area: ConversationArea, folderId: string): Promise<void> {
  if (!area.hasFolders || !(await findFolder(tx, chatFolders, userId, folderId))) throw new AppError("notFound");
}

/** Renames, archives, pins or moves a conversation, or takes it back from the archive. The last active chat stays. */
export async function changeConversation(actor: Actor, id: string, patch: ConversationPatch): Promise<ConversationDto> {
  return db().transaction(async (tx) => {
    await lockChatSessions(tx, actor.id);
    return changeInside(tx, actor, id, patch);
  });
}

/** As `changeConversation`, under the lock of `lockChatSessions`. Throws notFound, lastChat and chatLimit. */
export async function changeInside(
  tx: Transaction,
  actor: Actor,
  id: string,
  patch: ConversationPatch,
): Promise<ConversationDto> {
  const { area, ...current } = withArea(actor, await findChatSession(tx, actor.id, id));
  // A temporary chat has no name, no place and no archive.
  if (current.isTemporary) throw new AppError("notFound");
  const isArchived = current.archivedAt !== null;
  if (patch.archived === true && !isArchived) await assertNotLast(tx, actor.id, area);
  if (patch.archived === false && isArchived) await assertRoom(tx, actor.id, area);
  if (patch.folderId) await assertFolder(tx, actor.id, area, patch.folderId);
  const { pinned, archived, title, folderId = current.folderId } = patch;
  const archivedAt = archived === undefined ? current.archivedAt : archived ? new Date() : null;
  const pinnedAt = pinned === undefined ? current.pinnedAt : pinned ? new Date() : null;
  const changed = { title: title ?? current.title, archivedAt, pinnedAt, folderId };
  await updateChatSession(tx, actor.id, id, { ...changed, ...(title === undefined ? {} : { isTitleOwn: true }) });
  return toDto({ ...current, ...changed });
}

/**
 * Deletes a conversation (soft); a temporary one is removed. The last chat stays (spec 5), and all of them where the
 * department keeps them (spec B8). Throws notFound, lastChat, conversationsKept.
 */
export async function deleteConversation(actor: Actor, id: string): Promise<void> {
  await db().transaction(async (tx) => {
    await lockChatSessions(tx, actor.id);
    await deleteInside(tx, actor, id);
  });
  await stopAnswersIn([id]);
}

/** As `deleteConversation`, under the lock of `lockChatSessions`. */
export async function deleteInside(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const { area, archivedAt, isTemporary } = withArea(actor, await findChatSession(tx, actor.id, id));
  if (isTemporary) return removeTemporaryChat(tx, actor.id, id);
  await assertMayDeleteConversations(tx, actor);
  if (archivedAt === null) await assertNotLast(tx, actor.id, area);
  await updateChatSession(tx, actor.id, id, { deletedAt: new Date() });
}

async function assertNotLast(tx: Transaction, userId: string, { code, atMost }: ConversationArea): Promise<void> {
  if (atMost !== undefined && (await countChatSessions(tx, userId, code)) <= 1) throw new AppError("lastChat");
}
