import fc from "fast-check";
import { BREAKER_FAILURES, pauseAfter } from "@/lib/models/breaker";
import { mayTry, noteFailure, noteSuccess, resetHealth } from "@/lib/models/health";
import type { Channel } from "@/lib/models/types";

interface Row {
  channelId: string;
  keyId: string;
  state: "open" | "half_open";
  reason: string;
  openings: number;
  retryAt: Date;
  updatedAt: Date;
}

/** The table all processes share, in memory, with the same conditional writes. */
const mockRows = new Map<string, Row>();
const mockEvents: string[] = [];

jest.mock("@/db/client", () => ({ db: () => ({}) }));
jest.mock("@/db/queries/gateway/health", () => ({
  listBreakers: async () => [...mockRows.values()].map((row) => ({ ...row })),
  openBreaker: async (_db: unknown, row: Row) => {
    mockRows.set(`${row.channelId}:${row.keyId}`, { ...row, updatedAt: new Date() });
  },
  claimProbe: async (_db: unknown, at: { channelId: string; keyId: string; staleSeconds: number }) => {
    const row = mockRows.get(`${at.channelId}:${at.keyId}`);
    const isDue = row?.state === "open" && row.retryAt.getTime() <= Date.now();
    const isStale = row?.state === "half_open" && Date.now() - row.updatedAt.getTime() > at.staleSeconds * 1000;
    if (!row || !(isDue || isStale)) return false;
    Object.assign(row, { state: "half_open", updatedAt: new Date() });
    return true;
  },
  removeBreaker: async (_db: unknown, channelId: string, keyId: string) => mockRows.delete(`${channelId}:${keyId}`),
  insertHealthEvent: async (_db: unknown, { event }: { event: string }) => {
    mockEvents.push(event);
  },
}));

const channel = { id: "way", keyId: null } as unknown as Channel;

beforeEach(() => jest.useFakeTimers({ now: 1_000_000, doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] }));
afterEach(() => jest.useRealTimers());

function reset(): void {
  mockRows.clear();
  mockEvents.length = 0;
  resetHealth();
  jest.setSystemTime(1_000_000);
}

/** What happens: time passes, or so many callers come at once and all meet the same fate. */
const step = fc.oneof(
  fc.record({ wait: fc.integer({ min: 1, max: 700_000 }) }),
  fc.record({
    callers: fc.integer({ min: 1, max: 8 }),
    fate: fc.constantFrom("ok", "supplierError", "supplierUnauthorized", "supplierTimeout", "contextTooLong"),
  }),
);

describe("the breaker of a way, with a clock of the test's own", () => {
  it("lets nobody through while open, one probe when its pause is over, everybody when closed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        reset();
        for (const happening of steps) {
          if ("wait" in happening) {
            jest.setSystemTime(Date.now() + happening.wait);
            continue;
          }
          // Other processes may have changed the row a moment ago.
          jest.setSystemTime(Date.now() + 1001);
          const before = mockRows.get("way:00000000-0000-0000-0000-000000000000");
          const state = before && { ...before };
          const admissions = await Promise.all(Array.from({ length: happening.callers }, () => mayTry(channel)));
          const passed = admissions.filter(({ may }) => may).length;
          if (!state) expect(passed).toBe(happening.callers);
          else if (state.state === "open") {
            expect(passed).toBe(state.retryAt.getTime() <= Date.now() ? 1 : 0);
          } else expect(passed).toBeLessThanOrEqual(1);
          for (let call = 0; call < passed; call++) {
            if (happening.fate === "ok") await noteSuccess(channel, 20);
            else await noteFailure(channel, { error: happening.fate as "supplierError" });
          }
          const after = mockRows.get("way:00000000-0000-0000-0000-000000000000");
          if (passed > 0 && happening.fate === "ok") expect(after).toBeUndefined();
          if (passed > 0 && state && happening.fate !== "ok" && happening.fate !== "contextTooLong") {
            // A failed probe opens it for longer, up to the limit.
            expect(after).toMatchObject({ state: "open", openings: state.openings + 1 });
            const pause = pauseAfter({ error: happening.fate as "supplierError" }, state.openings + 1);
            expect(after!.retryAt.getTime() - Date.now()).toBe(pause);
          }
        }
        const opened = mockEvents.filter((event) => event === "opened").length;
        const closed = mockEvents.filter((event) => event === "closed").length;
        expect(closed).toBeLessThanOrEqual(opened);
      }),
      { numRuns: 200 },
    );
  });

  it("needs its number of failures, close together", async () => {
    reset();
    for (let call = 1; call < BREAKER_FAILURES; call++) await noteFailure(channel, { error: "supplierError" });
    expect(mockRows.size).toBe(0);
    jest.setSystemTime(Date.now() + 600_000);
    await noteFailure(channel, { error: "supplierError" });
    expect(mockRows.size).toBe(0);
    for (let call = 1; call < BREAKER_FAILURES; call++) await noteFailure(channel, { error: "supplierError" });
    expect(mockRows.size).toBe(1);
    expect(mockEvents).toEqual(["opened"]);
  });

  it("a probe whose process died is given again after a while", async () => {
    reset();
    await noteFailure(channel, { error: "supplierUnauthorized" });
    jest.setSystemTime(Date.now() + 301_000);
    expect((await mayTry(channel)).may).toBe(true);
    jest.setSystemTime(Date.now() + 60_000);
    expect((await mayTry(channel)).may).toBe(false);
    jest.setSystemTime(Date.now() + 200_000);
    expect((await mayTry(channel)).may).toBe(true);
  });
});
