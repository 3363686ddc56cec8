import "server-only";
import type { TurnContext } from "@/db/queries/conversation/turns";
import { APP } from "@/lib/areas/apps";
import { groundednessByWords, judgeGroundedness } from "@/lib/conversation/groundedness";
import type { Speech, Turn, Working } from "@/lib/conversation/kind";
import { findInBases } from "@/lib/conversation/named-sources";
import type { SessionSettings } from "@/lib/conversation/settings";
import { citedSources } from "@/lib/conversation/sources";
import { joinMaterial } from "@/lib/grounding/material";
import { passagesBlock } from "@/lib/grounding/passages";
import { optionsFor } from "@/lib/models/supported-options";
import { estimateTokens, IMAGE_TOKENS } from "@/lib/models/tokens";
import type { ResolvedModel } from "@/lib/models/types";
import type { MessagePart } from "@/lib/stream/parts";
import type { AvailableTool } from "@/lib/tools/types";
import type { PreparedFiles } from "./files";
import { buildPrompt } from "./prompt";

interface Said {
  context: TurnContext;
  model: ResolvedModel;
  settings: SessionSettings;
  question: Pick<Turn["question"], "text">;
  tools: AvailableTool[];
  /** Of an answer that is gone on with. */
  earlier: readonly MessagePart[] | undefined;
}

/** What the model is told of a question and its files. */
export function chatSpeech(said: Said, files: PreparedFiles): Speech {
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

/** As `chatSpeech`, with what bases hold of the question behind the files; where nothing does, the answer says so. */
export async function speechFromBases(
  said: Said,
  { files, baseIds }: { files: PreparedFiles; baseIds: readonly string[] },
  working: Working,
): Promise<Speech> {
  const { context, model, question, earlier } = said;
  const { sessionId, path } = context;
  const asked = { question: question.text, path, sessionId, model, app: APP.CHAT, used: files.tokens };
  const found = await findInBases(baseIds, asked, working);
  if (!found.material) {
    const hasFiles = files.material !== null || files.pictures.length > 0;
    return hasFiles
      ? chatSpeech(said, files)
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
    sources: citedSources(
      material,
      (cited, signal) => judgeGroundedness(actor, { app: APP.CHAT, cited, signal, sessionId }),
      { earlier, takesMore: said.tools.some(({ cites }) => cites) },
    ),
  };
}
