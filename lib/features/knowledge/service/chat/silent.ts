import "server-only";
import { db } from "@/db/client";
import { listReachableBases } from "@/db/queries/knowledge/bases";
import { APP } from "@/lib/areas/apps";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { judgeGroundedness } from "@/lib/conversation/groundedness";
import { Grounding } from "@/lib/grounding/grounding";
import { type GroundedMaterial, materialBudget } from "@/lib/grounding/material";
import { passagesBlock } from "@/lib/grounding/passages";
import { questionPrompt } from "@/lib/grounding/prompt";
import { canSee } from "@/lib/models/chat";
import { completeText } from "@/lib/models/complete";
import { resolveSetChatModel } from "@/lib/models/registry";
import { optionsFor } from "@/lib/models/supported-options";
import type { ChatMessage, ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import { type MessagePart, messageParts, workParts } from "@/lib/stream/parts";
import { KNOWLEDGE_RULES } from "../../prompt";
import { findQa } from "../qa/find";
import { queriesFor } from "../retrieval/queries";
import { searchBases } from "../retrieval/search-bases";
import { selectSlices } from "../retrieval/select-slices";
import { centerSettings, settingsOf } from "../retrieval/settings";
import { type ChatConfig, configOf } from "./config";
import { wordsOf } from "./curated";
import { materialOf } from "./material";
import { picturesFor, withPictures } from "./pictures";

export type SilentAnswer =
  /** The person may use none of the bases any more. */
  | { outcome: "noRight" }
  | { outcome: "notFound" }
  /** A person stands for the answer. */
  | { outcome: "curated"; parts: MessagePart[] }
  | { outcome: "answered"; parts: MessagePart[]; cited: number; supported: number };

interface Silently {
  baseIds: readonly string[];
  question: string;
  signal: AbortSignal;
}

/**
 * What bases would answer a person now, by their rights and their settings, without a conversation: nothing is stored and
 * nothing is counted as asked. Calls of models are charged to the payer, who brings the right to the models. Throws what a call
 * fails with, and noModel.
 */
export async function answerSilently(
  asker: Actor,
  payer: Actor,
  { baseIds, question, signal }: Silently,
): Promise<SilentAnswer> {
  if (!hasPermission(asker, P.KB_CHAT)) return { outcome: "noRight" };
  const bases = await listReachableBases(db(), subjectsOf(asker), baseIds);
  if (bases.length === 0) return { outcome: "noRight" };
  const config = await configOf(asker.id);
  const pair = config.strategy === "model" ? null : await pairFor(asker, payer, { baseIds, question, config });
  if (pair) return pair;
  if (config.strategy === "qa") return { outcome: "notFound" };
  signal.throwIfAborted();
  const model = await resolveSetChatModel(payer, config.modelId);
  const material = await materialFor(asker, payer, { bases, question, config, model, signal });
  if (!material) return { outcome: "notFound" };
  return spoken(payer, { material, question, config, model, signal });
}

/** The pair of the bases, or of the center, that answers the question; null for none. */
async function pairFor(
  asker: Actor,
  payer: Actor,
  { baseIds, question, config }: Pick<Silently, "baseIds" | "question"> & { config: ChatConfig },
): Promise<SilentAnswer | null> {
  const found = await findQa(asker, { baseIds, question, minScore: config.qaMinScore, payer });
  if (!found) return null;
  const { words, citations } = await wordsOf(asker, found);
  return { outcome: "curated", parts: [...messageParts(words, ""), ...workParts({ steps: [], citations })] };
}

interface Asking extends Pick<Silently, "question" | "signal"> {
  config: ChatConfig;
  model: ResolvedModel;
}

/** As `findMaterial`, of a question that nothing stands above, and without steps for a reader. */
async function materialFor(
  asker: Actor,
  payer: Actor,
  { bases, question, config, model, signal }: Asking & { bases: readonly { id: string; retrieval: unknown }[] },
): Promise<GroundedMaterial | null> {
  const center = await centerSettings();
  const asked = bases.map(({ id, retrieval }) => ({ id, settings: settingsOf(retrieval, center) }));
  const asking = { question, bases: asked, isOff: !config.rewrite, modelId: model.id };
  const put = await queriesFor(payer, asking, {});
  const searches = asked.map((base) => ({ ...base, queries: put.get(base.id)!.queries }));
  const calls = { app: APP.KNOWLEDGE };
  const finds = await searchBases(asker, searches, { ...calls, payer });
  signal.throwIfAborted();
  if (finds.every(({ found }) => found.length === 0)) return null;
  const { kept, around } = await selectSlices(payer, {
    question,
    finds,
    limit: config.topK,
    needsRelation: true,
    calls: { ...calls, signal },
  });
  const chosen = [...kept, ...around].map(({ found }) => found);
  if (chosen.length === 0) return null;
  const material = await materialOf(asker, chosen, materialBudget(model));
  return material.passages.length > 0 ? material : null;
}

async function spoken(
  payer: Actor,
  { material, question, config, model, signal }: Asking & { material: GroundedMaterial },
): Promise<SilentAnswer> {
  const prompt = questionPrompt(config.questionTemplate, { question, passages: passagesBlock(material.prompt) });
  const pictures = canSee(model) ? await picturesFor(material.passages) : [];
  const asked: ChatMessage = pictures.length > 0 ? withPictures(prompt, pictures) : { role: "user", content: prompt };
  const text = await completeText({
    actor: payer,
    app: APP.KNOWLEDGE,
    model,
    messages: [{ role: "system", content: KNOWLEDGE_RULES }, asked],
    options: optionsFor(model, { temperature: config.temperature ?? undefined }),
    signal,
  });
  const grounding = new Grounding(material);
  const words = grounding.push(text) + grounding.end();
  const citations = await grounding.settled();
  const support =
    grounding.cited.length > 0
      ? await judgeGroundedness(payer, { app: APP.KNOWLEDGE, cited: grounding.cited, signal })
      : undefined;
  return {
    outcome: "answered",
    parts: [...messageParts(words, ""), ...workParts({ steps: [], citations, support })],
    cited: support?.cited ?? 0,
    supported: support?.supported ?? 0,
  };
}
