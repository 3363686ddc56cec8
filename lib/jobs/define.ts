import "server-only";
import type { z } from "zod";

export interface JobContext {
  jobId: string;
  /** Aborted when the process stops or the job is cancelled: look at it between steps. */
  signal: AbortSignal;
}

/** One kind of background work; its queue has its name. Handlers are safe to run twice (ARCHITECTURE 8). */
export interface JobDefinition<P = unknown> {
  name: string;
  payload: z.ZodType<P>;
  /** Tries in all, with growing pauses between them. */
  attempts: number;
  /** Cron line in UTC for work that runs by the clock. */
  schedule?: string;
  run(payload: P, context: JobContext): Promise<void>;
}

export function defineJob<P>(definition: JobDefinition<P>): JobDefinition<P> {
  return definition;
}
