import { closeDatabase } from "@/db/client";
import { backgroundIdle } from "@/lib/background";
import { resetEnv } from "@/lib/config/env";
import { dropPendingNotices } from "@/lib/models/budget-notices";
import { flushLedger } from "@/lib/models/ledger";

// Generous: a database, servers and password hashes share what may be two busy cores.
jest.setTimeout(30_000);

/**
 * The last act of a file, after its own hooks: what calls left to be written is written, and whatever comes later meets a
 * closed door, not a new connection made of modules that can no longer be loaded.
 */
async function settle(): Promise<void> {
  await backgroundIdle(20_000);
  await flushLedger();
  dropPendingNotices();
  await backgroundIdle(5_000);
  await closeDatabase();
  delete process.env.DATABASE_URL;
  delete process.env.DATABASE_SOCKET;
  resetEnv();
}

(globalThis as typeof globalThis & { __settleFile?: () => Promise<void> }).__settleFile = settle;
