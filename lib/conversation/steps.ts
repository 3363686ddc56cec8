import "server-only";
import { failureKey } from "@/lib/errors/known-failure";
import type { Money, StepData } from "@/lib/stream/parts";
import type { Run } from "@/lib/stream/run";
import { push } from "@/lib/stream/turn";

/** What a step tells of itself besides how it ended. */
export interface StepWork {
  /** Arguments of its text. */
  facts: NonNullable<StepData["facts"]>;
  found: NonNullable<StepData["found"]>;
  /** Counts what a call of it cost, null without a price; the answer's own cost has it too. */
  spend(cost: Money | null): void;
  /** Says what the step cost, where that is counted elsewhere. */
  tellCost(cost: Money): void;
}

/** The steps of one answer: each change is a line of its stream, the last of each stays with the message. */
export class Steps {
  private readonly all = new Map<StepData["name"], StepData>();

  constructor(
    private readonly run: Run,
    private readonly onSpent: (cost: Money) => void,
  ) {}

  async do<T>(
    name: StepData["name"],
    work: (facts: NonNullable<StepData["facts"]>, step: StepWork) => Promise<T>,
  ): Promise<T> {
    const facts: NonNullable<StepData["facts"]> = {};
    const found: NonNullable<StepData["found"]> = [];
    let cost: Money | undefined;
    const spend = (more: Money | null) => {
      if (!more) return;
      cost = { micros: (cost?.micros ?? 0) + more.micros, currency: more.currency };
      this.onSpent(more);
    };
    const tellCost = (whole: Money) => {
      cost = whole;
    };
    const told = () => ({ facts, ...(found.length > 0 && { found }), ...(cost && { cost }) });
    const begin = performance.now();
    const ms = () => Math.round(performance.now() - begin);
    this.tell({ name, state: "running" });
    try {
      const result = await work(facts, { facts, found, spend, tellCost });
      this.tell({ name, state: "done", ...told(), ms: ms() });
      return result;
    } catch (error) {
      this.tell({ name, state: "failed", ...told(), error: failureKey(error), ms: ms() });
      throw error;
    }
  }

  /** With a reason the reader is told that it was skipped, and why. */
  skip(name: StepData["name"], reason?: StepData["reason"]): void {
    this.tell({ name, state: "skipped", ...(reason && { reason }) });
  }

  list(): StepData[] {
    return [...this.all.values()];
  }

  private tell(step: StepData): void {
    this.all.set(step.name, step);
    push(this.run, { type: "data-step", data: step });
  }
}
