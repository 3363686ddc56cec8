import "server-only";
import type { TurnContext } from "@/db/queries/conversation/turns";
import type { ChatBaseRow } from "@/db/queries/knowledge/chats";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import { judgeGroundedness } from "@/lib/conversation/groundedness";
import type { Speech, Working } from "@/lib/conversation/kind";
import { citedSources } from "@/lib/conversation/sources";
import { spokenLanguage, spokenTexts } from "@/lib/conversation/spoken";
import type { GroundedMaterial } from "@/lib/grounding/material";
import { passagesBlock, withoutMarks } from "@/lib/grounding/passages";
import { questionPrompt } from "@/lib/grounding/prompt";
import { canSee } from "@/lib/models/chat";
import { optionsFor } from "@/lib/models/supported-options";
import type { ChatMessage, ResolvedModel } from "@/lib/models/types";
import { fittingHistory } from "@/lib/stream/history";
import type { MessagePart, StepData } from "@/lib/stream/parts";
import { KNOWLEDGE_RULES, TALK_RULES } from "../../prompt";
import { analyse } from "./analysis";
import { catalogueAnswer } from "./catalogue";
import { usableBases } from "./chats";
import type { ChatConfig } from "./config";
import { curatedAnswer } from "./curated";
import { findMaterial } from "./find-material";
import { recognise } from "./intent";
import type { Intent } from "./intents";
import { picturesFor, withPictures } from "./pictures";

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

/** What a model is told of bases, worked out in the steps of the specification, each of which the reader sees (spec G4). */
export function knowledgeSpeech(input: AboutBases): (working: Working) => Promise<Speech> {
  return async (working) => {
    const { steps } = working;
    if (!input.useSources) {
      for (const name of ["intent", ...AFTER_INTENT] as const) steps.skip(name, "notAsked");
      return talk(input);
    }
    const { context, model, config, question, bases } = input;
    const { sessionId, path } = context;
    const usable = (actor: Actor) => usableBases(actor, sessionId);
    if (config.strategy !== "model") {
      const curated = await curatedAnswer({ question, sessionId, config, usable }, working);
      if (curated) return curated;
      if (config.strategy === "qa") return notThere(input);
    }
    const intent = await findIntent(input, working);
    if (intent.kind !== "content") {
      for (const name of AFTER_INTENT) steps.skip(name, "notNeeded");
      return intent.kind === "talk" ? talk(input) : fromCatalogue(input, working, intent);
    }
    await steps.do("analysis", async (_, step) => {
      step.found.push(...analyse(input.question));
    });
    const asked = { question, path, sessionId, model, bases, usable, app: APP.KNOWLEDGE, used: 0 };
    const material = await findMaterial({ ...asked, topK: config.topK, rewrite: config.rewrite }, working);
    return material ? fromSlices(input, material, working) : notThere(input);
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

async function fromSlices(input: AboutBases, material: GroundedMaterial, working: Working): Promise<Speech> {
  const { context, model, question, config, earlier } = input;
  const { sessionId } = context;
  const actor = await working.actorNow();
  const passages = passagesBlock(material.prompt);
  const prompt = questionPrompt(config.questionTemplate, { question, passages });
  const told = spoken(input, KNOWLEDGE_RULES, prompt);
  const pictures = canSee(model) ? await picturesFor(material.passages) : [];
  return {
    ...told,
    messages: pictures.length > 0 ? [...told.messages.slice(0, -1), withPictures(prompt, pictures)] : told.messages,
    sources: citedSources(
      material,
      (cited, signal) => judgeGroundedness(actor, { app: APP.KNOWLEDGE, cited, signal, sessionId }),
      { earlier },
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
