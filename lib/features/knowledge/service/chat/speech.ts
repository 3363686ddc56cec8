import "server-only";
import type { TurnContext } from "@/db/queries/conversation/turns";
import type { ChatBaseRow } from "@/db/queries/knowledge/chats";
import { APP } from "@/lib/areas/apps";
import { judgeGroundedness } from "@/lib/conversation/groundedness";
import type { Speech, Working } from "@/lib/conversation/kind";
import { citedSources } from "@/lib/conversation/sources";
import { Grounding } from "@/lib/grounding/grounding";
import { passagesBlock, withoutMarks } from "@/lib/grounding/passages";
import { questionPrompt } from "@/lib/grounding/prompt";
import { log } from "@/lib/log";
import { canSee } from "@/lib/models/chat";
import { optionsFor } from "@/lib/models/supported-options";
import type { ChatMessage, ResolvedModel } from "@/lib/models/types";
import { fittingHistory, textOfParts } from "@/lib/stream/history";
import type { MessagePart, StepData, StepFinding } from "@/lib/stream/parts";
import { KNOWLEDGE_RULES, TALK_RULES } from "../../prompt";
import type { Found } from "../retrieval/found";
import { asIs, planRewrites, rewriteFor } from "../retrieval/queries";
import { type BaseFinds, searchBases } from "../retrieval/search-bases";
import { selectSlices } from "../retrieval/select-slices";
import { centerSettings, settingsOf } from "../retrieval/settings";
import { analyse } from "./analysis";
import { catalogueAnswer } from "./catalogue";
import { usableBases } from "./chats";
import type { ChatConfig } from "./config";
import { recognise } from "./intent";
import type { Intent } from "./intents";
import { materialOf } from "./material";
import { picturesFor, withPictures } from "./pictures";
import type { Query } from "./rewrite";
import { spokenLanguage, spokenTexts } from "./spoken";

