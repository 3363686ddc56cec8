import "server-only";
import type { TurnContext } from "@/db/queries/conversation/turns";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import { judgeGroundedness } from "@/lib/conversation/groundedness";
import type { Speech, Working } from "@/lib/conversation/kind";
import { citedSources } from "@/lib/conversation/sources";
import { gather, type Material } from "@/lib/grounding/material";
import { passagesBlock, withoutMarks } from "@/lib/grounding/passages";
import { ANSWER_RULES, questionPrompt } from "@/lib/grounding/prompt";
import type { Source } from "@/lib/grounding/sources";
import type { ChatMessage, ResolvedModel } from "@/lib/models/types";
import { fittingHistory, textOfParts } from "@/lib/stream/history";
import type { MessagePart } from "@/lib/stream/parts";
import type { DocumentConfigDto } from "../dto";
import { pickSources } from "./pick";

/** A question this short leans on the one before it ("and in 2024?"): both are searched for, characters. */
const SHORT_QUESTION = 40;

export type QuotePart = Extract<MessagePart, { type: "quote" }>;

interface AboutDocuments {
  context: TurnContext;
  question: string;
  quote?: QuotePart;
  model: ResolvedModel;
  config: DocumentConfigDto;
  sources: readonly Source[];
  /** Documents that are not ready and do not take part. */
  waiting: number;
  /** Of an answer that is gone on with. */
  earlier?: readonly MessagePart[];
}

/** What a model is told of documents: picked, found and read, each a step the reader sees. */
export function documentSpeech(actor: Actor, input: AboutDocuments): (working: Working) => Promise<Speech> {
  const { sessionId } = input.context;
  const { keepGenerating } = input.config;
  return async (working) => {
    const sources = await pick(actor, input, working);
    const material = await read(actor, { ...input, sources }, working);
    return {
      messages: messagesWith(material, input),
      options: {},
      tools: [],
      sources: citedSources(
        { ...material, sources: input.sources },
        (cited, signal) => judgeGroundedness(actor, { app: APP.DOCUMENT, cited, signal, sessionId }),
        { earlier: input.earlier },
      ),
      // One that was cut for length is continued as the person's settings say (spec 3).
      goesOn: keepGenerating.enabled ? keepGenerating.maxCount : 0,
    };
  };
}

/** Those of many documents that may hold the answer, where the person's settings have them chosen. */
async function pick(
  actor: Actor,
  { sources, question, model, config, context }: AboutDocuments,
  { steps, signal }: Working,
): Promise<readonly Source[]> {
  if (!config.fileSelect.enabled || sources.length < 2) return sources;
  const { sessionId } = context;
  const picked = await steps.do("select", async (facts) => {
    const chosen = await pickSources(actor, { sources, question, model, config, signal, sessionId });
    Object.assign(facts, { documents: chosen.length, all: sources.length });
    return chosen;
  });
  signal.throwIfAborted();
  return picked;
}

async function read(actor: Actor, input: AboutDocuments, { steps, signal }: Working): Promise<Material> {
  const material = await steps.do("retrieve", async (facts) => {
    const { sources, model, config } = input;
    const { annotations } = config;
    const found = await gather(actor, { app: APP.DOCUMENT, sources, query: searchedFor(input), model, annotations });
    facts.passages = found.passages.length;
    return found;
  });
  signal.throwIfAborted();
  await steps.do("read", async (facts) => {
    facts.documents = material.indexes.size;
    facts.characters = material.prompt.reduce((sum, { text }) => sum + text.length, 0);
    if (input.waiting > 0) facts.waiting = input.waiting;
  });
  return material;
}

/** The question, the words it is about, and for a short one what was asked before. */
function searchedFor({ question, quote, context }: AboutDocuments): string {
  const before = context.path.find((node) => node.role === "user");
  const above = question.length < SHORT_QUESTION && before ? textOfParts(before.parts) : "";
  return [question, quote?.text ?? "", above].filter(Boolean).join("\n");
}

function messagesWith(material: Material, { model, config, question, quote, context }: AboutDocuments): ChatMessage[] {
  const passages = passagesBlock(material.prompt);
  const prompt = questionPrompt(config.questionTemplate, { question, passages, quote: quote?.text });
  const history = fittingHistory(context.path, [ANSWER_RULES, prompt], {
    contextWindow: model.contextWindow,
    maxOutputTokens: model.maxOutputTokens,
    memoryRounds: config.memoryCount,
  });
  return [
    { role: "system", content: ANSWER_RULES },
    ...history.map(({ role, content }) => ({ role, content: withoutMarks(content as string) })),
    { role: "user", content: prompt },
  ];
}
