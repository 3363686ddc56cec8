import "server-only";
import { db } from "@/db/client";
import { updateBase } from "@/db/queries/knowledge/bases";
import { listPictureFacts } from "@/db/queries/knowledge/pictures";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { servesPurpose } from "@/lib/config/model-kinds";
import { AppError } from "@/lib/errors/errors";
import { describerOf } from "@/lib/ingestion/pictures";
import { costOfTokens } from "@/lib/models/prices";
import { listUsableModels, resolveModel } from "@/lib/models/registry";
import { IMAGE_TOKENS } from "@/lib/models/tokens";
import type { ResolvedModel } from "@/lib/models/types";
import { visionModelOf } from "@/lib/parsing/vision";
import { P } from "@/lib/permissions/codes";
import type { PictureFacts } from "@/lib/retrieval/types";
import { isOpen, lastTask } from "@/lib/tasks/tasks";
import type { PicturesDto } from "../retrieval-dto";
import { requireBase } from "./bases";
import { requireFile } from "./files";
import { indexAgain, knowledgeFile } from "./indexing";
import { answeringSet } from "./slices";

/** Tokens of what a model is told beside a picture, and of what it says of one, by experience. */
const ASKED_TOKENS = 220;
const SAID_TOKENS = 220;

/** A multimodal base the person may change. Throws notFound. */
async function requirePictures(actor: Actor, id: string) {
  requirePermission(actor, P.KB_MANAGE);
  const base = await requireBase(actor, id, "manage");
  if (base.type !== "multimodal") throw new AppError("notFound");
  return base;
}

/**
 * How the pictures of a base are described, what became of those of its files, and what describing the rest would cost: by the
 * model it has, or by another that is thought of. Throws notFound, also for a base that does not look at pictures.
 */
export async function readPictures(actor: Actor, id: string, wanted?: string | null): Promise<PicturesDto> {
  const base = await requirePictures(actor, id);
  const usable = (await listUsableModels(actor)).filter((model) => servesPurpose(model, "vision"));
  const byDefault = await visionModelOf(actor);
  const model = await describerOf(actor, { modelId: wanted === undefined ? base.visionModelId : wanted });
  const facts = (await listPictureFacts(db(), subjectsOf(actor), id)).map((one) => one.pictures as Facts);
  return {
    modelId: base.visionModelId,
    models: usable.map(({ id: value, name }) => ({ id: value, name })),
    defaultName: byDefault?.name ?? null,
    counts: sumOf(facts),
    estimate: model && estimateOf(facts, model),
  };
}

/** Of a file; null where nobody looked at its pictures. */
type Facts = PictureFacts | null;

const FACTS = ["described", "small", "repeated", "pages", "silent", "refused", "over", "waiting"] as const;

function sumOf(all: readonly Facts[]): PicturesDto["counts"] {
  const sum = {
    files: 0,
    unseen: 0,
    described: 0,
    small: 0,
    repeated: 0,
    pages: 0,
    silent: 0,
    refused: 0,
    over: 0,
    waiting: 0,
  };
  for (const pictures of all) {
    sum.files += 1;
    sum.unseen += pictures?.isUnseen ? 1 : 0;
    for (const fact of FACTS) sum[fact] += pictures?.[fact] ?? 0;
  }
  return sum;
}

/** Pictures of a file that are still to be described by a model; null: nobody has looked how many there are. */
function openOf(pictures: Facts, model: ResolvedModel): number | null {
  if (!pictures) return null;
  const { described, silent, refused, waiting } = pictures;
  return pictures.modelId === model.id ? refused : described + silent + refused + waiting;
}

/** Those another file of this organisation had described before cost nothing: it may well be less. */
function estimateOf(all: readonly Facts[], model: ResolvedModel): NonNullable<PicturesDto["estimate"]> {
  const open = all.map((one) => openOf(one, model)).filter((count) => count !== 0);
  const pictures = open.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const price = model.channels[0]?.price ?? null;
  const one = { inputTokens: IMAGE_TOKENS + ASKED_TOKENS, outputTokens: SAID_TOKENS };
  const of = (count: number) => ({ inputTokens: count * one.inputTokens, outputTokens: count * one.outputTokens });
  return {
    model: model.name,
    files: open.length,
    pictures,
    tokens: pictures * (one.inputTokens + one.outputTokens),
    cost: costOfTokens(price, of(pictures)),
    costOfHundred: costOfTokens(price, of(100)),
  };
}

/**
 * Which model describes a base's pictures from now on; null: the default of whoever puts a file in. Throws notFound,
 * modelNotFound, modelCannotSee.
 */
export async function choosePictureModel(actor: Actor, id: string, modelId: string | null): Promise<PicturesDto> {
  const { name } = await requirePictures(actor, id);
  if (modelId) {
    const model = await resolveModel(actor, modelId);
    if (!servesPurpose(model, "vision")) throw new AppError("modelCannotSee");
  }
  await db().transaction(async (tx) => {
    const { visionModelId } = await requireBase(actor, id, "manage", tx);
    await updateBase(tx, id, { visionModelId: modelId, updatedAt: new Date() });
    await recordAuditEvent(tx, actor, {
      action: "knowledge.base.pictures",
      target: { type: "knowledgeBase", id, name },
      before: { visionModelId },
      after: { visionModelId: modelId },
    });
  });
  return readPictures(actor, id);
}

/**
 * Has the pictures of one file described that have no description yet; what answers stays until that is whole. Throws
 * notFound, visionModelMissing, knowledgeFileBusy.
 */
export async function describeFile(actor: Actor, fileId: string): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  const asked = await requireFile(actor, fileId, "manage");
  const { visionModelId } = await requirePictures(actor, asked.base.id);
  const model = await describerOf(actor, { modelId: visionModelId });
  if (!model) throw new AppError("visionModelMissing");
  const set = await answeringSet(asked.file);
  // Of many that are asked for at once, those that lack nothing stay as they are.
  if (set && openOf(set.pictures as Facts, model) === 0) return;
  await db().transaction(async (tx) => {
    const { file, base } = await requireFile(actor, fileId, "manage", tx);
    const last = await lastTask(tx, knowledgeFile, file.versionId);
    if (last && isOpen(last)) throw new AppError("knowledgeFileBusy");
    await indexAgain(tx, actor, file, base);
    await updateBase(tx, base.id, { updatedAt: new Date() });
    await recordAuditEvent(tx, actor, {
      action: "knowledge.file.describe",
      target: { type: "knowledgeFile", id: fileId, name: file.name },
    });
  });
}
