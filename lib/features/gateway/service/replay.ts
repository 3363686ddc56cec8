import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { findCost } from "@/db/queries/gateway/request-logs";
import { APP } from "@/lib/areas/apps";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { CHAT_TYPES } from "@/lib/config/model-kinds";
import { AppError } from "@/lib/errors/errors";
import { assertCanRead, type ChatOutcome } from "@/lib/models/chat";
import { complete } from "@/lib/models/complete";
import { flushLedger } from "@/lib/models/ledger";
import { chatRequestOf } from "@/lib/models/logged-content";
import { resolveModelOf } from "@/lib/models/registry";
import type { ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import type { ReplayDto } from "../dto";
import type { ReplayBody } from "../log-schema";
import { readContent } from "./logs";

/** What the ledger calls it; it counts as the administrator's own use. */
/** Longer answers are compared by their beginning. */
const ANSWER_MAX = 100_000;

/**
 * Sends a logged request to another model and waits for its answer; that reads its words. Throws what `readContent` throws,
 * replayImpossible, and what the limits say. A failure of the supplier is an outcome like any other.
 */
export async function replayLog(
  actor: Actor,
  id: string,
  { modelId }: ReplayBody,
  signal: AbortSignal,
): Promise<ReplayDto> {
  requirePermission(actor, P.GATEWAY);
  const model = await resolveModelOf(actor, modelId, CHAT_TYPES);
  const { row, content } = await readContent(actor, id, (opened) => ({
    action: "gateway.log.replay",
    target: { type: "request-log", id, name: opened.modelName },
    after: { userId: opened.userId, model: model.name },
  }));
  if (row.kind !== "chat") throw new AppError("replayImpossible");
  const request = await chatRequestOf(content, signal).catch(() => null);
  if (!request) throw new AppError("replayImpossible");
  assertCanRead(model, request.messages);
  const requestId = v7();
  // The words are somebody else's: a second copy under this name would be open to who replays.
  const completion = { ...request, actor, app: APP.REPLAY, requestId, model, keepsContent: false, signal };
  const { text, ...outcome } = await complete(completion);
  return dtoOf(model, outcome, text, await costOf(requestId));
}

async function costOf(requestId: string) {
  await flushLedger();
  return findCost(db(), requestId);
}

function dtoOf(
  model: ResolvedModel,
  outcome: ChatOutcome,
  answer: string,
  cost: Awaited<ReturnType<typeof costOf>>,
): ReplayDto {
  const { status, error, detail, usage, durationMs, firstTokenMs, toolCalls } = outcome;
  const calls = toolCalls.map(({ name, arguments: args }) => `${name}(${args})`);
  return {
    modelName: model.name,
    outcome: status,
    error,
    detail,
    answer: [answer, ...calls].filter(Boolean).join("\n").slice(0, ANSWER_MAX),
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    durationMs,
    firstTokenMs,
    costMicros: cost?.costMicros ?? null,
    currency: cost?.currency ?? null,
  };
}
