import "server-only";
import { db } from "@/db/client";
import type { ChatKind } from "@/db/queries/chat";
import { updateFeedback } from "@/db/queries/chat-feedback";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/http/errors";
import type { AnswerFeedback } from "./feedback-schema";

/** Keeps what a person says of an answer to them. The caller has checked the area's permission. Throws notFound. */
export async function giveFeedback(actor: Actor, kind: ChatKind, id: string, given: AnswerFeedback): Promise<void> {
  const isDislike = given.value === "dislike";
  const kept = await updateFeedback(
    db(),
    actor.id,
    { id, kind },
    {
      feedback: given.value,
      feedbackReason: isDislike ? given.reason : null,
      feedbackText: isDislike && given.text ? given.text : null,
    },
  );
  if (!kept) throw new AppError("notFound");
}
