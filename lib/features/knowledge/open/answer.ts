import "server-only";
import type { KeyHolder } from "@/lib/auth/api-key";
import { readWhole, toCited } from "@/lib/conversation/reading";
import type { OpenKnowledgeAsked } from "../chat-schema";
import { askBases } from "../service/chat/answer";
import { knowledgeCaller } from "./caller";

/**
 * An answer from bases for a program: the product's own lines as they come, or with `stream: false` the whole answer, whose marks
 * like `[1]` name its `citations`. Throws as a question of a person does, and whole what the answer failed with.
 */
export async function answerFromBases(
  holder: KeyHolder,
  { stream, ...asked }: OpenKnowledgeAsked,
  key: string | null,
): Promise<Response> {
  const response = await askBases(await knowledgeCaller(holder), asked, key);
  if (stream || !response.body) return response;
  const { content, citations, finish, sessionId, answerId } = await readWhole(response.body);
  return Response.json({
    ...{ answer: content, citations: citations.map(toCited), finish_reason: finish },
    ...{ session_id: sessionId, message_id: answerId },
  });
}
