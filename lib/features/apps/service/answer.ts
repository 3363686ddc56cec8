import "server-only";
import { db } from "@/db/client";
import { findRunByKey } from "@/db/queries/conversation/runs";
import { findChatSession } from "@/db/queries/conversation/sessions";
import type { TurnContext } from "@/db/queries/conversation/turns";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { inBackground } from "@/lib/background";
import { type Asked, type AskedBefore, askNew } from "@/lib/conversation/asking";
import type { Continued } from "@/lib/conversation/continued";
import { readWhole } from "@/lib/conversation/reading";
import { followRun, stopRun } from "@/lib/conversation/runs";
import type { AnswerWish } from "@/lib/conversation/schema";
import { prepareFiles } from "@/lib/conversation/talk/files";
import { speechFromBases, talkSpeech } from "@/lib/conversation/talk/speech";
import { type Begun, beginTurn } from "@/lib/conversation/turn";
import { AppError } from "@/lib/errors/errors";
import { resolveSetChatModel } from "@/lib/models/registry";
import type { ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import { fileIdsOf, textOfParts } from "@/lib/stream/history";
import { runResponse } from "@/lib/stream/read";
import { listToolsFor, listToolsForApp } from "@/lib/tools/registry";
import type { AvailableTool } from "@/lib/tools/types";
import { ABOUT_APPS, conversationsWith } from "../conversation";
import type { AppQuestion, AppRun } from "../schema";
import { type AppInputs, inputsText } from "../variables";
import { appTools } from "./app-tools";
import { assertInputs, dropAppChat, keptOf, makeAppChat } from "./chats";
import { type AppInUse, appInUse } from "./in-use";
import { instructionsOf } from "./instructions";
import { SHOW_TOOLS } from "./show-tools";
import { noteUse } from "./uses";

/** Reading the files of a question may take so long, milliseconds. */
const FILES_MS = 60_000;

/**
 * Asks an app and answers the stream; without a conversation it begins one. Thrown before the first byte: notFound,
 * appTalksNot, appInputs, questionRequired, noModel, the limits. Later failures are lines of the stream.
 */
export async function runApp(
  actor: Actor,
  appId: string,
  { sessionId, version, ...input }: AppRun,
  idempotencyKey: string | null,
): Promise<Response> {
  requirePermission(actor, P.APPS);
  if (sessionId) {
    const chat = await findChatSession(db(), actor.id, sessionId, ABOUT_APPS.code);
    if (chat?.aboutId !== appId) throw new AppError("notFound");
    return askInChat(actor, sessionId, { ...input, text: input.text ?? "" }, idempotencyKey);
  }
  const key = idempotencyKey ?? input.messageId;
  const known = key ? await findRunByKey(db(), actor.id, key) : null;
  if (known) return followRun(actor, known, 0);
  const app = await appInUse(actor, appId, version);
  const id = await makeAppChat(actor, app, input.inputs ?? {});
  try {
    return await ask(actor, app, id, { ...input, text: input.text ?? "" }, { idempotencyKey });
  } catch (error) {
    await dropAppChat(actor, id);
    throw error;
  }
}

/**
 * Asks an app on behalf of other work and reads its answer to the end; the same key asks once. Throws as `runApp`, what the
 * answer failed with, and the signal's reason.
 */
export async function askForText(
  actor: Actor,
  appId: string,
  question: { text: string; inputs: AppInputs },
  { key, signal, depth }: { key: string; signal: AbortSignal; depth: number },
): Promise<string> {
  const known = await findRunByKey(db(), actor.id, key);
  const stop = async () => {
    const runId = await findRunByKey(db(), actor.id, key);
    if (runId) await stopRun(actor, runId);
  };
  const handleAbort = () => inBackground(stop(), "answer within a run not stopped", { appId });
  signal.addEventListener("abort", handleAbort, { once: true });
  try {
    const response = known ? await followRun(actor, known, 0) : await askAside(actor, appId, question, { key, depth });
    const { content } = await readWhole(response.body!);
    signal.throwIfAborted();
    return content;
  } finally {
    signal.removeEventListener("abort", handleAbort);
  }
}

async function askAside(
  actor: Actor,
  appId: string,
  question: { text: string; inputs: AppInputs },
  { key, depth }: { key: string; depth: number },
) {
  const app = await appInUse(actor, appId);
  const id = await makeAppChat(actor, app, question.inputs, { isTemporary: true });
  return ask(actor, app, id, question, { idempotencyKey: key, depth });
}

/** The next question of a conversation with an app, by the version that is in use now. Throws as `runApp`. */
export async function askInChat(
  actor: Actor,
  id: string,
  question: AppQuestion,
  idempotencyKey: string | null,
): Promise<Response> {
  requirePermission(actor, P.APPS);
  const chat = await findChatSession(db(), actor.id, id, ABOUT_APPS.code);
  if (!chat?.aboutId) throw new AppError("notFound");
  const app = await appInUse(actor, chat.aboutId, keptOf(chat.settings).version);
  return ask(actor, app, id, question, { idempotencyKey });
}

async function ask(
  actor: Actor,
  app: AppInUse,
  id: string,
  { text: typed, parentId, messageId, fileIds, modelId, inputs: sent }: AppQuestion,
  { idempotencyKey, depth = 0 }: { idempotencyKey: string | null; depth?: number },
): Promise<Response> {
  if (sent) assertInputs(app.settings, sent);
  const text = textOf(app, typed.trim(), sent);
  if (text === "" && !fileIds?.length)
    throw new AppError("invalidInput", { data: { fields: { text: "questionRequired" } } });
  const asked = await askNew(actor, ABOUT_APPS, { conversationId: id, parentId, text }, { messageId, idempotencyKey });
  const { repeatedRunId } = asked.context;
  if (repeatedRunId) return followRun(actor, repeatedRunId, 0);
  const begun = await begin(actor, { ...asked, app, fileIds, wanted: modelId, inputs: sent, depth });
  // A maker's trial is no use.
  if (!app.isTrial) noteUse(actor, app.id, { begun: asked.context.path.length === 0 });
  return runResponse(begun.runId, 0);
}

/** An app that writes is asked by its form. */
const textOf = ({ kind, settings }: AppInUse, typed: string, inputs: AppInputs = {}): string =>
  kind === "generation" && typed === "" ? inputsText(settings.variables, inputs) : typed;

/** Answers a stored question once more, or goes on with an answer. Throws invalidInput for settings: the app's are its maker's. */
export async function answerAgain(
  actor: Actor,
  asked: AskedBefore & { continued?: Continued },
  { modelId, settings }: AnswerWish,
): Promise<Begun> {
  if (settings) throw new AppError("invalidInput");
  const chat = await findChatSession(db(), actor.id, asked.context.sessionId, ABOUT_APPS.code);
  if (!chat?.aboutId) throw new AppError("notFound");
  const app = await appInUse(actor, chat.aboutId, keptOf(chat.settings).version);
  return begin(actor, { ...asked, app, fileIds: fileIdsOf(asked.parts), wanted: modelId });
}

interface Beginning extends Asked {
  app: AppInUse;
  fileIds: readonly string[] | undefined;
  wanted?: string;
  /** Of this question; else those its conversation began with. */
  inputs?: AppInputs;
  continued?: Continued;
  /** Apps around this one; 0: a person asks. */
  depth?: number;
}

async function begin(
  actor: Actor,
  { app, fileIds = [], wanted, inputs, key, depth = 0, ...asked }: Beginning,
): Promise<Begun> {
  const { context, question, continued } = asked;
  const { settings } = app;
  const filled = inputs ?? inputsOf(context);
  const area = conversationsWith(app);
  // What was begun is gone on with by the model that began it.
  const model = await resolveSetChatModel(actor, continued?.modelId ?? settings.modelId, wanted);
  const above = context.path.filter(({ role }) => role === "user");
  const files = await prepareFiles(actor, {
    app: area.app,
    fileIds: settings.takesFiles ? fileIds : [],
    earlierFileIds: above.flatMap(({ parts }) => fileIdsOf(parts)),
    question: question.text,
    before: textOfParts(above[0]?.parts ?? []),
    model,
    signal: AbortSignal.timeout(FILES_MS),
    isNew: question.isNew,
  });
  const tools = await toolsOf(actor, model, app, depth);
  const said = {
    app: area.app,
    // What a person wants every chat to know of them is theirs, and no app's.
    context: { ...context, memories: [] },
    model,
    settings: { ...settings.options, systemPrompt: await instructionsOf(actor, app, filled) },
    question,
    tools,
    earlier: continued?.parts,
  };
  const { baseIds, onlyBases, retrieval } = settings;
  return beginTurn(actor, area, {
    ...asked,
    question: { ...question, parts: [...files.parts, { type: "text", text: question.text }] },
    model,
    given: Object.values(filled).map(String),
    reviewRules: settings.reviewRules,
    depth,
    idempotencyKey: key,
    speech:
      baseIds.length === 0
        ? talkSpeech(said, files)
        : (working) => speechFromBases(said, { files, baseIds, isOpen: !onlyBases, retrieval }, working),
  });
}

const inputsOf = ({ settings }: TurnContext): AppInputs => keptOf(settings).inputs;

/**
 * The app's tools that whoever asks may use, those its owner made, and other apps; of others, and where the model can use none,
 * nothing is said. Within another app nobody is there to agree to a call, so none that needs it is offered.
 */
async function toolsOf(
  actor: Actor,
  model: ResolvedModel,
  { ownerId, settings: { tools, appIds, shows } }: AppInUse,
  depth: number,
): Promise<AvailableTool[]> {
  if (!model.abilities.includes("tool_call")) return [];
  const others = await appTools(actor, appIds, { depth, ask: askForText });
  // Within another app nobody would see what is shown.
  const offered = [...others, ...(shows && depth === 0 ? SHOW_TOOLS : [])];
  if (tools.length === 0) return offered;
  const [shared, all] = await Promise.all([listToolsFor(actor, model), listToolsForApp(actor, ownerId)]);
  const own = all.filter((tool) => tool.ownerId === ownerId);
  const chosen = [...shared, ...own].filter(({ definition }) => tools.includes(definition.name));
  return [...chosen.filter(({ confirm }) => depth === 0 || !confirm), ...offered];
}
