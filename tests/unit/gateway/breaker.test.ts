import fc from "fast-check";
import {
  BREAKER_FAILURES,
  BREAKER_WINDOW,
  isFault,
  type Outcome,
  opensAfter,
  pauseAfter,
  remember,
} from "@/lib/models/breaker";

const failure = { error: "supplierError" } as const;

describe("the window of outcomes", () => {
  it("never holds more than its size, nor what is too old, and keeps the order", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ gap: fc.nat(60_000), ok: fc.boolean() }), { maxLength: 60 }), (steps) => {
        let now = 0;
        let outcomes: Outcome[] = [];
        for (const { gap, ok } of steps) {
          now += gap;
          outcomes = remember(outcomes, { at: now, ok });
          expect(outcomes.length).toBeLessThanOrEqual(BREAKER_WINDOW);
          expect(outcomes.every(({ at }) => now - at < 120_000)).toBe(true);
          expect(outcomes.at(-1)).toEqual({ at: now, ok });
          expect([...outcomes].sort((a, b) => a.at - b.at)).toEqual(outcomes);
        }
      }),
    );
  });
});

describe("a closed breaker", () => {
  it("opens exactly when n of the last m calls failed", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), (results) => {
        let outcomes: Outcome[] = [];
        for (const [index, ok] of results.entries()) {
          outcomes = remember(outcomes, { at: index, ok });
          if (ok) continue;
          const last = results.slice(Math.max(0, index - BREAKER_WINDOW + 1), index + 1);
          expect(opensAfter(outcomes, failure)).toBe(last.filter((good) => !good).length >= BREAKER_FAILURES);
        }
      }),
    );
  });

  it.each(["supplierUnauthorized", "supplierQuota", "supplierBusy"] as const)("opens at once after %s", (error) => {
    expect(opensAfter([{ at: 0, ok: false }], { error })).toBe(true);
  });

  it("does not count what the question itself caused", () => {
    for (const error of ["contextTooLong", "contentFiltered", "supplierRefused", "modelCannotSee"] as const) {
      expect(isFault(error)).toBe(false);
    }
  });
});

describe("the pause", () => {
  it("grows with every opening in a row, up to ten minutes", () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 40].map((openings) => pauseAfter(failure, openings));
    expect(pauses).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000, 600_000]);
  });

  it("is the supplier's own wish when it is busy, within reason", () => {
    expect(pauseAfter({ error: "supplierBusy", retryAfterMs: 7000 }, 3)).toBe(7000);
    expect(pauseAfter({ error: "supplierBusy", retryAfterMs: 86_400_000 }, 1)).toBe(600_000);
    expect(pauseAfter({ error: "supplierBusy", retryAfterMs: 0 }, 1)).toBe(0);
    expect(pauseAfter({ error: "supplierBusy" }, 2)).toBe(4000);
  });
});
