import "server-only";
import { failureKey } from "@/lib/errors/known-failure";
import type { Money, PageData, StepData } from "@/lib/stream/parts";
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
  /** Says which model did it, and what it used. */
  tellModel(by: NonNullable<StepData["by"]>): void;
  /** Shows what was found so far. */
  update(): void;
}

/** The steps of one answer: each change is a line of its stream, the last of each stays with the message. */
export class Steps {
  private readonly all = new Map<StepData["name"], StepData>();
  private readonly looked = new Map<string, PageData>();

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
    let by: StepData["by"];
    const spend = (more: Money | null) => {
      if (!more) return;
      cost = { micros: (cost?.micros ?? 0) + more.micros, currency: more.currency };
      this.onSpent(more);
    };
    const tellCost = (whole: Money) => {
      cost = whole;
    };
    const tellModel = (one: NonNullable<StepData["by"]>) => {
      by = one;
    };
    const told = () => ({ facts, ...(found.length > 0 && { found }), ...(cost && { cost }), ...(by && { by }) });
    const update = () => this.tell({ name, state: "running", ...told() });
    const begin = performance.now();
    const ms = () => Math.round(performance.now() - begin);
    this.tell({ name, state: "running" });
    try {
      const result = await work(facts, { facts, found, spend, tellCost, tellModel, update });
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

  /** A web page as it is found, read or refused. */
  page(page: PageData): void {
    this.looked.set(page.address, page);
    push(this.run, { type: "data-source", data: page });
  }

  /** Web pages the answer looked at, in the order they were found. */
  pages(): PageData[] {
    return [...this.looked.values()];
  }

  list(): StepData[] {
    return [...this.all.values()];
  }

  private tell(step: StepData): void {
    this.all.set(step.name, step);
    push(this.run, { type: "data-step", data: step });
  }
}
