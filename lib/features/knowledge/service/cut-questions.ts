import "server-only";
import { db } from "@/db/client";
import type { BaseRow } from "@/db/queries/knowledge/bases";
import { findTargetModel } from "@/db/queries/knowledge/embedding";
import type { KnowledgeFileRow } from "@/db/queries/knowledge/files";
import { APP } from "@/lib/areas/apps";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import { costOfTokens } from "@/lib/models/prices";
import { isBuiltin } from "@/lib/models/templates";
import type { ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import { buyAhead, embeddingModel, listUnbought } from "@/lib/retrieval/build";
import { searchTrial, type Trial, tryCut } from "@/lib/retrieval/trial";
import type { NewSlice } from "@/lib/retrieval/types";
import { cut } from "@/lib/text/storable";
import { COMPARED_SLICES_MAX } from "../limits";
import type { CutQuestionsInput } from "../schema";
import type { CutQuestionsDto } from "../segmentation-dto";
import { requireFile } from "./files";
import { bySetting, takeSlices } from "./preview";
import { selectSlices } from "./retrieval/select-slices";
import { centerSettings, settingsOf } from "./retrieval/settings";

const EXCERPT = 600;

/**
 * The slices that would answer questions if a file were cut by one setting or another (spec F2): found and selected as a recall
 * of its base does, in this file alone, and nothing of the cuts is stored. Vectors are bought where `embed` says so, and kept
 * for the cut that is chosen; until then words decide, and what vectors cost is told. Throws notFound, documentNotReady,
 * separatorSlow with the setting it is in, and what buying fails with.
 */
export async function compareCuts(
  actor: Actor,
  fileId: string,
  { segmentations, questions, embed }: CutQuestionsInput,
  signal: AbortSignal,
): Promise<CutQuestionsDto> {
  requirePermission(actor, P.KB_MANAGE);
  const { file, base } = await requireFile(actor, fileId, "manage");
  const { versionId } = file;
  const cuts = await bySetting(segmentations, async (segmentation) => {
    const slices: NewSlice[] = [];
    const cutting = { versionId, most: COMPARED_SLICES_MAX, signal };
    const isPartial = await takeSlices(cutting, segmentation, (slice) => slices.push(slice));
    return { slices, isPartial };
  });
  // Of a long file all settings are asked about the same part.
  const ends = cuts.flatMap(({ slices, isPartial }) => (isPartial ? [slices.at(-1)?.to ?? 0] : []));
  const trials: Trial[] = [];
  for (const { slices } of cuts) {
    const compared = slices.filter(({ from }) => from < Math.min(...ends));
    trials.push(await tryCut(versionId, compared, signal));
  }
  const model = await embeddingModel(actor, (await findTargetModel(db(), base.id)) ?? undefined);
  const texts = trials.flatMap(({ slices }) => slices.map(({ embedded, tokens }) => ({ ...embedded, tokens })));
  let missing = model ? await listUnbought(model.id, texts) : [];
  if (model && missing.length > 0 && (embed || isBuiltin(model))) {
    // Between two calls the right may be withdrawn, or the file deleted.
    const beforeBuying = async () => void (await requireFile(actor, fileId, "manage"));
    await buyAhead({ viewer: actor, app: APP.KNOWLEDGE, model, signal, beforeBuying }, missing);
    missing = [];
  }
  const settings = { ...settingsOf(base.retrieval, await centerSettings()), distance: 0 };
  const asking = { file, base, settings, model: missing.length > 0 ? null : model, signal };
  const sides: CutQuestionsDto["sides"] = [];
  for (const trial of trials) {
    const answers: CutQuestionsDto["sides"][number]["answers"] = [];
    for (const question of questions) answers.push(await ask(actor, trial, question, asking));
    sides.push({ answers });
  }
  const { rerankModelId, filterModelId, selectModelId } = settings;
  return {
    sides,
    isPartial: ends.length > 0,
    isByMeaning: asking.model !== null,
    asksModels: [rerankModelId, filterModelId, selectModelId].some((id) => id !== null),
    missing: estimateOf(missing, model),
  };
}

function estimateOf(missing: readonly { tokens: number }[], model: ResolvedModel | null) {
  if (!model || missing.length === 0) return null;
  const tokens = missing.reduce((sum, text) => sum + text.tokens, 0);
  return {
    texts: missing.length,
    tokens,
    cost: costOfTokens(model.channels[0]?.price ?? null, { inputTokens: tokens }),
  };
}

interface Asking {
  file: KnowledgeFileRow;
  base: BaseRow;
  settings: RetrievalSettings;
  model: ResolvedModel | null;
  signal: AbortSignal;
}

async function ask(actor: Actor, trial: Trial, question: string, { file, base, settings, model, signal }: Asking) {
  const { mode, topK } = settings;
  const calls = { app: APP.KNOWLEDGE, signal };
  const hits = await searchTrial(actor, trial, { app: APP.KNOWLEDGE, model, query: question, topK, mode });
  const { versionId } = trial;
  const set = { id: versionId, versionId, baseId: base.id, fileId: file.id, fileName: file.name };
  const finds = {
    ...{ id: base.id, settings, queries: [{ text: question, language: null }], ms: 0 },
    timings: { lexical: 0, vector: 0, fuse: 0 },
    found: hits.map((hit) => ({ hit, set, score: hit.score })),
  };
  const { kept, failed } = await selectSlices(actor, { question, finds: [finds], needsRelation: false, calls });
  return {
    hits: kept.map(({ found: { hit }, score }) => {
      const { ordinal, from, to, part, parent, text, scores } = hit;
      const handed = parent === null ? { from, to } : rangeOf(trial, parent);
      return { number: ordinal + 1, from, to, part, parent, handed, text: cut(text.trim(), EXCERPT), score, scores };
    }),
    failed: failed.map(({ helper }) => helper),
  };
}

/** Of a large slice: from its first child to its last. */
function rangeOf({ slices }: Trial, parent: number): { from: number; to: number } {
  const children = slices.filter((slice) => slice.parent === parent);
  return { from: children[0]!.from, to: children.at(-1)!.to };
}
