import "server-only";
import { log } from "@/lib/log";
import { runtime } from "@/lib/runtime";

interface State {
  /** This process does background work. */
  isOpen: boolean;
  waiting: string[];
  running: Map<string, AbortController>;
  /** Groups that had a turn lately, the last one last. */
  turns: string[];
}

const TURNS_MAX = 50;

/** Milliseconds after which the transaction that asked is over, as a rule. */
const SOON_MS = [150, 1000];

/**
 * Work of one kind whose state lives on rows with a lease: so many at a time in this process, begun at once where the queue
 * of jobs would look every two seconds only. Losing it to a crash is no harm: a sweep takes up what nobody holds.
 */
export class TaskQueue {
  private readonly state: State;

  constructor(
    name: string,
    private readonly most: number,
    /** Claims the row; whoever does not get it returns at once. */
    private readonly run: (key: string, signal: AbortSignal) => Promise<void>,
    /** What a key belongs to; these take turns, so that a long list of one does not keep the others waiting. */
    private readonly groupOf: (key: string) => string = (key) => key,
  ) {
    // Routes and instrumentation may hold separate instances of this module (TRAPS d).
    const shared = globalThis as typeof globalThis & { __taskQueues?: Map<string, State> };
    shared.__taskQueues ??= new Map();
    const known = shared.__taskQueues.get(name) ?? { isOpen: false, waiting: [], running: new Map(), turns: [] };
    shared.__taskQueues.set(name, known);
    this.state = known;
  }

  open(): void {
    this.state.isOpen = true;
  }

  takeUp(key: string): void {
    if (this.state.running.has(key) || this.state.waiting.includes(key)) return;
    this.state.waiting.push(key);
    this.next();
  }

  /** For a row that is still being written. */
  takeUpSoon(key: string): void {
    if (!this.state.isOpen) return;
    for (const pause of SOON_MS) setTimeout(() => this.takeUp(key), pause).unref();
  }

  /** Ends what runs here; what runs elsewhere sees its lease gone. */
  abort(key: string): void {
    this.state.running.get(key)?.abort();
  }

  private next(): void {
    const { waiting, running } = this.state;
    while (running.size < this.most && waiting.length > 0 && !runtime.stopping) {
      const [key = ""] = waiting.splice(this.nextAt(), 1);
      const controller = new AbortController();
      running.set(key, controller);
      this.run(key, controller.signal)
        // The lease runs out, and the sweep takes it up again.
        .catch((err) => log().warn({ err, key }, "background work broke off"))
        .finally(() => {
          running.delete(key);
          this.next();
        });
    }
  }

  /** The first key of those whose group has the fewest under way; of these, whose turn was longest ago. */
  private nextAt(): number {
    const { waiting, running, turns } = this.state;
    const busy = new Map<string, number>();
    for (const key of running.keys()) busy.set(this.groupOf(key), (busy.get(this.groupOf(key)) ?? 0) + 1);
    let best = 0;
    const rank = (at: number) => {
      const group = this.groupOf(waiting[at] ?? "");
      return { count: busy.get(group) ?? 0, turn: turns.indexOf(group) };
    };
    for (let at = 1; at < waiting.length; at++) {
      const [one, other] = [rank(best), rank(at)];
      if (other.count < one.count || (other.count === one.count && other.turn < one.turn)) best = at;
    }
    const group = this.groupOf(waiting[best] ?? "");
    this.state.turns = [...turns.filter((known) => known !== group), group].slice(-TURNS_MAX);
    return best;
  }
}
