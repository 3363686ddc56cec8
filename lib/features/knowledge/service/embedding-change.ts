import "server-only";
import { z } from "zod";
import { db, type Queryable, type Transaction } from "@/db/client";
import { findBase, updateBase } from "@/db/queries/knowledge/bases";
import { listSetsWithoutVectors, measureEmbedding, switchEmbedding } from "@/db/queries/knowledge/embedding";
import { countQas } from "@/db/queries/knowledge/qas";
import { lockReadySets } from "@/db/queries/retrieval/retrieval";
import { APP } from "@/lib/areas/apps";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError, type ErrorKey, orNotFound } from "@/lib/errors/errors";
import { enqueue } from "@/lib/jobs/boss";
import { supplierFailures } from "@/lib/models/passing";
import { costOfTokens } from "@/lib/models/prices";
import { resolveFor } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import { embedBeside } from "@/lib/retrieval/build";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { cancelTaskOf, isOpen, lastTask, startTask } from "@/lib/tasks/tasks";
import { settingsHref } from "../paths";
import type { EmbeddingDto } from "../retrieval-dto";
import { makeQaVectors } from "./qa/vectors";
import { assertBaseWanted } from "./wanted";

const inputSchema = z.object({ baseId: z.uuid(), modelId: z.uuid() });

/** A file was made searchable, or a slice changed, in the moment before the switch. */
class OneMore extends Error {}

/**
 * Makes vectors of another model beside those a base is searched by, and switches when all are there. Files that become ready
 * meanwhile have the new ones already (`modelOf` of their task).
 */
export const embeddingChange = defineTask({
  kind: "knowledgeEmbedding",
  anyOf: [P.KB_MANAGE],
  input: inputSchema,
  atOnce: 2,
  ofOneOwner: 1,
  steps: { embed },
  ...supplierFailures,
  onEnd: async (tx, { input, status }) => {
    if (status === "cancelled") await updateBase(tx, input.baseId, { nextEmbeddingModelId: null });
  },
});

async function embed(task: HeldTask<z.infer<typeof inputSchema>, object>): Promise<void> {
  const { baseId, modelId } = task.input;
  for (;;) {
    const { slices: total, missing } = await measureEmbedding(db(), baseId, modelId);
    let done = total - missing;
    await task.keep({ done, total });
    for (const setId of await listSetsWithoutVectors(db(), baseId, modelId)) {
      await embedBeside({
        ...{ setId, modelId, viewer: await task.actor(), app: APP.KNOWLEDGE, signal: task.signal },
        beforeBuying: async () => assertBaseWanted(baseId, await task.actor()),
        onSlices: (count) => {
          done += count;
          return task.keep({ done, total });
        },
      });
    }
    try {
      return await task.finish(async (tx) => {
        await lockReadySets(tx);
        if ((await listSetsWithoutVectors(tx, baseId, modelId)).length > 0) throw new OneMore();
        await switchEmbedding(tx, baseId, modelId);
      });
    } catch (error) {
      if (!(error instanceof OneMore)) throw error;
    }
  }
}

/** A live base the person may change. Throws notFound. */
async function managed(at: Queryable, actor: Actor, id: string) {
  return orNotFound(await findBase(at, subjectsOf(actor), id, "manage"));
}

/** Which model makes a base's vectors, what a change to another would cost, and how far one under way is. Throws notFound. */
export async function readEmbedding(actor: Actor, id: string, wanted?: string): Promise<EmbeddingDto> {
  requirePermission(actor, P.KB_MANAGE);
  const base = await managed(db(), actor, id);
  const { embeddingModelId: modelId, nextEmbeddingModelId: nextModelId } = base;
  const task = nextModelId ? await lastTask(db(), embeddingChange, id) : null;
  return {
    modelId,
    nextModelId,
    change: task && {
      status: isOpen(task) ? "running" : "failed",
      done: task.done,
      total: task.total,
      error: isOpen(task) ? null : (task.failure as ErrorKey | null),
    },
    estimate: wanted ? await estimateOf(actor, id, wanted) : null,
  };
}

async function estimateOf(actor: Actor, id: string, wanted: string): Promise<EmbeddingDto["estimate"]> {
  const model = await resolveFor(actor, "embedding", wanted);
  const { slices, missing, texts, tokens } = await measureEmbedding(db(), id, model.id);
  const cost = costOfTokens(model.channels[0]?.price ?? null, { inputTokens: tokens });
  return { slices, missing, texts, tokens, cost };
}

/**
 * Begins to change the model of a base's vectors, or goes on with a change that failed. Throws notFound, modelNotFound,
 * modelWrongType, knowledgeEmbeddingBusy while it changes to another.
 */
export async function changeEmbedding(actor: Actor, id: string, modelId: string): Promise<EmbeddingDto> {
  requirePermission(actor, P.KB_MANAGE);
  await resolveFor(actor, "embedding", modelId);
  await db().transaction((tx) => startChange(tx, actor, id, modelId));
  return readEmbedding(actor, id);
}

/** As `changeEmbedding`, in the caller's transaction; the caller has checked the model. */
export async function startChange(tx: Transaction, actor: Actor, id: string, modelId: string): Promise<void> {
  // From here on no file becomes ready with the old one.
  await lockReadySets(tx);
  const base = await managed(tx, actor, id);
  if (base.embeddingModelId === modelId && !base.nextEmbeddingModelId) return;
  const last = base.nextEmbeddingModelId ? await lastTask(tx, embeddingChange, id) : null;
  if (last && isOpen(last)) {
    if (last.input.modelId === modelId) return;
    throw new AppError("knowledgeEmbeddingBusy");
  }
  // All may be there from a change that was given up, or there are no files.
  if ((await listSetsWithoutVectors(tx, id, modelId)).length === 0) await switchEmbedding(tx, id, modelId);
  else {
    await updateBase(tx, id, { nextEmbeddingModelId: modelId });
    await startTask(tx, embeddingChange, {
      owner: actor,
      subject: id,
      input: { baseId: id, modelId },
      titleArgs: { name: base.name },
      href: settingsHref(id),
    });
  }
  // Pairs of question and answer are found by the same model.
  if ((await countQas(tx, id)) > 0) await enqueue(tx, makeQaVectors, { baseId: id, authorId: actor.id });
  await recordAuditEvent(tx, actor, {
    action: "knowledge.base.embedding",
    target: { type: "knowledgeBase", id, name: base.name },
    before: { embeddingModelId: base.embeddingModelId },
    after: { embeddingModelId: modelId },
  });
}

/** Gives up a change of the model: the base stays with the one it has. Throws notFound. */
export async function dropEmbedding(actor: Actor, id: string): Promise<EmbeddingDto> {
  requirePermission(actor, P.KB_MANAGE);
  const { nextEmbeddingModelId } = await managed(db(), actor, id);
  // One that failed is at its end already.
  if (nextEmbeddingModelId && !(await cancelTaskOf(embeddingChange, id, actor)))
    await db().transaction((tx) => updateBase(tx, id, { nextEmbeddingModelId: null }));
  return readEmbedding(actor, id);
}
