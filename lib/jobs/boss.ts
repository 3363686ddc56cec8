import "server-only";
import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import { pool, type Transaction } from "@/db/client";
import { log } from "@/lib/log";
import type { Job } from "./define";

/** A row no queue has: asking for it makes pg-boss remember the queue's definition. */
const NO_JOB = "00000000-0000-0000-0000-000000000000";
const POLL_SECONDS = 2;
/**
 * Of queues that the clock alone fills, to the minute as it is: most are such. Each is looked into a little less often than
 * the one before it, so that they do not all come in the same moment and hold up everybody's statements.
 */
const CLOCK_POLL_SECONDS = 12;
const APART_SECONDS = 0.2;
/** A worker that says nothing for so long is dead, and its job returns to the queue: without this after 15 minutes. */
const HEARTBEAT_SECONDS = 20;
/** How often dead workers are looked for. */
const SUPERVISE_SECONDS = 30;

const shared = globalThis as typeof globalThis & { __boss?: PgBoss };

/**
 * Starts pg-boss on our pool and makes the queues; with `work` this process also runs the jobs.
 */
export async function startJobs(definitions: readonly Job[], work: boolean): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool().query(text, values) },
    schedule: work,
    supervise: work,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  // It speaks while the database restarts, then recovers by itself (TRAPS c).
  boss.on("error", (err) => log().warn({ err }, "job queue"));
  await boss.start();
  shared.__boss = boss;
  for (const { name, attempts, schedule } of definitions) {
    await boss.createQueue(name, { retryLimit: attempts - 1, retryDelay: 5, retryBackoff: true });
    // A queue of an older version exists and is not made again.
    if (work) await boss.updateQueue(name, { heartbeatSeconds: HEARTBEAT_SECONDS });
    // A send inside a transaction would otherwise read the definition outside of it and wait for itself (TRAPS c1).
    await boss.getJobById(name, NO_JOB);
    if (schedule && work) await boss.schedule(name, schedule);
  }
  if (!work) return;
  for (const [place, definition] of definitions.entries()) {
    await startWorker(
      boss,
      definition,
      definition.isClockwork ? CLOCK_POLL_SECONDS + place * APART_SECONDS : POLL_SECONDS,
    );
  }
}

async function startWorker(boss: PgBoss, definition: Job, pollingIntervalSeconds: number): Promise<void> {
  const options = { pollingIntervalSeconds, batchSize: definition.batch };
  await boss.work(definition.name, options, async (jobs) => {
    // One that fails returns with its whole batch to the queue: the others are safe to run twice.
    for (const job of jobs) {
      try {
        await definition.execute(job.data, { jobId: job.id, signal: job.signal });
      } catch (err) {
        log().error({ err, job: definition.name, jobId: job.id }, "job failed");
        throw err;
      }
    }
  });
}

/** Puts a job in its queue within the transaction of the row it belongs to (ARCHITECTURE 8). */
export async function enqueue<P extends object>(tx: Transaction, definition: Job<P>, payload: P) {
  if (!shared.__boss) throw new Error("Jobs are not started");
  await shared.__boss.send(definition.name, payload, { db: fromDrizzle(tx, sql) });
}

/** Stops taking work; jobs under way get `timeoutMs`, then return to their queue. */
export async function stopJobs(timeoutMs: number): Promise<void> {
  const boss = shared.__boss;
  shared.__boss = undefined;
  await boss?.stop({ graceful: true, timeout: timeoutMs });
}
