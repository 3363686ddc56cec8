import "server-only";
import { db } from "@/db/client";
import { findChatSession, findMessage } from "@/db/queries/chat";
import { updateFeedback } from "@/db/queries/chat-feedback";
import { conversationFile, type ExportFormat } from "@/lib/answers/export/file";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/http/errors";
import type { Locale } from "@/lib/i18n/locales";
import type { AnswerFeedback } from "@/lib/stream/feedback-schema";
import { readMessages } from "@/lib/stream/messages";
import type { ConversationKind } from "./kind";

/** Likes or dislikes an own answer, or takes that back. Throws notFound. */
export async function rateAnswer(
  actor: Actor,
  { permission, code }: ConversationKind,
  messageId: string,
  given: AnswerFeedback,
): Promise<void> {
  requirePermission(actor, permission);
  const dislike = given.value === "dislike" ? given : null;
  const kept = await updateFeedback(
    db(),
    actor.id,
    { id: messageId, kind: code },
    {
      feedback: given.value,
      feedbackReason: dislike?.reason ?? null,
      feedbackText: dislike?.text || null,
    },
  );
  if (!kept) throw new AppError("notFound");
}

/** An own answer with its question as Word or Markdown. Throws notFound. */
export async function exportAnswer(
  actor: Actor,
  { permission, code }: ConversationKind,
  messageId: string,
  file: { format: ExportFormat; locale: Locale },
): Promise<Response> {
  requirePermission(actor, permission);
  const message = await findMessage(db(), actor.id, messageId, code);
  const session = message && (await findChatSession(db(), actor.id, message.sessionId, code));
  if (message?.role !== "assistant" || !session) throw new AppError("notFound");
  const messages = await readMessages(session.id, [message.parentId ?? message.id, message.id]);
  return conversationFile(actor, { title: session.title, documents: [], messages }, file.format, file.locale);
}
