import "server-only";
import type { TurnContext } from "@/db/queries/conversation/turns";
import { APP } from "@/lib/areas/apps";
import { groundednessByWords, judgeGroundedness } from "@/lib/conversation/groundedness";
import type { Speech, Working } from "@/lib/conversation/kind";
import { citedSources } from "@/lib/conversation/sources";
import { spokenLanguage, spokenTexts } from "@/lib/conversation/spoken";
import type { PreparedFiles } from "@/lib/conversation/talk/files";
import { joinMaterial, materialBudget } from "@/lib/grounding/material";
import { passagesBlock, withoutMarks } from "@/lib/grounding/passages";
import { questionPrompt } from "@/lib/grounding/prompt";
import { optionsFor } from "@/lib/models/supported-options";
import type { ChatMessage, ResolvedModel } from "@/lib/models/types";
import { fittingHistory } from "@/lib/stream/history";
import type { MessagePart } from "@/lib/stream/parts";
import { pageMaterial } from "@/lib/web/material";
import { BOUNDS } from "../../modes";
import { WEB_RULES } from "../../prompt";
import type { ResolvedSearchSettings } from "../settings/settings";
import { type Looking, lookup } from "./lookup";
import { type PagePassage, selectPassages } from "./passages";
import { missingQueries, planQueries } from "./plan";
import type { SearchScope } from "./searches";

/** Earlier rounds that go along. */
const MEMORY = 3;

export interface AboutWeb {
  context: TurnContext;
  question: string;
  model: ResolvedModel;
  settings: ResolvedSearchSettings;
  scope: SearchScope;
  /** What the files of the question, and of those before it, give to read and to see. */
  files: PreparedFiles;
  /** Of an answer that is gone on with. */
  earlier?: readonly MessagePart[];
}

/** What a model is told of the web, worked out in steps the reader sees: planned, looked up, read, chosen (spec C5). */
export function searchSpeech(input: AboutWeb): (working: Working) => Promise<Speech> {
  return async (working) => {
    const bounds = BOUNDS[input.scope.mode];
    const queries = await planQueries(input, working);
    const looking: Looking = {
      ...input,
      bounds,
      queries,
      found: new Map(),
      refused: new Set(),
      counts: { own: 0, tried: 0, provider: "" },
    };
    for (let round = 1; ; round++) {
      await lookup(looking, working);
      const passages = await selectPassages(looking, working);
      const { queries: known } = looking;
      const more = round < bounds.rounds ? await missingQueries(input, { passages, queries: known }, working) : [];
      if (more.length > 0) {
        Object.assign(looking, { queries: [...known, ...more], fresh: more });
        continue;
      }
      return fromPages(input, passages, working);
    }
  };
}

/** From the pages, and the files of the question before them; where neither says anything, so does the answer. */
async function fromPages(input: AboutWeb, passages: readonly PagePassage[], working: Working): Promise<Speech> {
  const { question, model, settings, context, files } = input;
  const actor = await working.actorNow();
  const found = await pageMaterial(actor, passages, materialBudget(model) - files.tokens);
  const material = files.material ? joinMaterial(files.material, found) : found;
  if (material.passages.length === 0 && files.pictures.length === 0) return notThere(question);
  const { userPromptTemplate: template, reflect } = settings.base;
  const prompt = questionPrompt(template, { question, passages: passagesBlock(material.prompt) });
  const judging = { app: APP.SEARCH, sessionId: context.sessionId, modelId: settings.nodes.reflectAnswer.modelId };
  return {
    ...spoken(input, prompt),
    sources: citedSources(
      material,
      async (cited, signal) =>
        reflect.on ? judgeGroundedness(actor, { ...judging, cited, signal }) : groundednessByWords(cited),
      { earlier: input.earlier, looksAtUncited: true },
    ),
  };
}

/** Nothing that was found says anything: so does the answer, and no model is asked to guess. */
const notThere = (question: string): Speech => ({
  ...{ messages: [], options: {}, tools: [], sources: null },
  words: spokenTexts(spokenLanguage(question))("notOnWeb"),
});

function spoken({ model, settings, context, files }: AboutWeb, prompt: string) {
  const { maxTokens } = settings.base;
  const maxOutputTokens = maxTokens ?? model.maxOutputTokens;
  const history = fittingHistory(context.path, [WEB_RULES, prompt], {
    contextWindow: model.contextWindow,
    maxOutputTokens,
    memoryRounds: MEMORY,
  });
  const messages: ChatMessage[] = [
    { role: "system", content: WEB_RULES },
    ...history.map(({ role, content }) => ({ role, content: withoutMarks(content as string) })),
    { role: "user", content: files.pictures.length > 0 ? [...files.pictures, { type: "text", text: prompt }] : prompt },
  ];
  return { messages, options: optionsFor(model, { maxOutputTokens: maxTokens ?? undefined }), tools: [] };
}
