import "server-only";
import { db } from "@/db/client";
import type { TurnContext } from "@/db/queries/conversation/turns";
import { listBaseLanguages } from "@/db/queries/knowledge/chats";
import { APP } from "@/lib/areas/apps";
import { judgeGroundedness } from "@/lib/conversation/groundedness";
import type { Speech, Working } from "@/lib/conversation/kind";
import { citedSources } from "@/lib/conversation/sources";
import { Grounding } from "@/lib/grounding/grounding";
import { passagesBlock, withoutMarks } from "@/lib/grounding/passages";
import { questionPrompt } from "@/lib/grounding/prompt";
import { areaTexts } from "@/lib/i18n/translate";
import { log } from "@/lib/log";
import { resolveSetChatModel } from "@/lib/models/registry";
import { isBuiltin } from "@/lib/models/templates";
import type { ChatMessage, ResolvedModel } from "@/lib/models/types";
import { fittingHistory, textOfParts } from "@/lib/stream/history";
import type { MessagePart, StepData } from "@/lib/stream/parts";
import { KNOWLEDGE_RULES, TALK_RULES } from "../../prompt";
import { analyse } from "./analysis";
import { catalogueAnswer, spokenLocale } from "./catalogue";
import { usableBases } from "./chats";
import type { ChatConfig } from "./config";
import { recognise } from "./intent";
import type { Intent } from "./intents";
import { type Found, materialOf, searchBases, selectSlices } from "./retrieve";
import { otherLanguages, type Query, rewrite } from "./rewrite";

interface AboutBases {
  context: TurnContext;
  question: string;
  model: ResolvedModel;
  config: ChatConfig;
  /** Without sources the model speaks from the conversation alone. */
  useSources: boolean;
  /** Of an answer that is gone on with. */
  earlier?: readonly MessagePart[];
}

const AFTER_INTENT: readonly StepData["name"][] = ["analysis", "rewrite", "search", "selection"];

/** A question this short leans on the one before it ("and in 2024?"), where no model makes it stand by itself, characters. */
const SHORT_QUESTION = 40;

/** What a model is told of bases, worked out in the steps of the specification, each of which the reader sees (spec G4). */
export function knowledgeSpeech(input: AboutBases): (working: Working) => Promise<Speech> {
  return async (working) => {
    const { steps } = working;
    if (!input.useSources) {
      for (const name of ["intent", ...AFTER_INTENT] as const) steps.skip(name, "notAsked");
      return talk(input);
    }
    const intent = await findIntent(input, working);
    if (intent.kind !== "content") {
      for (const name of AFTER_INTENT) steps.skip(name, "notNeeded");
      return intent.kind === "talk" ? talk(input) : fromCatalogue(input, working, intent);
    }
    await steps.do("analysis", async (_, step) => {
      step.found.push(...analyse(input.question));
    });
    const queries = await rewritten(input, working);
    const found = await searched(input, queries, working);
    if (found.length === 0) {
      steps.skip("selection", "nothingFound");
      return notThere(input);
    }
    const kept = await selected(input, { queries, found }, working);
    return kept.length > 0 ? fromSlices(input, kept, working) : notThere(input);
  };
}

async function findIntent({ question, config, context }: AboutBases, working: Working): Promise<Intent> {
  const { steps, signal } = working;
  const actor = await working.actorNow();
  const { sessionId } = context;
  const { intent } = await steps.do("intent", async (facts, step) => {
    const known = await recognise(actor, { question, modelId: config.intentModelId, sessionId, signal, step });
    Object.assign(facts, { intent: known.intent.kind, by: known.by });
    return known;
  });
  signal.throwIfAborted();
  return intent;
}

/** The words bases are searched by: the question, by itself and in their languages where that is needed. */
async function rewritten(input: AboutBases, working: Working): Promise<Query[]> {
  const { question, context, config, model } = input;
  const { steps, signal } = working;
  const { path, sessionId } = context;
  const asIs: Query[] = [{ text: question, language: null }];
  const actor = await working.actorNow();
  const { bases } = await usableBases(actor, sessionId);
  const languages = config.rewrite.enabled
    ? otherLanguages(
        question,
        await listBaseLanguages(
          db(),
          bases.map(({ id }) => id),
        ),
      )
    : [];
  const isFollowUp = path.length > 0;
  if (!isFollowUp && languages.length === 0) {
    steps.skip("rewrite", config.rewrite.enabled ? "notNeeded" : "off");
    return asIs;
  }
  const by = await resolveSetChatModel(actor, config.rewrite.modelId ?? model.id);
  if (isBuiltin(by)) {
    steps.skip("rewrite", "off");
    return withEarlier(question, path);
  }
  try {
    return await steps.do("rewrite", async (_, step) => {
      const queries = await rewrite(actor, { question, path, languages, model: by, sessionId, signal, step });
      step.found.push(...queries.map(({ text }) => ({ kind: "query" as const, text })));
      // The person's own words are searched too: a model may have lost some.
      return queries.some(({ text }) => text === question) ? queries : [...queries, ...asIs];
    });
  } catch (err) {
    signal.throwIfAborted();
    log().warn({ err, sessionId }, "question not rewritten; searched as it stands");
    return withEarlier(question, path);
  }
}

