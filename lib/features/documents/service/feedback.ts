import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { P } from "@/lib/permissions/codes";
import { giveFeedback } from "@/lib/stream/feedback";
import type { AnswerFeedback } from "@/lib/stream/feedback-schema";

/** Likes or dislikes an own answer, or takes that back. Throws notFound. */
export async function rateAnswer(actor: Actor, messageId: string, given: AnswerFeedback): Promise<void> {
  requirePermission(actor, P.DOCUMENT);
  await giveFeedback(actor, "document", messageId, given);
}
