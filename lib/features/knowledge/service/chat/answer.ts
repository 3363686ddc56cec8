import "server-only";
import { db } from "@/db/client";
import { findRunByKey } from "@/db/queries/conversation/runs";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { AnswerStrategy } from "@/lib/config/knowledge-retrieval";
import { type Asked, type AskedBefore, askNew } from "@/lib/conversation/asking";
import type { Continued } from "@/lib/conversation/continued";
import { followRun } from "@/lib/conversation/runs";
import type { AnswerWish } from "@/lib/conversation/schema";
import { type Begun, beginTurn } from "@/lib/conversation/turn";
import { AppError } from "@/lib/errors/errors";
import { resolveSetChatModel } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import { runResponse } from "@/lib/stream/read";
import type { KnowledgeAsked, KnowledgeQuestion } from "../../chat-schema";
import { ABOUT_KNOWLEDGE } from "../../conversation";
import { changeBases, dropChat, makeChat, usableBases } from "./chats";
import { configOf } from "./config";
import { knowledgeSpeech } from "./speech";

/**
 * Puts a question to bases and answers the stream; without a conversation it begins one. Thrown before the first byte:
 * notFound, basesGone, noModel, modelNotFound, the limits. Later failures are lines of the stream.
 */
export async function askBases(
  actor: Actor,
  { question: text, sessionId, baseIds, ...input }: KnowledgeAsked,
  idempotencyKey: string | null,
): Promise<Response> {
  requirePermission(actor, P.KB_CHAT);
  if (sessionId) return askInChat(actor, sessionId, { ...input, text, baseIds }, idempotencyKey);
  const key = idempotencyKey ?? input.messageId;
  const known = key ? await findRunByKey(db(), actor.id, key) : null;
  if (known) return followRun(actor, known, 0);
  const id = await makeChat(actor, { baseIds });
  try {
    return await askInChat(actor, id, { ...input, text }, idempotencyKey);
  } catch (error) {
    await dropChat(actor, id);
    throw error;
  }
}

/** The next question of a conversation. Throws as `askBases`. */
export async function askInChat(
  actor: Actor,
  id: string,
  {
    text,
    baseIds,
    parentId,
    messageId,
    modelId,
    useSources,
    strategy,
  }: KnowledgeQuestion & Pick<KnowledgeAsked, "strategy">,
  idempotencyKey: string | null,
): Promise<Response> {
  const at = { conversationId: id, parentId, text: text.trim() };
  const asked = await askNew(actor, ABOUT_KNOWLEDGE, at, { messageId, idempotencyKey });
  const { repeatedRunId } = asked.context;
  if (repeatedRunId) return followRun(actor, repeatedRunId, 0);
  if (baseIds) await changeBases(actor, id, baseIds);
  return runResponse((await begin(actor, { ...asked, wanted: modelId, useSources, strategy })).runId, 0);
}

/** Answers a stored question once more, or goes on with an answer. Throws invalidInput for settings. */
export async function answerAgain(
  actor: Actor,
  asked: AskedBefore & { continued?: Continued },
  { modelId, settings }: AnswerWish,
): Promise<Begun> {
  // How bases are asked is the person's configuration.
  if (settings) throw new AppError("invalidInput");
  return begin(actor, { ...asked, wanted: modelId });
}

interface Beginning extends Asked {
  /** Id of the model that is asked for. */
  wanted?: string;
  useSources?: boolean;
  /** In the place of the person's own. */
  strategy?: AnswerStrategy;
  continued?: Continued;
}

async function begin(actor: Actor, { wanted, useSources = true, strategy, key, ...asked }: Beginning): Promise<Begun> {
  const { context, question, continued } = asked;
  // What stands in the way is told before the question is stored; rights are asked again when the bases are searched.
  const [config, { bases }] = await Promise.all([configOf(actor.id), usableBases(actor, context.sessionId)]);
  // What was begun is gone on with by the model that began it.
  const model = await resolveSetChatModel(actor, continued?.modelId ?? config.modelId, wanted);
  return beginTurn(actor, ABOUT_KNOWLEDGE, {
    ...asked,
    question: { ...question, parts: [{ type: "text", text: question.text }] },
    model,
    idempotencyKey: key,
    speech: knowledgeSpeech({
      ...{ context, question: question.text, model, bases, useSources },
      config: strategy ? { ...config, strategy } : config,
      earlier: continued?.parts,
    }),
  });
}
