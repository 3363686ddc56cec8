import { FIRST_SCHEDULE, fromCron, isTime, type Schedule, toCron } from "@/lib/features/apps/schedules";

const schedule = (over: Partial<Schedule>): Schedule => ({ ...FIRST_SCHEDULE, ...over });

describe("schedules", () => {
  it.each([
    [{ rhythm: "daily", time: "08:05" }, "5 8 * * *"],
    [{ rhythm: "weekdays", time: "18:30" }, "30 18 * * 1-5"],
    [{ rhythm: "weekly", time: "09:00", weekday: 0 }, "0 9 * * 0"],
    [{ rhythm: "monthly", time: "00:00", day: 31 }, "0 0 31 * *"],
  ] as const)("%j stand as a line of cron, and are found again in it", (chosen, line) => {
    expect(toCron(schedule(chosen))).toBe(line);
    expect(fromCron(line)).toMatchObject(chosen);
  });

  it("Sunday is one day, whichever its number", () => {
    expect(fromCron("0 9 * * 7")).toMatchObject({ rhythm: "weekly", weekday: 0 });
  });

  it.each(["*/5 * * * *", "0 9 1 * 1", "0 9 * 2 *", "0 25 * * *", "61 9 * * *", "0 9 0 * *", "0 9 32 * *", "rubbish"])(
    "“%s” stays a line of one's own",
    (line) => {
      expect(fromCron(line)).toMatchObject({ rhythm: "cron", line });
      expect(toCron(fromCron(line))).toBe(line);
    },
  );

  it("knows a time of the day", () => {
    expect(["00:00", "7:30", "23:59"].every(isTime)).toBe(true);
    expect(["24:00", "7:60", "7", "", "a:b"].some(isTime)).toBe(false);
  });
});
