import "server-only";
import { db, type Transaction } from "@/db/client";
import { findOpenAnswer } from "@/db/queries/knowledge-operations/findings";
import { insertReads } from "@/db/queries/records/records";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { asReadBy } from "@/lib/citations/gone";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { textOfParts } from "@/lib/stream/history";
import { readMessages } from "@/lib/stream/messages";
import { citationsOf } from "../answer-facts";
import type { OpenedAnswerDto } from "../usage-dto";
import { insightOf } from "./insight";

/**
 * A question of a base with its answer, as this person may read what it cites. The operation log says who read it, and so does
 * its asker's list of readers (spec B8). Throws notFound, wordsClosed.
 */
export async function openAnswer(actor: Actor, of: { messageId: string; baseId: string }): Promise<OpenedAnswerDto> {
  requirePermission(actor, P.KB_MANAGE, P.KB_CENTER);
  const { opened, tell } = await readOpened(actor, of);
  await db().transaction(async (tx) => {
    const { messageId, baseId } = of;
    const target = { type: "knowledgeBase", id: baseId };
    await recordAuditEvent(tx, actor, { action: "knowledge.answer.open", target, after: { messageId } });
    await tell(tx);
  });
  return opened;
}

/** The same for whoever writes its own line into the log. Throws notFound, wordsClosed. */
export async function readOpened(actor: Actor, of: { messageId: string; baseId: string }) {
  const row = await findOpenAnswer(db(), insightOf(actor), of);
  if (!row) throw new AppError("notFound");
  if (!row.isOpen) throw new AppError("wordsClosed");
  const { id, parentId, sessionId, userId, title } = row;
  const messages = await asReadBy(actor, await readMessages(sessionId, parentId ? [parentId, id] : [id]));
  const question = messages.find(({ role }) => role === "user");
  const answer = messages.find((message) => message.id === id);
  const parts = answer?.parts ?? [];
  const opened: OpenedAnswerDto = {
    messageId: id,
    isTold: userId !== actor.id,
    question: question ? textOfParts(question.parts).trim() : "",
    answer: textOfParts(parts).trim(),
    citations: citationsOf(parts),
  };
  const tell = (tx: Transaction) => insertReads(tx, actor.id, [{ userId, sessionId, title: title ?? "" }]);
  return { opened, tell };
}
