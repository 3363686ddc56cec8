import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { baseIdsOf } from "@/lib/citations/gone";
import { type Asked, type AskedBefore, askNew } from "@/lib/conversation/asking";
import { compareModels } from "@/lib/conversation/compare";
import type { Continued } from "@/lib/conversation/continued";
import { partsOfBases } from "@/lib/conversation/named-sources";
import type { AnswerWish } from "@/lib/conversation/schema";
import type { SessionSettings } from "@/lib/conversation/settings";
import { prepareFiles } from "@/lib/conversation/talk/files";
import { speechFromBases, talkSpeech } from "@/lib/conversation/talk/speech";
import { answerStream, type Begun, beginTurn } from "@/lib/conversation/turn";
import type { ResolvedModel } from "@/lib/models/types";
import { fileIdsOf, textOfParts } from "@/lib/stream/history";
import { PERSONAL } from "../conversation";
import type { Comparison, Question } from "../schema";
import { effectiveSettings } from "./effective-settings";
import { keptModel } from "./models";
import { chosenTools } from "./tools";

/** Reading the files of a question may take so long, milliseconds. */
const FILES_MS = 60_000;

/**
 * Asks in a chat and answers the stream (spec 10). Failures before the first byte are thrown: notFound,
 * noModel, modelNotFound, dailyTokenLimit, answersLimit, chatAnswersLimit. Later ones are lines of the stream.
 */
export async function answerQuestion(
  actor: Actor,
  sessionId: string,
  { text, parentId, messageId, fileIds, baseIds, ...input }: Question,
  idempotencyKey: string | null,
): Promise<Response> {
  const at = { conversationId: sessionId, parentId, text };
  const asked = await askNew(actor, PERSONAL, at, { messageId, idempotencyKey });
  return answerStream(asked, async () => {
    const settings = effectiveSettings(asked.context, input.settings);
    const model = await keptModel(actor, input.modelId, settings);
    return begin(actor, { ...asked, fileIds, baseIds, model, settings });
  });
}

/** Asks several models the same at once (spec B5). Throws as `compareModels` and as a question does. */
export async function compareAnswers(
  actor: Actor,
  sessionId: string,
  { text, parentId, messageId, fileIds, baseIds, modelIds, settings }: Comparison,
  idempotencyKey: string | null,
) {
  const at = { conversationId: sessionId, parentId, text };
  const asked = await askNew(actor, PERSONAL, at, { messageId, idempotencyKey });
  const held = effectiveSettings(asked.context, settings);
  return compareModels(actor, asked, modelIds, (one) => begin(actor, { ...one, fileIds, baseIds, settings: held }));
}

/** Answers a stored question of a chat once more, or goes on with an answer. */
export async function answerAgain(
  actor: Actor,
  asked: AskedBefore & { continued?: Continued },
  { modelId, settings: wanted }: AnswerWish,
): Promise<Begun> {
  const settings = effectiveSettings(asked.context, wanted);
  // What was begun is gone on with by the model that began it.
  const model = await keptModel(actor, modelId, asked.continued ?? settings);
  const named = { fileIds: fileIdsOf(asked.parts), baseIds: baseIdsOf(asked.parts) };
  return begin(actor, { ...asked, ...named, model, settings });
}

interface Beginning extends Asked {
  fileIds: readonly string[] | undefined;
  baseIds: readonly string[] | undefined;
  model: ResolvedModel;
  settings: SessionSettings;
  comparisonId?: string;
  continued?: Continued;
}

/** Gathers what the model is told, with the files of the question and of those above it, and begins the answer. */
async function begin(
  actor: Actor,
  { fileIds = [], baseIds: named = [], settings, key, ...asked }: Beginning,
): Promise<Begun> {
  const { context, question, model, continued } = asked;
  const above = context.path.filter(({ role }) => role === "user");
  const baseIds = [...new Set(named)];
  // What stands in the way is told before the question is stored; rights are asked again when the bases are searched.
  const bases = await partsOfBases(actor, baseIds, question.isNew);
  const files = await prepareFiles(actor, {
    app: PERSONAL.app,
    fileIds,
    earlierFileIds: above.flatMap(({ parts }) => fileIdsOf(parts)),
    question: question.text,
    before: textOfParts(above[0]?.parts ?? []),
    model,
    signal: AbortSignal.timeout(FILES_MS),
    isNew: question.isNew,
  });
  const tools = await chosenTools(actor, model, settings.tools);
  const said = { app: PERSONAL.app, context, model, settings, question, tools, earlier: continued?.parts };
  return beginTurn(actor, PERSONAL, {
    ...asked,
    question: { ...question, parts: [...files.parts, ...bases, { type: "text", text: question.text }] },
    idempotencyKey: key,
    speech:
      baseIds.length === 0 ? talkSpeech(said, files) : (working) => speechFromBases(said, { files, baseIds }, working),
  });
}
