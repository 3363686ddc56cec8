import "server-only";
import { insertRequestLogs } from "@/db/queries/gateway/request-logs";
import { admitCalls, type Reservation, type Settlement, settleCalls } from "@/db/queries/models/usage";
import type { requestLogs } from "@/db/schema/gateway";
import { Batcher } from "@/lib/batch";
import { isRefusedForGood } from "@/lib/errors/known-failure";
import { forEachRow } from "@/lib/jobs/each-row";
import { log } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import { noticeBudgets } from "./budget-notices";
import { refusal } from "./limits";

/** Calls admitted in one statement at most. */
const ADMIT_MOST = 100;
/** Settlements wait so long for company, milliseconds; the answer is with its reader already. */
const SETTLE_MS = 200;
const SETTLE_MOST = 250;
/** How often a write is tried while the database is away, and the pause after the first try; tests scale it down. */
export const persistence = { tries: 6, pauseMs: 500 };

/** With the time its call began: the write comes later, with others. */
type LogRow = typeof requestLogs.$inferInsert & { createdAt: Date };

interface Ledger {
  admissions: Batcher<Reservation, string | null>;
  settlements: Settlement[];
  logs: LogRow[];
  timer?: NodeJS.Timeout;
  flushing: Promise<void>;
}
const shared = globalThis as typeof globalThis & { __ledger?: Ledger };
shared.__ledger ??= {
  admissions: new Batcher((rows) => admitCalls(rows), { most: ADMIT_MOST }),
  settlements: [],
  logs: [],
  flushing: Promise.resolve(),
};
const ledger = shared.__ledger;

/** Writes a reservation; answers the counter that refused it, or null. An area may write rows of its own along with it. */
export type WriteReservation = (reservation: Reservation) => Promise<string | null>;
/** Writes a settlement; an area may write rows of its own in the same statement. */
export type WriteSettlement = (settlement: Settlement) => Promise<void>;

/** Takes a call from its counters and opens its ledger row, atomically. Throws what `refusal` says. */
export async function admit(
  reservation: Reservation,
  write: WriteReservation = (row) => ledger.admissions.add(row),
): Promise<void> {
  const refused = await write(reservation);
  if (refused) throw refusal(refused);
}

/**
 * Writes what a call used, with the rows of its area. Neither the figures nor the answer written with them must be lost
 * to a restarting database, so it tries for half a minute. Rejects when that did not help, and at once what is refused for
 * good: a chat that was removed meanwhile.
 */
export async function settleWith(settlement: Settlement, write: WriteSettlement): Promise<void> {
  await persist(() => write(settlement));
  settled([settlement]);
}

/** Writes what a call used soon, together with others. A killed process leaves the reservation, settled at the next start. */
export function settleSoon(settlement: Settlement): void {
  ledger.settlements.push(settlement);
  schedule();
}

/** Keeps a request's log row for the next write; losing one to a crash is no harm. */
export function logSoon(row: LogRow): void {
  ledger.logs.push(row);
  schedule();
}

function schedule(): void {
  if (ledger.settlements.length >= SETTLE_MOST) void flushLedger();
  ledger.timer ??= setTimeout(() => void flushLedger(), SETTLE_MS);
}

/** Writes everything that waits; before a report is read, and before the process ends. */
export function flushLedger(): Promise<void> {
  clearTimeout(ledger.timer);
  ledger.timer = undefined;
  ledger.flushing = ledger.flushing.then(flush);
  return ledger.flushing;
}

async function flush(): Promise<void> {
  const settlements = ledger.settlements.splice(0);
  const logs = ledger.logs.splice(0);
  await settleAll(settlements).catch((err) =>
    log().error({ err, calls: settlements.length }, "usage could not be written"),
  );
  await insertRequestLogs(logs).catch((err) => log().error({ err, calls: logs.length }, "calls could not be logged"));
}

/** In one statement; one that the database refuses must not cost the others their figures. */
async function settleAll(settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) return;
  const settle = async (rows: readonly Settlement[]) => {
    await persist(() => settleCalls(rows));
    settled(rows);
  };
  try {
    await settle(settlements);
  } catch (error) {
    if (settlements.length === 1 || !isRefusedForGood(error)) throw error;
    await forEachRow(settlements, "usage could not be written", (one) => settle([one]));
  }
}

async function persist(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt >= persistence.tries || isRefusedForGood(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, persistence.pauseMs * 2 ** (attempt - 1)));
    }
  }
}

function settled(settlements: readonly Settlement[]): void {
  let cost = 0;
  for (const { inputTokens, outputTokens, costMicros } of settlements) {
    metrics().tokens.inc({ direction: "input" }, inputTokens);
    metrics().tokens.inc({ direction: "output" }, outputTokens);
    cost += costMicros ?? 0;
  }
  if (cost > 0) void noticeBudgets();
}
