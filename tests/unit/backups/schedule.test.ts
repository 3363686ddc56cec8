import { isHourDue } from "@/lib/jobs/hour";

const at = (text: string) => new Date(text);
const due = (now: string, last: string | null = null, zone = "Asia/Shanghai") =>
  isHourDue(3, zone, at(now), last === null ? null : at(last));

describe("a daily backup at three", () => {
  it("is due at its hour of the product's time zone, once", () => {
    expect(due("2026-11-21T19:01:00Z")).toBe(true);
    expect(due("2026-11-21T18:01:00Z")).toBe(false);
    expect(due("2026-11-21T19:01:00Z", "2026-11-20T19:01:05Z")).toBe(true);
    expect(due("2026-11-21T20:01:00Z", "2026-11-21T19:01:02Z")).toBe(false);
    expect(due("2026-11-21T03:01:00Z", null, "UTC")).toBe(true);
  });

  it("is made up for within five hours when the server was off, not in the working day", () => {
    expect(due("2026-11-21T22:01:00Z", "2026-11-20T19:01:05Z")).toBe(true);
    expect(due("2026-11-22T00:01:00Z", "2026-11-20T19:01:05Z")).toBe(true);
    expect(due("2026-11-22T01:01:00Z", "2026-11-20T19:01:05Z")).toBe(false);
  });

  it("comes in zones half an hour apart", () => {
    expect(due("2026-11-21T22:01:00Z", "2026-11-20T22:01:00Z", "Asia/Kolkata")).toBe(true);
  });
});
