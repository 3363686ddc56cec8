import "server-only";
import type { TurnContext } from "@/db/queries/conversation/turns";
import type { OwnRetrieval } from "@/lib/config/knowledge-retrieval";
import { AppError } from "@/lib/errors/errors";
import { joinMaterial } from "@/lib/grounding/material";
import { passagesBlock } from "@/lib/grounding/passages";
import { optionsFor } from "@/lib/models/supported-options";
import { estimateTokens, IMAGE_TOKENS } from "@/lib/models/tokens";
import type { ResolvedModel } from "@/lib/models/types";
import type { MessagePart } from "@/lib/stream/parts";
import type { AvailableTool } from "@/lib/tools/types";
import { groundednessByWords, judgeGroundedness } from "../groundedness";
import type { Speech, Turn, Working } from "../kind";
import { findInBases } from "../named-sources";
import type { SessionSettings } from "../settings";
import { citedSources } from "../sources";
import type { PreparedFiles } from "./files";
import { buildPrompt } from "./prompt";

/** A question and what its answer is made with. */
export interface Said {
  /** What its calls are charged to. */
  app: string;
  context: TurnContext;
  model: ResolvedModel;
  settings: SessionSettings;
  question: Pick<Turn["question"], "text">;
  tools: AvailableTool[];
  /** Of an answer that is gone on with. */
  earlier: readonly MessagePart[] | undefined;
}

/** What the model is told of a question and its files. */
export function talkSpeech(said: Said, files: PreparedFiles): Speech {
  return {
    ...spoken(said, files),
    sources: citedSources(files.material, async (cited) => groundednessByWords(cited), {
      earlier: said.earlier,
      takesMore: said.tools.some(({ cites }) => cites),
    }),
  };
}

function spoken({ context, model, settings, question, tools }: Said, files: PreparedFiles): Omit<Speech, "sources"> {
  const definitions = tools.map(({ definition }) => definition);
  const prompt = buildPrompt({ context, model, settings, text: question.text, files, tools: definitions });
  return { messages: prompt.messages, options: optionsFor(model, settings), tools, context: prompt.context };
}

interface FromBases {
  files: PreparedFiles;
  baseIds: readonly string[];
  /** Where the bases hold nothing, or none is the person's to use, the model answers by itself; else the answer says so. */
  isOpen?: boolean;
  retrieval?: OwnRetrieval;
}

/** As `talkSpeech`, with what bases hold of the question behind the files; where nothing does, the answer says so. */
export async function speechFromBases(
  said: Said,
  { files, baseIds, isOpen = false, retrieval }: FromBases,
  working: Working,
): Promise<Speech> {
  const { app, context, model, question, earlier } = said;
  const { sessionId, path } = context;
  const asked = { question: question.text, path, sessionId, model, app, used: files.tokens, retrieval };
  const found = await findInBases(baseIds, asked, working).catch((error: unknown) => {
    if (!isOpen || !(error instanceof AppError && error.key === "basesGone")) throw error;
    working.steps.skip("search", "notAllowed");
    return null;
  });
  if (!found) return talkSpeech(said, files);
  if (!found.material) {
    const hasFiles = files.material !== null || files.pictures.length > 0;
    return hasFiles || isOpen
      ? talkSpeech(said, files)
      : { messages: [], options: {}, tools: [], sources: null, words: found.words };
  }
  const { rules, pictures } = found;
  const material = files.material ? joinMaterial(files.material, found.material) : found.material;
  const passages = passagesBlock(material.prompt);
  const actor = await working.actorNow();
  return {
    ...spoken(said, {
      ...{ ...files, rules, passages, pictures: [...files.pictures, ...pictures] },
      tokens:
        estimateTokens(rules) +
        estimateTokens(passages) +
        IMAGE_TOKENS * (files.pictures.length + pictures.filter(({ type }) => type === "image").length),
    }),
    sources: citedSources(material, (cited, signal) => judgeGroundedness(actor, { app, cited, signal, sessionId }), {
      earlier,
      takesMore: said.tools.some(({ cites }) => cites),
    }),
  };
}
