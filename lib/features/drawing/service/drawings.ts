import "server-only";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
import {
  countOpenDrawings,
  type DrawingRow,
  findDrawing,
  findDrawingOfKey,
  insertDrawing,
  listOpenDrawings,
  listTree,
  lockDrawing,
  removeEmptyDrawing,
  updateDrawing,
} from "@/db/queries/drawing/drawings";
import { findPicture, listPicturesOf } from "@/db/queries/drawing/pictures";
import { findFolder } from "@/db/queries/folders/folders";
import { drawingFolders, type drawings } from "@/db/schema/drawing";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { assertImagesLeft } from "@/lib/models/limits";
import { resolveFor } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import { cancelTask, lastTask, startTask } from "@/lib/tasks/tasks";
import { cut } from "@/lib/text/storable";
import type { BegunDto, TreeDto } from "../dto";
import { OPEN_MAX } from "../limits";
import { drawingHref } from "../paths";
import type { NewDrawing } from "../schema";
import { checkedOptions, referenceOf, requestOf } from "./call";
import { drawing } from "./making";
import { failureOf, toDrawing } from "./rows";

/** Requests of one version tree that are shown. */
const TREE_MAX = 200;
const TITLE_CHARS = 40;

/**
 * Begins to draw; the page may be closed. The same key begins it once. Throws what the model refuses (drawingOption,
 * drawingNoEdit), notFound, drawingReference, drawingMask, drawingsOpen, dailyImageLimit, noModel, modelNotFound.
 */
export async function beginDrawing(actor: Actor, input: NewDrawing, key: string | null): Promise<BegunDto> {
  requirePermission(actor, P.PAINTING);
  const known = key && (await findDrawingOfKey(db(), actor.id, key));
  if (known) return begunOf(actor, known.id);
  const model = await resolveFor(actor, "image", input.modelId);
  const options = checkedOptions(model, input);
  const parent = input.parentId ? orNotFound(await findPicture(db(), actor.id, input.parentId)) : null;
  for (const id of input.referenceIds) await referenceOf(actor, id);
  if (input.folderId && !(await findFolder(db(), drawingFolders, actor.id, input.folderId)))
    throw new AppError("notFound");
  // The call reserves exactly; whoever has nothing left hears it at once.
  await assertImagesLeft(actor, input.count);
  const id = v7();
  const { prompt, negativePrompt, quality, style, count, seed, referenceIds } = input;
  const row: typeof drawings.$inferInsert = {
    ...{ id, userId: actor.id, prompt, negativePrompt, count, seed, referenceIds, ...options },
    mode: parent ? "edit" : "generate",
    modelId: model.id,
    modelName: model.name,
    quality: quality ?? null,
    style: style ?? null,
    rootId: parent?.rootId ?? id,
    parentId: parent?.id ?? null,
    maskFileId: input.maskFileId ?? null,
    // What is changed lies where it lay.
    folderId: parent ? parent.folderId : input.folderId,
    idempotencyKey: key,
  };
  if (input.maskFileId) await requestOf(actor, row as DrawingRow);
  return db().transaction(async (tx) => {
    await lockUser(tx, actor.id);
    const same = key && (await findDrawingOfKey(tx, actor.id, key));
    if (same) return begunOf(actor, same.id, tx);
    await assertRoom(tx, actor);
    await insertDrawing(tx, row);
    const { rootId } = row;
    return { id, rootId, taskId: await start(tx, actor, { id, rootId, prompt, count }) };
  });
}

/** Throws drawingsOpen. Under the lock of the person. */
async function assertRoom(tx: Transaction, actor: Actor): Promise<void> {
  if ((await countOpenDrawings(tx, actor.id)) >= OPEN_MAX)
    throw new AppError("drawingsOpen", { args: { max: OPEN_MAX } });
}

async function start(tx: Transaction, actor: Actor, row: Pick<DrawingRow, "id" | "rootId" | "prompt" | "count">) {
  const { id, rootId, prompt, count } = row;
  await recordAuditEvent(tx, actor, {
    action: "drawing.create",
    target: { type: "drawing", id, name: cut(prompt, TITLE_CHARS) },
    after: { count },
  });
  const task = await startTask(tx, drawing, {
    owner: actor,
    subject: id,
    input: { id, userId: actor.id },
    total: count,
    titleArgs: { prompt: cut(prompt, TITLE_CHARS) },
    href: drawingHref({ rootId, drawingId: id }),
  });
  return task.id;
}

async function begunOf(actor: Actor, id: string, tx?: Transaction): Promise<BegunDto> {
  const row = orNotFound(await findDrawing(tx ?? db(), actor.id, id));
  const task = await lastTask(tx ?? db(), drawing, id);
  return { id, rootId: row.rootId, taskId: task?.id ?? null };
}

/** Own requests that are not done yet. */
export async function readOpenDrawings(actor: Actor) {
  requirePermission(actor, P.PAINTING);
  const rows = await listOpenDrawings(db(), actor.id);
  return {
    items: rows.map(({ createdAt, failure, ...row }) => ({
      ...row,
      failure: failureOf(failure),
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** All requests of a version tree with their pictures (spec E2). Throws notFound. */
export async function readTree(actor: Actor, rootId: string): Promise<TreeDto> {
  requirePermission(actor, P.PAINTING);
  const rows = await listTree(db(), actor.id, rootId, TREE_MAX);
  if (rows.length === 0) throw new AppError("notFound");
  const pictures = await listPicturesOf(
    db(),
    actor.id,
    rows.map(({ id }) => id),
  );
  const of = Map.groupBy(pictures, ({ drawingId }) => drawingId);
  return { rootId, drawings: rows.map((row) => toDrawing(row, of.get(row.id) ?? [])) };
}

/** Ends what is under way; its pictures are given back to the day. Throws notFound, drawingNotOpen. */
export async function cancelDrawing(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.PAINTING);
  orNotFound(await findDrawing(db(), actor.id, id));
  const task = await lastTask(db(), drawing, id);
  if (!task || !(await cancelTask(task.id, { ownerId: actor.id, by: actor }))) throw new AppError("drawingNotOpen");
}

/** Tries a request again that failed or was cancelled. Throws notFound, drawingNotEnded, drawingsOpen, dailyImageLimit. */
export async function retryDrawing(actor: Actor, id: string): Promise<BegunDto> {
  requirePermission(actor, P.PAINTING);
  await assertImagesLeft(actor, orNotFound(await findDrawing(db(), actor.id, id)).count);
  return db().transaction(async (tx) => {
    await lockUser(tx, actor.id);
    const row = orNotFound(await lockDrawing(tx, actor.id, id));
    if (row.status !== "failed" && row.status !== "cancelled") throw new AppError("drawingNotEnded");
    await assertRoom(tx, actor);
    await updateDrawing(tx, actor.id, id, { status: "waiting", failure: null, finishedAt: null });
    return { id, rootId: row.rootId, taskId: await start(tx, actor, row) };
  });
}

/** Removes the record of a request that ended without a picture. Throws notFound, also where it has one. */
export async function dismissDrawing(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.PAINTING);
  if (!(await removeEmptyDrawing(db(), actor.id, id))) throw new AppError("notFound");
}
