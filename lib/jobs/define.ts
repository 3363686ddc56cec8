import "server-only";
import { z } from "zod";

export interface JobContext {
  jobId: string;
  /** Aborted when the process stops or the job is cancelled: look at it between steps. */
  signal: AbortSignal;
}

interface JobSpec<P> {
  /** Also the queue's name. */
  name: string;
  /** What it is told; nothing where it works by the clock alone. */
  payload?: z.ZodType<P>;
  /** Tries in all, with growing pauses between them. */
  attempts: number;
  /** Cron line in UTC for work that runs by the clock. */
  schedule?: string;
  /** So many are begun at one look into the queue (1 unless told): for jobs that return at once. */
  batch?: number;
  /** Safe to run twice (ARCHITECTURE 8). */
  run(payload: P, context: JobContext): Promise<void>;
}

/** One kind of background work. */
export interface Job<P = unknown> {
  name: string;
  attempts: number;
  schedule?: string;
  batch: number;
  /** Runs by the clock alone: nobody puts it in its queue and waits for it. */
  isClockwork: boolean;
  /** Only the type is of interest: what `enqueue` takes. */
  readonly payload?: P;
  execute(data: unknown, context: JobContext): Promise<void>;
}

export function defineJob<P = object>({ name, payload, attempts, schedule, batch = 1, run }: JobSpec<P>): Job<P> {
  const schema = payload ?? (z.object({}) as unknown as z.ZodType<P>);
  const isClockwork = schedule !== undefined && !payload;
  return {
    name,
    attempts,
    schedule,
    batch,
    isClockwork,
    execute: (data, context) => run(schema.parse(data ?? {}), context),
  };
}
