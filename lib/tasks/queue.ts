import "server-only";
import { log } from "@/lib/log";
import { runtime } from "@/lib/runtime";

export interface Entry {
  key: string;
  /** Entries of one kind share a number of places. */
  lane: string;
  /** What it belongs to, a person for example: these take turns, so that a long list of one keeps nobody waiting. */
  group: string;
  /** Over in a moment. */
  isQuick: boolean;
}

export interface Places {
  atOnce: number;
  /** Of one group at most; all where nothing is said. */
  ofOneOwner?: number;
  /** Besides, for quick entries alone. */
  quickBesides?: number;
}

interface Waiting extends Entry {
  since: number;
}

interface Running extends Entry {
  /** In a place of the quick ones. */
  isBesides: boolean;
}

interface State {
  /** This process does background work. */
  isOpen: boolean;
  waiting: Waiting[];
  running: Map<string, Running>;
  /** Groups that had a turn lately, the last one last. */
  turns: string[];
}

const TURNS_MAX = 200;
/** What waited so long does not stand back behind quick entries of its group any more, milliseconds. */
const AGED_MS = 120_000;

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
    private readonly placesOf: (lane: string) => Places,
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
    this.add(entry);
    this.fill(entry.lane);
  }

  /** For a row that is still being written: it has its turn from now on. */
  takeUpSoon(entry: Entry): void {
    if (!this.state.isOpen) return;
    this.add(entry);
    for (const pause of SOON_MS) setTimeout(() => this.takeUp(entry), pause).unref();
  }

  private add(entry: Entry): void {
    const { running, waiting } = this.state;
    if (running.has(entry.key) || waiting.some(({ key }) => key === entry.key)) return;
    waiting.push({ ...entry, since: Date.now() });
  }

  private fill(lane: string): void {
    const { waiting } = this.state;
    while (!runtime.stopping) {
      const next = this.nextOf(lane);
      if (!next) return;
      waiting.splice(waiting.indexOf(next.entry), 1);
      this.begin(next.entry, next.isBesides);
    }
  }

  private begin(entry: Waiting, isBesides: boolean): void {
    const { running, turns } = this.state;
    running.set(entry.key, { ...entry, isBesides });
    this.state.turns = [...turns.filter((group) => group !== entry.group), entry.group].slice(-TURNS_MAX);
    this.run(entry.key)
      // The lease runs out, and the sweep takes it up again.
      .catch((err) => log().warn({ err, key: entry.key }, "background work broke off"))
      .finally(() => {
        running.delete(entry.key);
        this.fill(entry.lane);
      });
  }

  /**
   * The first entry, among those there is a place for, of whose group the fewest are under way; of these groups the one
   * whose turn was longest ago, and of a group quick entries first, until another one has waited long.
   */
  private nextOf(lane: string): { entry: Waiting; isBesides: boolean } | null {
    const { waiting, running, turns } = this.state;
    const { atOnce, ofOneOwner = atOnce, quickBesides = 0 } = this.placesOf(lane);
    const busy = [...running.values()].filter((entry) => entry.lane === lane);
    const usual = busy.filter(({ isBesides }) => !isBesides);
    const hasBesides = busy.length - usual.length < quickBesides;
    const countOf = (list: readonly Entry[], { group }: Entry) => list.filter((entry) => entry.group === group).length;
    const isUsual = (entry: Entry) => usual.length < atOnce && countOf(usual, entry) < ofOneOwner;
    const rankOf = (entry: Waiting) => [
      countOf(busy, entry),
      turns.indexOf(entry.group),
      entry.isQuick || Date.now() - entry.since > AGED_MS ? 0 : 1,
    ];
    let best: { entry: Waiting; rank: number[] } | null = null;
    for (const entry of waiting) {
      if (entry.lane !== lane || !(isUsual(entry) || (hasBesides && entry.isQuick))) continue;
      const rank = rankOf(entry);
      if (!best || isBefore(rank, best.rank)) best = { entry, rank };
    }
    return best && { entry: best.entry, isBesides: !isUsual(best.entry) };
  }
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}
