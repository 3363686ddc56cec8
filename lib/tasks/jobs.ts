import "server-only";
import { z } from "zod";
import { db, engine } from "@/db/client";
import { dropTaskLeases, listUnheldTasks, removeEndedTasks } from "@/db/queries/tasks/tasks";
import { env } from "@/lib/config/env";
import { defineJob, type Job } from "@/lib/jobs/define";
import { keptText } from "@/lib/text/line";
import { kindsToldByRows } from "./define";
import { openQueue, takeUp } from "./run";

const BATCH = 500;
const DAY = 86_400_000;
/** How long a task that ended can be looked up. */
const KEPT_DAYS = 30;

/** Begins a task wherever background work is done. Returns at once: the state lives on the task's row. */
export const wakeTask = defineJob({
  name: "tasks.wake",
  payload: z.object({
    id: z.uuid(),
    kind: keptText,
    ownerId: z.uuid().nullable(),
    isQuick: z.boolean().default(false),
  }),
  attempts: 2,
  // One look every two seconds: one task at each would keep the last of many waiting for minutes.
  batch: 100,
  run: async (task) => takeUp(task),
});

/** What nobody holds is taken up (SECURITY CR-02). */
export async function takeUpTasks(): Promise<void> {
  for (const task of await listUnheldTasks(db(), BATCH)) takeUp(task);
}

export const sweepTasks = defineJob({
  name: "tasks.sweep",
  attempts: 1,
  schedule: "* * * * *",
  run: takeUpTasks,
});

export const removeOldTasks = defineJob({
  name: "tasks.remove",
  attempts: 1,
  schedule: "25 3 * * *",
  run: () => removeEndedTasks(db(), new Date(Date.now() - KEPT_DAYS * DAY), kindsToldByRows()),
});

export const TASK_JOBS: readonly Job[] = [wakeTask, sweepTasks, removeOldTasks];

/** At the start of a process. The embedded database has one: whatever was held is not any more. */
export async function recoverTasks(): Promise<void> {
  if (env().WORKER === "off") return;
  openQueue();
  if (engine() === "pglite") await dropTaskLeases(db());
  await takeUpTasks();
}
