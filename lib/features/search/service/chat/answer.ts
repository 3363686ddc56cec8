import "server-only";
import { db } from "@/db/client";
import { findRunByKey } from "@/db/queries/conversation/runs";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { type Asked, type AskedBefore, askNew } from "@/lib/conversation/asking";
import type { Continued } from "@/lib/conversation/continued";
import { followRun } from "@/lib/conversation/runs";
import type { AnswerWish } from "@/lib/conversation/schema";
import { prepareFiles } from "@/lib/conversation/talk/files";
import { type Begun, beginTurn } from "@/lib/conversation/turn";
import { AppError } from "@/lib/errors/errors";
import { resolveSetChatModel } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import { fileIdsOf, textOfParts } from "@/lib/stream/history";
import { runResponse } from "@/lib/stream/read";
import type { SearchAsked, SearchQuestion } from "../../chat-schema";
import { ABOUT_SEARCH } from "../../conversation";
import { searchSettings } from "../settings/settings";
import { assertSearchable } from "./reach";
import { changeSearch, dropSearch, makeSearch, scopeOf } from "./searches";
import { searchSpeech } from "./speech";

/** Reading the files of a question may take so long, milliseconds. */
const FILES_MS = 60_000;

/**
 * Searches the web for a question and answers the stream; without a search it begins one. Thrown before the first byte:
 * notFound, searchNowhere, searchSourcesGone, noModel, modelNotFound, the limits. Later failures are lines of the stream.
 */
export async function askWeb(
  actor: Actor,
  { question: text, sessionId, ...input }: SearchAsked,
  idempotencyKey: string | null,
): Promise<Response> {
  requirePermission(actor, P.SEARCH);
  if (sessionId) return askInSearch(actor, sessionId, { ...input, text }, idempotencyKey);
  const key = idempotencyKey ?? input.messageId;
  const known = key ? await findRunByKey(db(), actor.id, key) : null;
  if (known) return followRun(actor, known, 0);
  const id = await makeSearch(actor, input);
  try {
    return await askInSearch(actor, id, { ...input, text }, idempotencyKey);
  } catch (error) {
    await dropSearch(actor, id);
    throw error;
  }
}

/** The next question of a search. Throws as `askWeb`. */
export async function askInSearch(
  actor: Actor,
  id: string,
  { text, parentId, messageId, modelId, sourceIds, mode, fileIds }: SearchQuestion,
  idempotencyKey: string | null,
): Promise<Response> {
  const at = { conversationId: id, parentId, text: text.trim() };
  const asked = await askNew(actor, ABOUT_SEARCH, at, { messageId, idempotencyKey });
  const { repeatedRunId } = asked.context;
  if (repeatedRunId) return followRun(actor, repeatedRunId, 0);
  if (sourceIds || mode) await changeSearch(actor, id, { sourceIds, mode });
  return runResponse((await begin(actor, { ...asked, fileIds, wanted: modelId })).runId, 0);
}

/** Answers a stored question once more, or goes on with an answer. Throws invalidInput for settings. */
export async function answerAgain(
  actor: Actor,
  asked: AskedBefore & { continued?: Continued },
  { modelId, settings }: AnswerWish,
): Promise<Begun> {
  // How the web is searched is the person's configuration.
  if (settings) throw new AppError("invalidInput");
  return begin(actor, { ...asked, fileIds: fileIdsOf(asked.parts), wanted: modelId });
}

interface Beginning extends Asked {
  /** Id of the model that is asked for. */
  wanted?: string;
  fileIds?: readonly string[];
  continued?: Continued;
}

async function begin(actor: Actor, { wanted, fileIds = [], key, ...asked }: Beginning): Promise<Begun> {
  const { context, question, continued } = asked;
  // What stands in the way is told before the question is stored; rights are asked again when pages are looked for.
  const [settings, scope] = await Promise.all([searchSettings(actor), scopeOf(actor, context.sessionId)]);
  await assertSearchable(actor, scope);
  // What was begun is gone on with by the model that began it.
  const model = await resolveSetChatModel(actor, continued?.modelId ?? settings.base.modelId, wanted);
  const above = context.path.filter(({ role }) => role === "user");
  const files = await prepareFiles(actor, {
    app: ABOUT_SEARCH.app,
    fileIds,
    earlierFileIds: above.flatMap(({ parts }) => fileIdsOf(parts)),
    question: question.text,
    before: textOfParts(above[0]?.parts ?? []),
    model,
    signal: AbortSignal.timeout(FILES_MS),
    isNew: question.isNew,
  });
  return beginTurn(actor, ABOUT_SEARCH, {
    ...asked,
    question: { ...question, parts: [...files.parts, { type: "text", text: question.text }] },
    model,
    idempotencyKey: key,
    speech: searchSpeech({
      context,
      question: question.text,
      model,
      settings,
      scope,
      files,
      earlier: continued?.parts,
    }),
  });
}
