import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { DEFAULT_MAX_OUTPUT_TOKENS } from "@/lib/config/constants";
import type { ResolvedModel } from "@/lib/models/types";
import { readIndex } from "@/lib/parsing/store";
import type { ParsedIndex } from "@/lib/parsing/types";
import { gatherContext, type Passage } from "@/lib/retrieval/context";
import { search } from "@/lib/retrieval/search";
import type { DocumentConfigDto } from "../dto";
import { fill, type PromptPassage, pickedNumbers } from "../prompt";
import { askModel, isBuiltin } from "./ask";
import type { Source } from "./sources";

/** Assumed where nobody told the model's window, tokens. */
const DEFAULT_CONTEXT = 32_768;
/** More passages than this cost much and help little, tokens. */
const MATERIAL_MAX = 60_000;
const MATERIAL_MIN = 800;
/** A document stays when it is at least so near to the question as the nearest one, where no model picks. */
const NEAR = 0.5;
const PICK_HITS = 40;

export interface Material {
  passages: Passage[];
  prompt: PromptPassage[];
  /** By version. */
  indexes: Map<string, ParsedIndex>;
}

/** Tokens of documents that fit beside rules, history and answer. */
export function materialBudget(model: ResolvedModel): number {
  const window = model.contextWindow ?? DEFAULT_CONTEXT;
  const answer = Math.min(model.maxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS, Math.floor(window / 3));
  return Math.max(MATERIAL_MIN, Math.min(MATERIAL_MAX, Math.floor((window - answer) * 0.7) - 500));
}

/** What of the documents goes to the model: short ones whole, of long ones what answers the question. */
export async function gather(
  actor: Actor,
  { sources, query, model }: { sources: readonly Source[]; query: string; model: ResolvedModel },
): Promise<Material> {
  const { passages } = await gatherContext(actor, {
    sets: sources.map(({ setId, versionId, documentId, name, tokens }) => ({
      setId,
      versionId,
      documentId,
      name,
      tokens,
    })),
    query,
    budgetTokens: materialBudget(model),
  });
  const indexes = new Map<string, ParsedIndex>();
  for (const versionId of new Set(passages.map((passage) => passage.versionId))) {
    const index = await readIndex(versionId);
    if (index) indexes.set(versionId, index);
  }
  const prompt = passages.map(({ n, name, part, text, versionId }) => {
    const kind = indexes.get(versionId)?.parts[0]?.kind ?? "section";
    return { n, name, kind, part, text };
  });
  return { passages, prompt, indexes };
}

interface Pick {
  sources: readonly Source[];
  question: string;
  model: ResolvedModel;
  config: DocumentConfigDto;
  signal: AbortSignal;
  sessionId?: string;
}

/** spec 3, file select: the documents a question is about. A model that names none leaves all of them. */
export async function pickSources(actor: Actor, pick: Pick): Promise<Source[]> {
  const { sources, question, model, config, signal, sessionId } = pick;
  if (isBuiltin(model)) return nearest(actor, sources, question);
  const files = sources.map(({ name }, index) => `${index + 1}. ${name.replace(/\s+/g, " ")}`).join("\n");
  const content = fill(config.fileSelect.template, { question, files });
  const options = { maxOutputTokens: 200, temperature: 0 };
  const answer = await askModel(actor, { model, messages: [{ role: "user", content }], options, signal, sessionId });
  const numbers = pickedNumbers(answer, sources.length);
  return numbers.length === 0 ? [...sources] : sources.filter((_, index) => numbers.includes(index + 1));
}

/** The documents with a hit about as good as the best one. */
async function nearest(actor: Actor, sources: readonly Source[], question: string): Promise<Source[]> {
  const setIds = sources.map(({ setId }) => setId);
  const { hits } = await search(actor, { setIds, query: question, topK: PICK_HITS, mode: "union" });
  const best = hits[0]?.score ?? 0;
  const near = new Set(hits.filter(({ score }) => score >= best * NEAR).map(({ setId }) => setId));
  const picked = sources.filter(({ setId }) => near.has(setId));
  return picked.length === 0 ? [...sources] : picked;
}