interface AboutBases {
  context: TurnContext;
  question: string;
  model: ResolvedModel;
  config: ChatConfig;
  /** Those the question was put to, as they were then: whoever searches them asks what is left of the right to it. */
  bases: readonly ChatBaseRow[];
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
    const finds = await searched(input, queries, working);
    if (finds.every(({ found }) => found.length === 0)) {
      steps.skip("selection", "nothingFound");
      return notThere(input);
    }
    const kept = await selected(input, finds, working);
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

/** By the id of a base the words it is searched by: the question, by itself and in other languages where that is needed. */
type Queries = ReadonlyMap<string, readonly Query[]>;

/** Rewrites the question for the bases that are set to have it rewritten, once for each model that does. */
async function rewritten(input: AboutBases, working: Working): Promise<Queries> {
  const { question, context, config, model, bases } = input;
  const { steps, signal } = working;
  const { path, sessionId } = context;
  const actor = await working.actorNow();
  const center = await centerSettings();
  const asItStands = withEarlier(question, path);
  const queries = new Map<string, readonly Query[]>(bases.map(({ id }) => [id, asItStands]));
  const asking = { question, path, isOff: !config.rewrite, modelId: model.id };
  const asked = bases.map(({ id, retrieval }) => ({ id, settings: settingsOf(retrieval, center) }));
  const plan = await planRewrites(actor, { ...asking, bases: asked });
  if (plan.wishes.length === 0) {
    const isOff = [...plan.states.values()].every((state) => state === "off" || state === "noModel");
    steps.skip("rewrite", isOff ? "off" : "notNeeded");
    return queries;
  }
  try {
    return await steps.do("rewrite", async (_, step) => {
      const done = await rewriteFor(actor, asking, plan, { sessionId, signal, onCost: step.spend });
      step.found.push(...done.made.map(({ text }) => ({ kind: "query" as const, text })));
      return new Map([...queries, ...done.queries]);
    });
  } catch (err) {
    signal.throwIfAborted();
    log().warn({ err, sessionId }, "question not rewritten; searched as it stands");
    return queries;
  }
}

/** Without a model that could say what a short question leans on, the one before it is searched too. */
function withEarlier(question: string, path: TurnContext["path"]): Query[] {
  const before = path.find(({ role }) => role === "user");
  const above = [...question].length < SHORT_QUESTION && before ? textOfParts(before.parts) : "";
  return [asIs(question), ...(above ? [asIs(`${question}\n${above}`)] : [])];
}

/** Rights may have been withdrawn since the question was asked: bases are what they are at this moment. */
async function searched({ context, question }: AboutBases, queries: Queries, working: Working): Promise<BaseFinds[]> {
  const { steps, signal } = working;
  const { sessionId } = context;
  const finds = await steps.do("search", async (facts, step) => {
    const actor = await working.actorNow();
    const [{ bases, withdrawn }, center] = await Promise.all([usableBases(actor, sessionId), centerSettings()]);
    const searches = bases.map(({ id, retrieval }) => ({
      id,
      settings: settingsOf(retrieval, center),
      queries: queries.get(id) ?? [asIs(question)],
    }));
    const answer = await searchBases(actor, searches, { app: APP.KNOWLEDGE, sessionId, onCost: step.spend });
    for (const { id, found, ms } of answer) {
      step.found.push({ kind: "base", text: "", baseId: id, slices: found.length, files: countFiles(found), ms });
    }
    const all = answer.flatMap(({ found }) => found);
    Object.assign(facts, { slices: all.length, files: countFiles(all), withdrawn });
    return answer;
  });
  signal.throwIfAborted();
  return finds;
}

const countFiles = (found: readonly Found[]) => new Set(found.map(({ set }) => set.fileId)).size;

/** Slices that are shown although they were not selected. */
const SHOWN_MORE = 4;

/** What answers: the selected slices, and behind them those that go along. */
async function selected(
  { question, config, context }: AboutBases,
  finds: readonly BaseFinds[],
  working: Working,
): Promise<Found[]> {
  const { steps, signal } = working;
  const { sessionId } = context;
  const kept = await steps.do("selection", async (facts, step) => {
    const choice = await selectSlices(await working.actorNow(), {
      question,
      finds,
      limit: config.topK,
      needsRelation: true,
      calls: { app: APP.KNOWLEDGE, sessionId, onCost: step.spend, signal },
    });
    const left = choice.judged.filter(({ cut }) => cut !== null).slice(0, SHOWN_MORE);
    step.found.push(...choice.kept.map(({ found }) => foundSlice(found, true)));
    step.found.push(...left.map(({ found }) => foundSlice(found, false)));
    const scores = choice.kept.map(({ found }) => rounded(found.score));
    Object.assign(facts, {
      kept: choice.kept.length,
      lowest: scores.length > 0 ? Math.min(...scores) : 0,
      reranked: String(choice.isReranked),
      around: choice.around.length,
      failed: choice.failed.length > 0 ? "some" : "none",
    });
    return [...choice.kept, ...choice.around].map(({ found }) => found);
  });
  signal.throwIfAborted();
  return kept;
}

const rounded = (score: number) => Math.round(Math.min(1, Math.max(0, score)) * 100) / 100;

const foundSlice = ({ hit, set, score }: Found, isKept: boolean): StepFinding => ({
  kind: "slice",
  text: set.fileName,
  baseId: set.baseId,
  versionId: hit.versionId,
  part: hit.part,
  score: rounded(score),
  isKept,
});

async function fromSlices(input: AboutBases, kept: readonly Found[], working: Working): Promise<Speech> {
  const { context, model, question, config, earlier } = input;
  const { sessionId } = context;
  const actor = await working.actorNow();
  const material = await materialOf(actor, kept, model);
  if (material.passages.length === 0) {
    await usableBases(actor, sessionId);
    return notThere(input);
  }
  const passages = passagesBlock(material.prompt);
  const prompt = questionPrompt(config.questionTemplate, { question, passages });
  const told = spoken(input, KNOWLEDGE_RULES, prompt);
  const pictures = canSee(model) ? await picturesFor(material.passages) : [];
  return {
    ...told,
    messages: pictures.length > 0 ? [...told.messages.slice(0, -1), withPictures(prompt, pictures)] : told.messages,
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
  const words = await catalogueAnswer(actor, { bases, ask, language: spokenLanguage(question) });
  return said(words);
}

/** Nothing that was found says anything: so does the answer, and no model is asked to guess (spec G7). */
const notThere = ({ question }: Pick<AboutBases, "question">): Speech =>
  said(spokenTexts(spokenLanguage(question))("notThere"));

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
  return { messages, options: optionsFor(model, { temperature: config.temperature ?? undefined }), tools: [] };
}
