import "server-only";
import { closeDatabase, databaseAnswers, pool } from "@/db/client";
import { migrate } from "@/db/migrate";
import { watchChannels } from "@/lib/auth/channels/store";
import { backgroundIdle, inBackground } from "@/lib/background";
import { DRAIN_MS } from "@/lib/config/constants";
import { env, withdrawSecrets } from "@/lib/config/env";
import { sweepUploadsAtStart } from "@/lib/files/jobs";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import type { Job } from "@/lib/jobs/define";
import { log } from "@/lib/log";
import { dropPendingNotices } from "@/lib/models/budget-notices";
import { startLedger } from "@/lib/models/jobs";
import { flushLedger } from "@/lib/models/ledger";
import { warmProtocols } from "@/lib/models/protocols";
import { drainRelays } from "@/lib/models/relay/relay";
import { startSealer, stopSealer } from "@/lib/operation-log/seal";
import { runtime } from "@/lib/runtime";
import { drainRuns, startRuns } from "@/lib/stream/runs";
import { recoverTasks } from "@/lib/tasks/jobs";
import { type FirstAdministrator, seed } from "./seed";

/** The end of the process waits this long for small writes nobody waited for, milliseconds. */
const BACKGROUND_MS = 1000;

type Message = { type: "ready"; firstAdministrator?: FirstAdministrator } | { type: "failed"; message: string };

/** Tells the start script, and resolves when the message has left; without one (a container) a person reads along. */
function report(message: Message): Promise<void> {
  if (process.send) return new Promise((resolve) => process.send?.(message, () => resolve()));
  if (message.type === "ready" && message.firstAdministrator?.password) {
    const { account, password } = message.firstAdministrator;
    process.stdout.write(`Administrator: ${account}, password: ${password} (shown this once; change it after login)\n`);
  }
  if (message.type === "failed") process.stderr.write(`Start failed: ${message.message}\n`);
  return Promise.resolve();
}

/** What an earlier process left must never keep this one from starting: a failure is logged, the sweeps go on with it. */
async function recovered(step: () => Promise<void>): Promise<void> {
  await step().catch((err) => log().error({ err, step: step.name }, "not recovered"));
}

/** Everything a process does before it may answer; `jobs` is all background work there is. Failures end it with one line (TRAPS a). */
export async function boot(jobs: readonly Job[]): Promise<void> {
  const started = performance.now();
  try {
    withdrawSecrets();
    const { WORKER } = env();
    listenForStop();
    if (!(await databaseAnswers(10_000))) throw new Error("The database cannot be reached.");
    await migrate(pool());
    const firstAdministrator = await seed();
    await recovered(sweepUploadsAtStart);
    await startJobs(jobs, WORKER !== "off");
    await recovered(recoverTasks);
    await startRuns();
    await startLedger();
    await watchChannels();
    if (WORKER !== "off") startSealer();
    log().info({ milliseconds: Math.round(performance.now() - started), instance: runtime.instance }, "ready");
    await report({ type: "ready", firstAdministrator });
    inBackground(warmProtocols(), "protocols of suppliers not loaded ahead");
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await report({ type: "failed", message: message.split("\n", 1)[0] ?? "" });
    process.exit(1);
  }
}

function listenForStop(): void {
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // The start script is gone, even by kill -9: nobody is left to stop us.
  if (process.send) process.on("disconnect", stop);
}

/** Refuses new answers, lets running ones finish, marks the rest, returns jobs, closes the database (ARCHITECTURE 9). */
async function stop(): Promise<void> {
  if (runtime.stopping) return;
  runtime.stopping = true;
  log().info("stopping");
  try {
    await Promise.all([drainRuns(DRAIN_MS), drainRelays(DRAIN_MS)]);
    await backgroundIdle(BACKGROUND_MS);
    await flushLedger();
    dropPendingNotices();
    await stopJobs(3000);
    await stopSealer();
    await closeDatabase();
  } catch (err) {
    log().error({ err }, "stop failed");
  }
  process.exit(0);
}