/** Without a model that could say what a short question leans on, the one before it is searched too. */
function withEarlier(question: string, path: TurnContext["path"]): Query[] {
  const before = path.find(({ role }) => role === "user");
  const above = [...question].length < SHORT_QUESTION && before ? textOfParts(before.parts) : "";
  return [{ text: question, language: null }, ...(above ? [{ text: `${question}\n${above}`, language: null }] : [])];
}

/** Rights may have been withdrawn since the question was asked: bases are what they are at this moment. */
async function searched({ context }: AboutBases, queries: readonly Query[], working: Working): Promise<Found[]> {
  const { steps, signal } = working;
  const found = await steps.do("search", async (facts, step) => {
    const actor = await working.actorNow();
    const { bases, withdrawn } = await usableBases(actor, context.sessionId);
    const answer = await searchBases(actor, { bases, queries });
    step.found.push(...answer.told);
    const files = new Set(answer.found.map(({ set }) => set.fileId)).size;
    Object.assign(facts, { slices: answer.found.length, files, withdrawn });
    return answer.found;
  });
  signal.throwIfAborted();
  return found;
}

async function selected(
  { question, config }: AboutBases,
  { queries, found }: { queries: readonly Query[]; found: readonly Found[] },
  working: Working,
): Promise<Found[]> {
  const { steps, signal } = working;
  const kept = await steps.do("selection", async (facts, step) => {
    const actor = await working.actorNow();
    const choice = await selectSlices(actor, { question, queries, found, config });
    step.found.push(...choice.told);
    const scores = choice.told.flatMap(({ isKept, score }) => (isKept && score !== undefined ? [score] : []));
    Object.assign(facts, {
      kept: choice.kept.length,
      lowest: scores.length > 0 ? Math.min(...scores) : 0,
      reranked: String(choice.isReranked),
    });
    return choice.kept;
  });
  signal.throwIfAborted();
  return kept;
}

async function fromSlices(input: AboutBases, kept: readonly Found[], working: Working): Promise<Speech> {
  const { context, model, question, config, earlier } = input;
  const { sessionId } = context;
  const actor = await working.actorNow();
  const isUsable = new Set((await usableBases(actor, sessionId)).bases.map(({ id }) => id));
  const material = await materialOf(
    kept.filter(({ set }) => isUsable.has(set.baseId)),
    model,
  );
  if (material.passages.length === 0) return notThere(input);
  const passages = passagesBlock(material.prompt);
  const prompt = questionPrompt(config.questionTemplate, { question, passages });
  return {
    ...spoken(input, KNOWLEDGE_RULES, prompt),
    sources: citedSources(
      new Grounding(material),
      (cited, signal) => judgeGroundedness(actor, { app: APP.KNOWLEDGE, cited, signal, sessionId }),
      earlier,
    ),
  };
}

async function fromCatalogue(
  { context, question }: AboutBases,
  working: Working,
  { ask }: Extract<Intent, { kind: "catalogue" }>,
): Promise<Speech> {
  const actor = await working.actorNow();
  const { bases } = await usableBases(actor, context.sessionId);
  const words = await catalogueAnswer(actor, { bases, ask, locale: spokenLocale(question) });
  return said(words);
}

/** Nothing that was found says anything: so does the answer, and no model is asked to guess (spec G7). */
async function notThere({ question }: Pick<AboutBases, "question">): Promise<Speech> {
  const t = await areaTexts(spokenLocale(question), "knowledge-output");
  return said(t("notThere"));
}

const talk = (input: AboutBases): Speech => ({ ...spoken(input, TALK_RULES, input.question), sources: null });

const said = (words: string): Speech => ({ messages: [], options: {}, tools: [], sources: null, words });

function spoken({ model, config, context }: AboutBases, rules: string, prompt: string) {
  const history = fittingHistory(context.path, [rules, prompt], {
    contextWindow: model.contextWindow,
    maxOutputTokens: model.maxOutputTokens,
    memoryRounds: config.memoryCount,
  });
  const messages: ChatMessage[] = [
    { role: "system", content: rules },
    ...history.map(({ role, content }) => ({ role, content: withoutMarks(content as string) })),
    { role: "user", content: prompt },
  ];
  return { messages, options: {}, tools: [] };
}
