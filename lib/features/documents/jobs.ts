import "server-only";
import { z } from "zod";
import { db, engine } from "@/db/client";
import { dropTaskLeases } from "@/db/queries/document-tasks";
import { env } from "@/lib/config/env";
import { defineJob, type Job } from "@/lib/jobs/define";
import { cells, takeUpCells } from "./service/cells";
import { makeOverviewJob, overviews, takeUpOverviews } from "./service/overview";
import { answerCellsJob } from "./service/table";

async function takeUpAll(): Promise<void> {
  await takeUpOverviews();
  await takeUpCells();
}

const sweepTasks = defineJob({
  name: "documents.sweep-tasks",
  payload: z.object({}),
  attempts: 1,
  schedule: "* * * * *",
  run: takeUpAll,
});

export const DOCUMENT_JOBS: readonly Job[] = [makeOverviewJob, answerCellsJob, sweepTasks];

/** At the start of a process. The embedded database has one: whatever was held is not any more. */
export async function recoverDocumentTasks(): Promise<void> {
  if (env().WORKER === "off") return;
  overviews.open();
  cells.open();
  if (engine() === "pglite") await dropTaskLeases(db());
  await takeUpAll();
}
