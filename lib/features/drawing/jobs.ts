import "server-only";
import { db } from "@/db/client";
import { discardUnusedInputs, removeOldDrawings } from "@/db/queries/drawing/drawings";
import { defineJob } from "@/lib/jobs/define";
import { TRASH_DAYS } from "./limits";

const DAY = 24 * 3_600_000;

/** Masks nobody used after all, and records of requests whose pictures are gone. */
export async function sweepDrawings(now = Date.now()): Promise<void> {
  await discardUnusedInputs(db(), new Date(now - DAY));
  await removeOldDrawings(db(), new Date(now - TRASH_DAYS * DAY));
}

export const sweepDrawing = defineJob({
  name: "drawing.sweep",
  attempts: 2,
  schedule: "27 4 * * *",
  run: () => sweepDrawings(),
});
