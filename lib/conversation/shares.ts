import "server-only";
import { db } from "@/db/client";
import { lockChatSessions } from "@/db/queries/conversation/sessions";
import {
  countShares,
  findOpenShare,
  insertShare,
  listShares as listRows,
  revokeShare as revokeRow,
} from "@/db/queries/conversation/shares";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { ownerMay } from "@/lib/auth/delegated";
import type { Citation } from "@/lib/citations/dto";
import { goneVersions } from "@/lib/citations/gone";
import { numberedText } from "@/lib/citations/numbered";
import { isoTimes } from "@/lib/config/time";
import { AppError } from "@/lib/errors/errors";
import { SHARES_MAX } from "@/lib/sharing/limits";
import { expiryOf } from "@/lib/sharing/schema";
import { textOfParts } from "@/lib/stream/history";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { lastSettled, readBranch, readMessages } from "@/lib/stream/messages";
import { withArea } from "./access";
import type { ConversationArea } from "./area";
import { CONVERSATION_CODES } from "./areas";
import type { ShareDto, SharedConversationDto, SharedMessageDto } from "./dto";
import type { NewShare } from "./history-schema";
import { SHARED_PAGE } from "./limits";
import { ownConversation } from "./messages";
import { titleOfQuestion } from "./title-text";

/** Links of an own conversation, the newest first. Throws notFound. */
export async function listShares(actor: Actor, sessionId: string): Promise<{ items: ShareDto[] }> {
  const session = await ownConversation(actor, sessionId);
  if (session.isTemporary) throw new AppError("notFound");
  return { items: (await listRows(db(), actor.id, sessionId)).map(toShare) };
}

function toShare({ firstId, ...row }: Awaited<ReturnType<typeof listRows>>[number]): ShareDto {
  return { ...isoTimes(row), isAnswer: firstId !== null };
}

/**
 * Makes a link to the branch in view up to its last finished answer, or to one answer with its question. A temporary chat
 * cannot be shared: it is not kept. Throws notFound, nothingToShare and sharesLimit.
 */
export async function createShare(actor: Actor, sessionId: string, { days, answerId }: NewShare): Promise<ShareDto> {
  const session = await ownConversation(actor, sessionId);
  if (session.isTemporary) throw new AppError("notFound");
  const shared = answerId
    ? await answerIn(sessionId, answerId)
    : { leafId: await lastSettled(session), firstId: null, title: session.title };
  const { leafId, firstId, title } = shared;
  if (!leafId) throw new AppError("nothingToShare");
  const expiresAt = expiryOf(days);
  return db().transaction(async (tx) => {
    await lockChatSessions(tx, actor.id);
    if ((await countShares(tx, actor.id, sessionId)) >= SHARES_MAX) {
      throw new AppError("sharesLimit", { args: { max: SHARES_MAX } });
    }
    const row = await insertShare(tx, { userId: actor.id, sessionId, leafId, firstId, title, expiresAt });
    // Whoever reads the log learns that something was shared, not what was said: titles are made of questions.
    const after = { sessionId, expiresAt: expiresAt?.toISOString() ?? null };
    await recordAuditEvent(tx, actor, {
      action: "chat.share.create",
      target: { type: "chatShare", id: row.id },
      after,
    });
    return toShare(row);
  });
}

/** An answer that was written, with its question, which gives the title: that of the whole may tell of other things. */
async function answerIn(sessionId: string, answerId: string) {
  const [answer] = await readMessages(sessionId, [answerId]);
  if (answer?.role !== "assistant" || !answer.parentId) throw new AppError("notFound");
  if (answer.status === "streaming") throw new AppError("nothingToShare");
  const [question] = await readMessages(sessionId, [answer.parentId]);
  return { leafId: answerId, firstId: answer.parentId, title: titleOfQuestion(textOfParts(question?.parts ?? [])) };
}

/** Takes an own link back: from now on it leads nowhere. Throws notFound. */
export async function revokeShare(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, ...CONVERSATION_CODES);
  await db().transaction(async (tx) => {
    if (!(await revokeRow(tx, actor.id, id))) throw new AppError("notFound");
    await recordAuditEvent(tx, actor, { action: "chat.share.revoke", target: { type: "chatShare", id } });
  });
}

/**
 * A shared conversation for any colleague who may use its area, from its beginning or after a message. Thinking, tools
 * and files stay with the owner, and so do the words of documents the reader may not open. Throws notFound for what was
 * revoked or ran out, and while its owner may not use it themselves.
 */
export async function readShare(actor: Actor, id: string, after?: string): Promise<SharedConversationDto> {
  const share = withArea(actor, await findOpenShare(db(), id));
  if (!(await ownerMay(share.userId, share.area.permission))) throw new AppError("notFound");
  const branch = { id: share.sessionId, activeLeafId: share.leafId };
  const page = await readBranch(branch, { after: after ?? "", limit: SHARED_PAGE, from: share.firstId ?? undefined });
  const gone = await goneVersions(actor, page.items);
  const { kind, title, ownerName, createdAt, expiresAt } = share;
  return {
    ...isoTimes({ id, kind, title, ownerName, createdAt, expiresAt }),
    isOwn: share.userId === actor.id,
    messages: page.items.map((message) => toShared(message, gone)),
    hasLater: page.hasLater ?? false,
  };
}

/** As `readShare`, for the screen of an area; null where there is nothing to be read there. */
export async function sharedOrNull(
  actor: Actor,
  { code }: ConversationArea,
  id: string | undefined,
): Promise<SharedConversationDto | null> {
  if (!id) return null;
  try {
    const shared = await readShare(actor, id);
    return shared.kind === code ? shared : null;
  } catch (error) {
    if (error instanceof AppError && error.key === "notFound") return null;
    throw error;
  }
}

function toShared(
  { id, role, parts, modelName, createdAt }: ChatMessageDto,
  gone: ReadonlySet<string>,
): SharedMessageDto {
  const citations = parts.flatMap((part): Citation[] => (part.type === "citation" ? [part.citation] : []));
  const text = parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n\n");
  const sources = new Map<number, SharedMessageDto["sources"][number]>();
  for (const { number, versionId, fileName, quote } of citations) {
    const isHidden = gone.has(versionId);
    const source = sources.get(number) ?? { number, fileName: isHidden ? null : fileName, quotes: [] };
    if (!isHidden && quote && !source.quotes.includes(quote)) source.quotes.push(quote);
    sources.set(number, source);
  }
  return { id, role, text: numberedText(text, citations), modelName, sources: [...sources.values()], createdAt };
}
