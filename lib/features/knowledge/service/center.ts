import "server-only";
import { db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { CHAT_TYPES, type ModelType } from "@/lib/config/model-kinds";
import { invalidateConfig, readConfig } from "@/lib/config/system-config";
import { assertCurrent } from "@/lib/editing/current";
import { revisionOf } from "@/lib/editing/revision";
import { AppError } from "@/lib/errors/errors";
import { listUsableModels } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import type { CenterDto } from "../center-dto";
import { CENTER_PART_NAMES, type CenterChange, type CenterValues } from "../center-schema";
import { readPart } from "./center-offer";
import { changeCenterRetrieval } from "./retrieval/center";

/** All the center is set to, with what can be chosen. */
export async function readCenter(actor: Actor): Promise<CenterDto> {
  requirePermission(actor, P.KB_CENTER);
  const parts = await Promise.all(CENTER_PART_NAMES.map(async (part) => [part, await readPart(db(), part)] as const));
  const usable = await listUsableModels(actor);
  const of = (types: readonly ModelType[]) =>
    usable.filter(({ type }) => types.includes(type)).map(({ id, name }) => ({ id, name }));
  return {
    values: Object.fromEntries(parts) as CenterValues,
    revisions: Object.fromEntries(parts.map(([part, values]) => [part, revisionOf(values)])) as CenterDto["revisions"],
    models: { vector: of(["vector"]), rerank: of(["rerank"]), chat: of(CHAT_TYPES) },
  };
}

/** One part becomes this. Throws staleRecord, and invalidInput naming a model that is not theirs to choose. */
export async function changeCenter(actor: Actor, change: CenterChange): Promise<CenterDto> {
  requirePermission(actor, P.KB_CENTER);
  if (change.part === "knowledgeRetrieval") {
    await changeCenterRetrieval(actor, { settings: change.values, revision: change.revision });
  } else await changePart(actor, change);
  return readCenter(actor);
}

async function changePart(
  actor: Actor,
  { part, values, revision }: Exclude<CenterChange, { part: "knowledgeRetrieval" }>,
): Promise<void> {
  const wrong = await unusableModels(actor, values);
  await db().transaction(async (tx) => {
    await assertCurrent(tx, actor, {
      type: "knowledgeCenter",
      id: part,
      given: revision,
      read: () => readPart(tx, part),
    });
    const before = (await readPart(tx, part)) as Record<string, unknown>;
    // One that somebody else chose before may stay.
    const fields = wrong.filter((name) => (values as Record<string, unknown>)[name] !== before[name]);
    if (fields.length > 0) {
      throw new AppError("invalidInput", {
        data: { fields: Object.fromEntries(fields.map((name) => [name, "invalid"])) },
      });
    }
    const stored = (await readConfig(tx, part)) as object;
    await upsertConfig(tx, part, { ...stored, ...values });
    await recordAuditEvent(tx, actor, {
      action: "knowledge.center.change",
      target: { type: "knowledgeCenter", id: part, name: part },
      before,
      after: values,
    });
  });
  invalidateConfig(part);
}

/** Fields that name a model the person may not use. */
async function unusableModels(actor: Actor, values: object): Promise<string[]> {
  const named = Object.entries(values).filter(
    ([name, value]) => name.endsWith("ModelId") || (name === "modelId" && value),
  );
  if (named.every(([, value]) => value === null)) return [];
  const usable = new Set((await listUsableModels(actor)).map(({ id }) => id));
  return named.flatMap(([name, value]) => (value !== null && !usable.has(value as string) ? [name] : []));
}
