import { reminderDue } from "@/lib/licence/jobs";
import { type InstalledLicence, licenceOf, remainingDays } from "@/lib/licence/state";
import { claimsOf } from "@/tests/factories/licences";

const DAY = 86_400_000;
const NOW = Date.parse("2026-11-21T10:00:00Z");
const iso = (days: number) => new Date(NOW + days * DAY).toISOString();

const installed = (from: number, to: number, more = {}): InstalledLicence => ({
  id: `${from}-${to}`,
  installedAt: new Date(NOW),
  read: { claims: claimsOf({ startTime: iso(from), endTime: iso(to), ...more }, NOW) },
});
const at = (list: InstalledLicence[], { days = 0, seen = 0 } = {}) =>
  licenceOf(list, { now: NOW + days * DAY, seen, productVersion: "0.1.0" });

it("is the community edition without one: everything works", () => {
  expect(at([])).toEqual({ state: "community", claims: null, id: null, remainingDays: null, readOnly: false });
});

it.each([
  [-2, "notYetValid", false],
  [0, "active", false],
  [334, "active", false],
  [335, "expiring", false],
  [364.9, "expiring", false],
  [365, "expired", true],
  [800, "expired", true],
])("after %d days is %s, read-only: %s", (days, state, readOnly) => {
  expect(at([installed(-1, 365)], { days })).toMatchObject({ state, readOnly });
});

it("is read-only when its text does not verify", () => {
  const broken: InstalledLicence = { id: "x", installedAt: new Date(NOW), read: { flaw: "signature" } };
  expect(at([broken])).toMatchObject({ state: "invalid", claims: null, readOnly: true });
});

it("is read-only for another version of the product", () => {
  expect(at([installed(-1, 365, { version: "1-2" })])).toMatchObject({ state: "wrongVersion", readOnly: true });
});

describe("with the clock set back", () => {
  const list = [installed(-100, 10)];

  it("by more than a day is read-only, in force or ended", () => {
    expect(at(list, { seen: NOW + 1.01 * DAY })).toMatchObject({ state: "clockWrong", readOnly: true });
    expect(at(list, { days: 5, seen: NOW + 11 * DAY })).toMatchObject({ state: "clockWrong", readOnly: true });
  });

  it("by a day at most, as a time zone or a drift is put right, goes on", () => {
    expect(at(list, { seen: NOW + DAY })).toMatchObject({ state: "expiring", readOnly: false });
  });

  it("without a licence changes nothing", () => {
    expect(at([], { seen: NOW + 1000 * DAY })).toMatchObject({ state: "community", readOnly: false });
  });
});

describe("of several", () => {
  it("the newest in force applies, so that the next one waits for its start", () => {
    const next = installed(20, 400);
    const current = installed(-300, 20);
    expect(at([next, current]).id).toBe(current.id);
    expect(at([next, current], { days: 21 }).id).toBe(next.id);
  });

  it("none in force, the newest says why", () => {
    expect(at([installed(-20, -10), installed(-400, -20)])).toMatchObject({ id: "-20--10", state: "expired" });
  });
});

it("counts days begun", () => {
  const claims = claimsOf({ endTime: iso(2) }, NOW);
  expect(remainingDays(claims, NOW)).toBe(2);
  expect(remainingDays(claims, NOW + 1)).toBe(2);
  expect(remainingDays(claims, NOW + 1.5 * DAY)).toBe(1);
  expect(remainingDays(claims, NOW + 3 * DAY)).toBe(0);
});

it.each([
  [31, null],
  [30, 30],
  [8, 30],
  [7, 7],
  [2, 7],
  [1, 1],
  [0, 0],
])("%d days before the end the reminder is %s", (days, due) => {
  expect(reminderDue(at([installed(-400, days)]))).toBe(due);
});
