import "server-only";
import { db } from "@/db/client";
import { meanSliceTokens } from "@/db/queries/knowledge/files";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { OwnRetrieval } from "@/lib/config/knowledge-retrieval";
import { AppError } from "@/lib/errors/errors";
import { costOfTokens } from "@/lib/models/prices";
import { resolveChatModel, resolveModelOf, resolveSetChatModel } from "@/lib/models/registry";
import { isBuiltin } from "@/lib/models/templates";
import type { ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import type { RecallCostDto } from "../../trace-dto";
import { withinCenter } from "../../within-center";
import { requireBase } from "../bases";
import { JUDGED } from "./found";
import { centerSettings } from "./settings";

/** Tokens of what stands around slices, and of an answer that is their numbers. */
const PROMPT_TOKENS = 400;
const ANSWER_TOKENS = 200;

/**
 * What a question to a base costs by these settings at most: the models that are asked besides the vectors of its words. One that
 * the person may not use is not asked. Throws notFound.
 */
export async function recallCosts(actor: Actor, id: string, own: OwnRetrieval): Promise<RecallCostDto> {
  requirePermission(actor, P.KB_MANAGE);
  await requireBase(actor, id, "manage");
  const center = await centerSettings();
  const settings = withinCenter({ ...center.settings, ...own }, center);
  const { rewriteEnabled, rewriteModelId, rerankModelId, filterModelId, selectModelId, topK } = settings;
  const mean = await meanSliceTokens(db(), id);
  const judged = PROMPT_TOKENS + Math.min(topK, JUDGED) * mean;
  const calls: RecallCostDto["calls"] = [];
  const add = async (
    helper: RecallCostDto["calls"][number]["helper"],
    found: Promise<ResolvedModel>,
    tokens: number,
  ) => {
    const model = await found.catch(nullIfUnusable);
    if (!model || isBuiltin(model)) return;
    const used = { inputTokens: Math.round(tokens), outputTokens: helper === "rerank" ? 0 : ANSWER_TOKENS };
    calls.push({ helper, model: model.name, cost: costOfTokens(model.channels[0]?.price ?? null, used) });
  };
  if (rewriteEnabled) await add("rewrite", resolveSetChatModel(actor, rewriteModelId), PROMPT_TOKENS);
  if (rerankModelId) await add("rerank", resolveModelOf(actor, rerankModelId, ["rerank"]), topK * mean);
  if (filterModelId) await add("filter", resolveChatModel(actor, filterModelId), judged);
  if (selectModelId) await add("select", resolveChatModel(actor, selectModelId), judged);
  return { calls };
}

function nullIfUnusable(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
