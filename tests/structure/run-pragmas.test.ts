import { readPragmas } from "@/tests/setup/pragmas.mjs";
import { code, read, sources } from "./source";

/** Their databases are their own, or there is none. */
const OWN_DATABASE = /^tests\/integration\/scripts\//;
/** What a Postgres may do otherwise than the embedded engine: SQL of one's own, transactions, locks, queues. */
const SPEAKS_SQL = /\bsql`|\bpool\(\)|\.transaction\(|\bstartJobs\(|\bfor update\b/;

describe("how a test file says that it is run", () => {
  const files = sources("tests/**/*.test.{ts,tsx}");
  const told = readPragmas();

  it("stands in its first line, in the one form that is read, and for integration tests alone", () => {
    const tries = files.filter((file) => /\/\*\*? ?@runs\b/.test(read(file)));
    expect(tries).toEqual(told.map(({ file }) => file));
  });

  it("names a reason", () => {
    expect(told.filter(({ reason = "" }) => reason.split(" ").length < 4)).toEqual([]);
  });

  it("is said by every test that starts databases of its own", () => {
    const own = files.filter((file) => OWN_DATABASE.test(file));
    expect(own.filter((file) => !told.some((one) => one.file === file && one.isOnce))).toEqual([]);
  });

  it("is `once` of no file that speaks SQL to the database of the test", () => {
    const once = told.filter(({ file, isOnce }) => isOnce && !OWN_DATABASE.test(file)).map(({ file }) => file);
    expect(once.length).toBeGreaterThan(5);
    expect(once.filter((file) => SPEAKS_SQL.test(code(file)))).toEqual([]);
  });
});
