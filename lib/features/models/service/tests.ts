import "server-only";
import { db } from "@/db/client";
import { updateModel } from "@/db/queries/models/models";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { orNotFound } from "@/lib/errors/errors";
import { type Health, healthOf, judgeHealth, noteCheck } from "@/lib/models/health";
import { invalidateModels, loadForTrial } from "@/lib/models/registry";
import { settleFirstModel } from "@/lib/models/suppliers/first-model";
import { P } from "@/lib/permissions/codes";
import type { ModelTestResult } from "../dto";
import { smallestCall } from "./smallest-call";

/** A test waits this long at most, milliseconds. */
const TEST_MS = 20_000;

/** A real, metered call of a model, the smallest its type has; the model's status follows. */
export async function testModel(actor: Actor, id: string, signal?: AbortSignal): Promise<ModelTestResult> {
  requirePermission(actor, P.CONFIG_MODELS);
  const model = orNotFound(await loadForTrial(id));
  const result = await smallestCall(actor, model, { timeoutMs: TEST_MS, signal });
  // Given up by the person: nothing is known of the model.
  if (signal?.aborted) return { ...result, health: await judged(id) };
  const { ok, error, latencyMs } = result;
  await db().transaction(async (tx) => {
    await updateModel(tx, id, { latencyMs });
    await noteCheck(tx, id, { error: ok ? null : (error ?? "unknown"), at: new Date(), latencyMs });
    await settleFirstModel(tx, actor);
  });
  invalidateModels();
  return { ...result, health: await judged(id) };
}

async function judged(id: string): Promise<Health> {
  return (await healthOf([id])).get(id) ?? judgeHealth([]);
}
