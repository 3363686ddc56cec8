import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { DEFAULT_MAX_OUTPUT_TOKENS } from "@/lib/config/constants";
import type { ResolvedModel } from "@/lib/models/types";
import { readIndex } from "@/lib/parsing/store";
import type { ParsedIndex } from "@/lib/parsing/types";
import { gatherContext, type Passage } from "@/lib/retrieval/context";
import { partAnnotations } from "./annotations";
import type { PromptPassage } from "./passages";
import type { Source } from "./sources";

/** Assumed where nobody told the model's window, tokens. */
const DEFAULT_CONTEXT = 32_768;
/** More passages than this cost much and help little, tokens. */
const MATERIAL_MAX = 60_000;
const MATERIAL_MIN = 800;
export interface Material {
  passages: Passage[];
  prompt: PromptPassage[];
  /** By version. */
  indexes: Map<string, ParsedIndex>;
}

/** Passages with what is cited of them. */
export interface GroundedMaterial extends Material {
  sources: Source[];
}

export const noMaterial = (): GroundedMaterial => ({ passages: [], prompt: [], indexes: new Map(), sources: [] });

/** One material of two: the numbers of the second go on behind those of the first. */
export function joinMaterial(first: GroundedMaterial, second: GroundedMaterial): GroundedMaterial {
  const shift = first.passages.length;
  const numbered = <T extends { n: number }>(all: readonly T[]) => all.map((one) => ({ ...one, n: one.n + shift }));
  return {
    passages: [...first.passages, ...numbered(second.passages)],
    prompt: [...first.prompt, ...numbered(second.prompt)],
    indexes: new Map([...first.indexes, ...second.indexes]),
    sources: [...first.sources, ...second.sources],
  };
}

/** Tokens of documents that fit beside rules, history and answer. */
export function materialBudget(model: ResolvedModel): number {
  const window = model.contextWindow ?? DEFAULT_CONTEXT;
  const answer = Math.min(model.maxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS, Math.floor(window / 3));
  return Math.max(MATERIAL_MIN, Math.min(MATERIAL_MAX, Math.floor((window - answer) * 0.7) - 500));
}

interface Gathering {
  app: string;
  sources: readonly Source[];
  query: string;
  model: ResolvedModel;
  /** Comments and notes are read too; they are unless it is said. */
  annotations?: boolean;
}

/** What of the documents goes to the model: short ones whole, of long ones what answers the question. */
export async function gather(actor: Actor, { app, sources, query, model, annotations }: Gathering): Promise<Material> {
  const { passages: found } = await gatherContext(actor, {
    app,
    sets: sources,
    query,
    budgetTokens: materialBudget(model),
  });
  const indexes = new Map<string, ParsedIndex>();
  for (const versionId of new Set(found.map((passage) => passage.versionId))) {
    const index = await readIndex(versionId);
    if (index) indexes.set(versionId, index);
  }
  const passages = found
    .flatMap((passage) => partAnnotations([passage], indexes.get(passage.versionId)?.annotations, annotations))
    .map((passage, index) => ({ ...passage, n: index + 1 }));
  const prompt = passages.map(({ n, name, part, text, versionId, annotation }) => {
    const kind = indexes.get(versionId)?.parts[0]?.kind ?? "section";
    return { n, name, kind, part, text, annotation };
  });
  return { passages, prompt, indexes };
}
