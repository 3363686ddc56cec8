import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { db } from "@/db/client";
import { findDrawing, updateDrawing } from "@/db/queries/drawing/drawings";
import { APP } from "@/lib/areas/apps";
import { PURPOSE_TYPES } from "@/lib/config/model-kinds";
import { AppError } from "@/lib/errors/errors";
import { resolveModelOf } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { requestOf } from "./call";
import { discard, drawPictures, insertMade, outcomeOf } from "./draw";

const input = z.object({ id: z.uuid(), userId: z.uuid() });
const state = z.object({
  /** The supplier was asked, and what became of it is unknown to whoever takes this up: it is not bought again. */
  isSent: z.boolean().default(false),
});
type Work = HeldTask<z.infer<typeof input>, z.infer<typeof state>>;

export const drawing = defineTask({
  kind: "drawing",
  input,
  state,
  anyOf: [P.PAINTING],
  atOnce: 4,
  ofOneOwner: 2,
  isToldByRows: true,
  steps: { draw },
  onEnd: async (tx, { input: { id, userId }, status, failure }) => {
    // A done one was told with its pictures.
    if (status !== "failed" && status !== "cancelled") return;
    await updateDrawing(tx, userId, id, { status, failure, finishedAt: new Date() });
  },
});

async function draw(task: Work): Promise<void> {
  const { id, userId } = task.input;
  const actor = await task.actor();
  if (actor.id !== userId) throw new AppError("notFound");
  if (task.state.isSent) throw new AppError("drawingInterrupted");
  const row = await findDrawing(db(), userId, id);
  if (!row) throw new AppError("notFound");
  const model = await resolveModelOf(actor, row.modelId, PURPOSE_TYPES.image);
  const request = await requestOf(actor, row);
  await task.commit(async (tx) => {
    await updateDrawing(tx, userId, id, { status: "running" });
    return { state: { isSent: true }, done: 0, total: row.count };
  });
  const call = { actor, app: APP.DRAWING, model, request, requestId: v7(), signal: task.signal };
  const made = await drawPictures(call);
  try {
    await task.finish(async (tx) => {
      await insertMade(tx, row, made);
      await updateDrawing(tx, userId, id, outcomeOf(made));
    });
  } catch (error) {
    await discard(userId, made.pictures);
    throw error;
  }
}
