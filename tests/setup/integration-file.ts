import { dropPendingNotices } from "@/lib/models/budget-notices";
import { flushLedger } from "@/lib/models/ledger";

// Generous: a database, servers and password hashes share what may be two busy cores.
jest.setTimeout(30_000);

// What calls used is written a moment later, together; the file's environment must not end before, nor may anything begin
// after it.
afterAll(async () => {
  await flushLedger();
  dropPendingNotices();
});
