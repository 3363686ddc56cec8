import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { type AskedBefore, askAgain, askToGoOn } from "./asking";
import type { Continued } from "./continued";
import { kindOf } from "./kinds";
import type { AnswerWish } from "./schema";
import { answerStream } from "./turn";

/** Answers a question once more and answers the stream. Throws as `askAgain` and as a new question of its kind. */
export async function reAnswerMessage(
  actor: Actor,
  messageId: string,
  wish: AnswerWish,
  idempotencyKey: string | null,
): Promise<Response> {
  return answer(actor, await askAgain(actor, messageId, { messageId: wish.messageId, idempotencyKey }), wish);
}

/** Goes on with the last answer of the branch, in the same message. Throws cannotContinue. */
export async function continueAnswer(
  actor: Actor,
  messageId: string,
  wish: AnswerWish,
  idempotencyKey: string | null,
): Promise<Response> {
  return answer(actor, await askToGoOn(actor, messageId, { messageId: wish.messageId, idempotencyKey }), wish);
}

function answer(actor: Actor, asked: AskedBefore & { continued?: Continued }, wish: AnswerWish): Promise<Response> {
  return answerStream(asked, () => kindOf(asked.area).answer(actor, asked, wish));
}
