import "server-only";
import { failureKey } from "@/lib/errors/known-failure";
import type { StepData } from "@/lib/stream/parts";
import type { Run } from "@/lib/stream/run";
import { push } from "@/lib/stream/turn";

/** The steps of one answer: each change is a line of its stream, the last of each stays with the message. */
export class Steps {
  private readonly all = new Map<StepData["name"], StepData>();

  constructor(private readonly run: Run) {}

  async do<T>(name: StepData["name"], work: (facts: NonNullable<StepData["facts"]>) => Promise<T>): Promise<T> {
    const facts: NonNullable<StepData["facts"]> = {};
    const begin = performance.now();
    const ms = () => Math.round(performance.now() - begin);
    this.tell({ name, state: "running" });
    try {
      const result = await work(facts);
      this.tell({ name, state: "done", facts, ms: ms() });
      return result;
    } catch (error) {
      this.tell({ name, state: "failed", facts, error: failureKey(error), ms: ms() });
      throw error;
    }
  }

  skip(name: StepData["name"]): void {
    this.tell({ name, state: "skipped" });
  }

  list(): StepData[] {
    return [...this.all.values()];
  }

  private tell(step: StepData): void {
    this.all.set(step.name, step);
    push(this.run, { type: "data-step", data: step });
  }
}
