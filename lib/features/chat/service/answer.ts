import "server-only";
import { v7 } from "uuid";
import type { Actor } from "@/lib/auth/actor";
import { type Asked, askAgain, askNew, askToGoOn } from "@/lib/conversation/asking";
import type { Continued } from "@/lib/conversation/continued";
import { citedSources } from "@/lib/conversation/sources";
import { supportByWords } from "@/lib/conversation/support";
import { type Begun, beginTurn } from "@/lib/conversation/turn";
import { AppError } from "@/lib/http/errors";
import { resolveChatModel } from "@/lib/models/registry";
import { optionsFor } from "@/lib/models/supported-options";
import type { ResolvedModel } from "@/lib/models/types";
import { fileIdsOf, textOfParts } from "@/lib/stream/history";
import { runResponse } from "@/lib/stream/read";
import { PERSONAL } from "../kind";
import type { Comparison, Question, ReAnswer } from "../schema";
import type { SessionSettings } from "../settings";
import { effectiveSettings } from "./effective-settings";
import { prepareFiles } from "./files";
import { keptModel } from "./models";
import { buildPrompt } from "./prompt";
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
  { text, parentId, messageId, fileIds, ...input }: Question,
  idempotencyKey: string | null,
): Promise<Response> {
  const at = { conversationId: sessionId, parentId, text };
  const asked = await askNew(actor, PERSONAL, at, { messageId, idempotencyKey });
  return respond(asked, async () => {
    const settings = effectiveSettings(asked.context, input.settings);
    const model = await keptModel(actor, input.modelId, settings);
    return begin(actor, { ...asked, fileIds, model, settings });
  });
}

/** One answer of a comparison, or why there is none. */
interface Compared {
  modelId: string;
  runId: string | null;
  answerId: string | null;
  error: AppError["key"] | null;
}

/**
 * Asks several models the same at once (spec B5): siblings that answer side by side. Thrown is what stands in the way
 * of the first; a later model that refuses leaves the others alone.
 */
export async function compareModels(
  actor: Actor,
  sessionId: string,
  { text, parentId, messageId, fileIds, ...input }: Comparison,
  idempotencyKey: string | null,
): Promise<{ comparisonId: string; questionId: string; answers: Compared[] }> {
  const at = { conversationId: sessionId, parentId, text };
  const { context, question, key } = await askNew(actor, PERSONAL, at, { messageId, idempotencyKey });
  if (context.repeatedRunId) throw new AppError("alreadyAsked");
  const models = await Promise.all(input.modelIds.map((id) => resolveChatModel(actor, id)));
  const settings = effectiveSettings(context, input.settings);
  const comparisonId = v7();
  const answers: Compared[] = [];
  for (const [index, model] of models.entries()) {
    const isFirst = index === 0;
    const running = { ...context.running, byPerson: context.running.byPerson + index };
    try {
      const begun = await begin(actor, {
        context: { ...context, running },
        question: { ...question, isNew: isFirst },
        key: isFirst ? key : null,
        fileIds,
        model,
        settings,
        comparisonId,
      });
      answers.push({ modelId: model.id, error: null, ...begun });
    } catch (error) {
      if (isFirst || !(error instanceof AppError)) throw error;
      answers.push({ modelId: model.id, runId: null, answerId: null, error: error.key });
    }
  }
  return { comparisonId, questionId: question.id, answers };
}

/** Answers a question once more. Throws as `askAgain`. */
export async function reAnswerMessage(
  actor: Actor,
  messageId: string,
  input: ReAnswer,
  idempotencyKey: string | null,
): Promise<Response> {
  const asked = await askAgain(actor, PERSONAL, messageId, { messageId: input.messageId, idempotencyKey });
  return respond(asked, async () => {
    const settings = effectiveSettings(asked.context, input.settings);
    const model = await keptModel(actor, input.modelId, settings);
    return begin(actor, { ...asked, fileIds: fileIdsOf(asked.parts), model, settings });
  });
}

/** Goes on with the last answer of the branch, in the same message. Throws cannotContinue. */
export async function continueAnswer(
  actor: Actor,
  messageId: string,
  input: ReAnswer,
  idempotencyKey: string | null,
): Promise<Response> {
  const asked = await askToGoOn(actor, PERSONAL, messageId, { messageId: input.messageId, idempotencyKey });
  return respond(asked, async () => {
    const settings = effectiveSettings(asked.context, input.settings);
    const model = await keptModel(actor, input.modelId, { modelId: asked.modelId });
    return begin(actor, { ...asked, fileIds: fileIdsOf(asked.parts), model, settings });
  });
}

/** The stream of the answer, or of the one a repeated post began. */
async function respond({ context }: Asked, begin: () => Promise<Begun>): Promise<Response> {
  return runResponse(context.repeatedRunId ?? (await begin()).runId, 0);
}

interface Beginning extends Asked {
  fileIds: readonly string[] | undefined;
  model: ResolvedModel;
  settings: SessionSettings;
  comparisonId?: string;
  continued?: Continued;
}

/** Gathers what the model is told, with the files of the question and of those above it, and begins the answer. */
async function begin(actor: Actor, { fileIds = [], settings, key, ...asked }: Beginning): Promise<Begun> {
  const { context, question, model, continued } = asked;
  const above = context.path.filter(({ role }) => role === "user");
  const files = await prepareFiles(actor, {
    fileIds,
    earlierFileIds: above.flatMap(({ parts }) => fileIdsOf(parts)),
    question: question.text,
    before: textOfParts(above[0]?.parts ?? []),
    model,
    signal: AbortSignal.timeout(FILES_MS),
    isNew: question.isNew,
  });
  const tools = await chosenTools(actor, model, settings.tools);
  const definitions = tools.map(({ definition }) => definition);
  const prompt = buildPrompt({ context, model, settings, text: question.text, files, tools: definitions });
  return beginTurn(actor, PERSONAL, {
    ...asked,
    question: { ...question, parts: [...files.parts, { type: "text", text: question.text }] },
    idempotencyKey: key,
    speech: {
      messages: prompt.messages,
      options: optionsFor(model, settings),
      tools,
      sources: citedSources(files.grounding, async (cited) => supportByWords(cited), continued?.parts),
      context: prompt.context,
    },
  });
}
