// Generous: a database, servers and password hashes share what may be two busy cores.
jest.setTimeout(30_000);

/** What modules keep for the whole process: its absence says that a file never loaded them. */
const loaded = globalThis as typeof globalThis & {
  __background?: unknown;
  __ledger?: unknown;
  __budgetCheck?: unknown;
  __database?: unknown;
  __settleFile?: () => Promise<void>;
  __askedWithin?: string[];
};

// An error that its caller swallows would go unseen (`db/transaction-guard.ts`).
afterEach(() => {
  const asked = loaded.__askedWithin?.splice(0) ?? [];
  if (asked.length > 0) throw new Error(asked.join("\n\n"));
});

/**
 * The last act of a file, after its own hooks: what calls left to be written is written, and whatever comes later meets a
 * closed door, not a new connection made of modules that can no longer be loaded. Modules are loaded here only where the
 * file did: together they take longer than many a file's tests.
 */
async function settle(): Promise<void> {
  const idle = async (withinMs: number) =>
    loaded.__background && (await import("@/lib/background")).backgroundIdle(withinMs);
  await idle(20_000);
  if (loaded.__ledger) await (await import("@/lib/models/ledger")).flushLedger();
  if (loaded.__budgetCheck) (await import("@/lib/models/budget-notices")).dropPendingNotices();
  await idle(5_000);
  if (loaded.__database) await (await import("@/db/client")).closeDatabase();
  delete process.env.DATABASE_URL;
  delete process.env.DATABASE_SOCKET;
  (await import("@/lib/config/env")).resetEnv();
}

loaded.__settleFile = settle;
