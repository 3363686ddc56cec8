import "server-only";
import { db } from "@/db/client";
import { updateFeedback } from "@/db/queries/conversation/feedback";
import { conversationFile, type ExportFormat } from "@/lib/answers/export/file";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import type { AnswerFeedback } from "@/lib/stream/feedback-schema";
import { readMessages } from "@/lib/stream/messages";
import { ownConversation, ownMessage } from "./messages";
import { answerRated } from "./watched-answers";

/** Likes or dislikes an own answer, or takes that back. Throws notFound. */
export async function rateAnswer(actor: Actor, messageId: string, given: AnswerFeedback): Promise<void> {
  const { kind } = await ownMessage(actor, messageId);
  const dislike = given.value === "dislike" ? given : null;
  const kept = await updateFeedback(
    db(),
    actor.id,
    { id: messageId, kind },
    {
      feedback: given.value,
      feedbackReason: dislike?.reason ?? null,
      feedbackText: dislike?.text || null,
    },
  );
  if (!kept) throw new AppError("notFound");
  await answerRated(messageId);
}

/** An own answer with its question as Word or Markdown. Throws notFound. */
export async function exportAnswer(
  actor: Actor,
  messageId: string,
  file: { format: ExportFormat; locale: Locale },
): Promise<Response> {
  const { title, messages } = await ownRound(actor, messageId);
  return conversationFile(actor, { title, documents: [], messages }, file);
}

/** An own answer behind its question, with the conversation they are of. Throws notFound. */
export async function ownRound(actor: Actor, messageId: string) {
  const message = await ownMessage(actor, messageId);
  if (message.role !== "assistant") throw new AppError("notFound");
  const { id, title } = await ownConversation(actor, message.sessionId);
  const messages = await readMessages(id, [message.parentId ?? message.id, message.id]);
  return { kind: message.kind, title, messages };
}
