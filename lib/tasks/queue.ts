import "server-only";
import { log } from "@/lib/log";
import { runtime } from "@/lib/runtime";

interface Entry {
  key: string;
  /** Entries of one kind share a number of places. */
  lane: string;
  /** What it belongs to, a person for example: these take turns, so that a long list of one keeps nobody waiting. */
  group: string;
}

interface State {
  /** This process does background work. */
  isOpen: boolean;
  waiting: Entry[];
  running: Map<string, Entry>;
  /** Groups that had a turn lately, the last one last. */
  turns: string[];
}

const TURNS_MAX = 50;

/** Milliseconds after which the transaction that asked is over, as a rule. */
const SOON_MS = [150, 1000];

/**
 * Work whose state lives on rows with a lease: so many of a kind at a time in this process, begun at once where the queue
 * of jobs would look every two seconds only. Losing it to a crash is no harm: a sweep takes up what nobody holds.
 */
export class TaskQueue {
  private readonly state: State;

  constructor(
    name: string,
    private readonly mostOf: (lane: string) => number,
    /** Claims the row; whoever does not get it returns at once. */
    private readonly run: (key: string) => Promise<void>,
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

  takeUp(entry: Entry): void {
    const { running, waiting } = this.state;
    if (running.has(entry.key) || waiting.some(({ key }) => key === entry.key)) return;
    waiting.push(entry);
    this.fill(entry.lane);
  }

  /** For a row that is still being written. */
  takeUpSoon(entry: Entry): void {
    if (!this.state.isOpen) return;
    for (const pause of SOON_MS) setTimeout(() => this.takeUp(entry), pause).unref();
  }

  private fill(lane: string): void {
    const { waiting, running } = this.state;
    const hasPlace = () => [...running.values()].filter((entry) => entry.lane === lane).length < this.mostOf(lane);
    while (hasPlace() && !runtime.stopping) {
      const next = this.nextOf(lane);
      if (!next) return;
      waiting.splice(waiting.indexOf(next), 1);
      this.begin(next);
    }
  }

  private begin(entry: Entry): void {
    const { running, turns } = this.state;
    running.set(entry.key, entry);
    this.state.turns = [...turns.filter((group) => group !== entry.group), entry.group].slice(-TURNS_MAX);
    this.run(entry.key)
      // The lease runs out, and the sweep takes it up again.
      .catch((err) => log().warn({ err, key: entry.key }, "background work broke off"))
      .finally(() => {
        running.delete(entry.key);
        this.fill(entry.lane);
      });
  }

  /** The first entry of those whose group has the fewest under way; of these, whose turn was longest ago. */
  private nextOf(lane: string): Entry | undefined {
    const { waiting, running, turns } = this.state;
    const busy = [...running.values()].filter((entry) => entry.lane === lane);
    const rankOf = ({ group }: Entry) => ({
      count: busy.filter((entry) => entry.group === group).length,
      turn: turns.indexOf(group),
    });
    let best: Entry | undefined;
    for (const entry of waiting) {
      if (entry.lane !== lane) continue;
      if (!best) best = entry;
      const [one, other] = [rankOf(best), rankOf(entry)];
      if (other.count < one.count || (other.count === one.count && other.turn < one.turn)) best = entry;
    }
    return best;
  }
}
