import * as fc from "fast-check";
import { addMonths, lastOfMonth, splitRange } from "@/lib/config/day-range";
import { addDays, isDay } from "@/lib/config/time";
import { isCustomRange, monthsOf, pointsOf, previousOf, rangeOf } from "@/lib/features/reports/period";

const TODAY = "2026-11-21";

describe("periods", () => {
  it("end today and hold as many days as they say", () => {
    expect(rangeOf("7d", TODAY)).toEqual({ from: "2026-11-15", to: TODAY });
    expect(rangeOf("30d", TODAY)).toEqual({ from: "2026-10-23", to: TODAY });
    expect(rangeOf("90d", TODAY)).toEqual({ from: "2026-08-24", to: TODAY });
    expect(rangeOf("half", TODAY)).toEqual({ from: "2026-05-22", to: TODAY });
    expect(rangeOf("year", TODAY)).toEqual({ from: "2025-11-22", to: TODAY });
    expect(rangeOf("half", "2026-08-31")).toEqual({ from: "2026-03-01", to: "2026-08-31" });
  });

  it("are compared with as many days right before", () => {
    expect(previousOf({ from: "2026-11-15", to: TODAY })).toEqual({ from: "2026-11-08", to: "2026-11-14" });
    expect(previousOf({ from: TODAY, to: TODAY })).toEqual({ from: "2026-11-20", to: "2026-11-20" });
  });

  it("of one's own need both ends in order, three years at most; others count as 30 days", () => {
    expect(isCustomRange({ from: "2024-02-29", to: "2024-02-29" })).toBe(true);
    expect(isCustomRange({ from: "2026-02-02", to: "2026-02-01" })).toBe(false);
    expect(isCustomRange({ from: "2023-11-21", to: addDays("2023-11-21", 1095) })).toBe(true);
    expect(isCustomRange({ from: "2023-11-21", to: addDays("2023-11-21", 1096) })).toBe(false);
    expect(rangeOf("custom", TODAY, { from: "2026-02-31", to: "2026-03-01" })).toEqual(rangeOf("30d", TODAY));
  });

  it("know which texts are days", () => {
    for (const text of ["2026-02-29", "2026-13-01", "2026-1-1", "", "2026-11-21T00:00", "0026-11-21"]) {
      expect([text, isDay(text)]).toEqual([text, false]);
    }
    expect(isDay("2024-02-29")).toBe(true);
  });

  it("step by months to the last day where there is no such day", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2026-03-31", -13)).toBe("2025-02-28");
    expect(lastOfMonth("2024-02-10")).toBe("2024-02-29");
  });
});

describe("reading", () => {
  it("takes a year by months and its edges by days", () => {
    expect(splitRange({ from: "2025-11-22", to: TODAY }, TODAY)).toEqual({
      months: { from: "2025-12-01", to: "2026-11-01" },
      days: [{ from: "2025-11-22", to: "2025-11-30" }],
    });
    expect(splitRange({ from: "2026-08-05", to: "2026-10-10" }, TODAY)).toEqual({
      months: { from: "2026-09-01", to: "2026-09-01" },
      days: [
        { from: "2026-08-05", to: "2026-08-31" },
        { from: "2026-10-01", to: "2026-10-10" },
      ],
    });
    expect(splitRange({ from: "2026-10-02", to: "2026-10-10" }, TODAY).months).toBeNull();
  });

  const days = fc.integer({ min: 0, max: 1500 }).map((count) => addDays("2023-01-15", count));
  const ranges = fc.tuple(days, fc.integer({ min: 0, max: 900 })).map(([from, length]) => ({
    from,
    to: addDays(from, length),
  }));

  it("covers every day of any range once, and none outside but days to come", () => {
    fc.assert(
      fc.property(ranges, days, (range, today) => {
        const { months, days } = splitRange(range, today);
        const whole = months ? pointsOf(months, "month") : [];
        const read = [
          ...whole.flatMap((month) => pointsOf({ from: month, to: lastOfMonth(month) }, "day")),
          ...days.flatMap((part) => pointsOf(part, "day")),
        ].sort();
        const past = read.filter((day) => day <= range.to);
        expect(past).toEqual(pointsOf(range, "day"));
        // What is read beyond the range lies in the future.
        expect(read.every((day) => day <= range.to || day > today)).toBe(true);
      }),
    );
  });

  it("goes month by month without a gap", () => {
    fc.assert(
      fc.property(ranges, (range) => {
        const parts = monthsOf(range);
        expect(parts.flatMap((part) => pointsOf(part, "day"))).toEqual(pointsOf(range, "day"));
      }),
    );
  });
});
