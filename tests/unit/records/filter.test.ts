import { isFiltered, readRecordState, recordQueryOf, recordStateQuery, spanOf } from "@/lib/features/records/filter";
import { dayStart, spanOf as daysOf } from "@/lib/features/records/period";
import { policyForm } from "@/lib/features/records/schema";

const ID = "01930000-0000-7000-8000-000000000001";

describe("the address of the records", () => {
  it("keeps what it knows and drops what has no form", () => {
    const state = readRecordState({
      q: "鲸",
      from: "2026-11-01",
      to: "x",
      app: "chat",
      model: ID,
      user: "me",
      feedback: "dislike",
      reason: "nothing",
      open: ID,
      more: "1",
    });
    expect(state).toEqual({
      filter: { q: "鲸", from: "2026-11-01", app: "chat", model: ID, feedback: "dislike" },
      open: ID,
    });
    expect(readRecordState(Object.fromEntries(new URLSearchParams(recordStateQuery(state))))).toEqual(state);
    expect(isFiltered(state)).toBe(true);
    expect(recordStateQuery({ filter: {}, open: null })).toBe("");
  });

  it("reads a link of the reports as days of its own", () => {
    const { filter } = readRecordState({ from: "2026-11-20", to: "2026-11-21", app: "chat", user: ID });
    expect(spanOf(filter, "30")).toBe("custom");
    expect(recordQueryOf(filter, "30")).toMatchObject({
      from: "2026-11-20",
      to: "2026-11-21",
      app: "chat",
      userId: ID,
    });
    expect(recordQueryOf({}, "30")).toMatchObject({ days: 30 });
    expect(recordQueryOf({ span: "all" }, "30")).toMatchObject({ days: undefined });
  });

  it("asks for a reason only of a dislike", () => {
    expect(recordQueryOf({ feedback: "like", reason: "wrong" }, "all").reason).toBeUndefined();
    expect(recordQueryOf({ feedback: "dislike", reason: "wrong" }, "all").reason).toBe("wrong");
  });
});

describe("days", () => {
  it("begin at midnight of the organisation, also where clocks change", () => {
    expect(dayStart("2026-11-22", "Asia/Shanghai").toISOString()).toBe("2026-11-21T16:00:00.000Z");
    expect(dayStart("2026-03-29", "Europe/Berlin").toISOString()).toBe("2026-03-28T23:00:00.000Z");
    expect(dayStart("2026-03-30", "Europe/Berlin").toISOString()).toBe("2026-03-29T22:00:00.000Z");
    expect(dayStart("2026-10-26", "Europe/Berlin").toISOString()).toBe("2026-10-25T23:00:00.000Z");
    expect(dayStart("2026-11-01", "America/New_York").toISOString()).toBe("2026-11-01T04:00:00.000Z");
  });

  it("count back from today, today included", () => {
    const at = { today: "2026-11-22", timeZone: "UTC" };
    expect(daysOf({ days: 1 }, at).from?.toISOString()).toBe("2026-11-22T00:00:00.000Z");
    expect(daysOf({ days: 7 }, at).from?.toISOString()).toBe("2026-11-16T00:00:00.000Z");
    expect(daysOf({ from: "2026-11-20", to: "2026-11-20" }, at)).toEqual({
      from: new Date("2026-11-20T00:00:00Z"),
      before: new Date("2026-11-21T00:00:00Z"),
    });
  });
});

it("wants days where conversations are not kept for ever", () => {
  const policy = { keeps: false, mayDelete: true, adminAccess: "metadata" as const };
  const issueOf = (retentionDays: string) => policyForm.safeParse({ ...policy, retentionDays }).error?.issues[0];
  expect(issueOf("")).toMatchObject({ path: ["retentionDays"], message: "required" });
  expect(issueOf("0")?.message).toBe("range");
  expect(issueOf("3651")?.message).toBe("range");
  expect(issueOf("1.5")?.message).toBe("invalid");
  expect(issueOf("3650")).toBeUndefined();
  expect(policyForm.safeParse({ ...policy, keeps: true, retentionDays: "" }).success).toBe(true);
});
