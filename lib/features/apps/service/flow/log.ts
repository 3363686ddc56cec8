import "server-only";
import { type StepWrite, stepsStatement } from "@/db/queries/apps/runs";
import type { HeldTask } from "@/lib/tasks/held";
import { runChanged } from "./live";

/**
 * Steps of a run on their way to the database: whatever came up while one statement was under way goes with the next, so
 * that a thousand parallel nodes are a few statements and none waits for another's.
 */
export class StepLog {
  private waiting = new Map<string, StepWrite>();
  private under: Promise<void> | null = null;
  /** What a statement failed with: what it took along is lost, and so is the run in this process. */
  private broken: { error: unknown } | null = null;

  constructor(
    private readonly runId: string,
    private readonly held: Pick<HeldTask<unknown, object>, "put">,
  ) {}

  /** Has a step written; the promise is kept once it is stored. Rejects with TaskLost, and with what the database says. */
  put(step: StepWrite): Promise<void> {
    this.waiting.set(step.stepId, { ...this.waiting.get(step.stepId), ...step });
    return this.flush();
  }

  /** Resolves when all that was put so far is stored. */
  async flush(): Promise<void> {
    // What is under way left without the newest; the next statement takes it along.
    if (this.under) await this.under.catch(() => undefined);
    if (this.broken) throw this.broken.error;
    if (this.waiting.size === 0) return this.under ?? undefined;
    this.under ??= this.write().finally(() => {
      this.under = null;
    });
    return this.under;
  }

  private async write(): Promise<void> {
    // One turn of the loop later: nodes that end together are stored together.
    await Promise.resolve();
    const steps = [...this.waiting.values()];
    this.waiting = new Map();
    await this.held
      .put((held) => stepsStatement(this.runId, steps, held))
      .catch((error: unknown) => {
        this.broken = { error };
        throw error;
      });
    runChanged(this.runId);
  }
}
