import {
  appPath,
  readDashboardState,
  readTokensState,
  recordsPath,
  reportAddress,
  tokensPath,
} from "@/lib/features/reports/address";

describe("the address of a report", () => {
  it("reads what it knows and takes the usual for the rest", () => {
    expect(readDashboardState({ period: "forever", grain: "hour", metric: ["tokens"], calls: "" })).toEqual({
      period: "30d",
      grain: "day",
      metric: "tokens",
      calls: undefined,
    });
    expect(readDashboardState({ period: "custom", from: "2026-11-02", to: "2026-11-01" }).period).toBe("30d");
    expect(readTokensState({ user: "'; --", sort: "password", page: "-3", q: "a".repeat(300) })).toMatchObject({
      sort: "tokens",
      page: 1,
      keyword: "a".repeat(200),
    });
  });

  it("writes what differs from the usual and reads it back", () => {
    const user = "01900000-0000-7000-8000-000000000000";
    const state = readTokensState({
      period: "year",
      grain: "month",
      app: "open-api",
      user,
      q: "林",
      sort: "calls",
      page: "3",
    });
    const address = reportAddress(state);
    expect(readTokensState(Object.fromEntries(new URLSearchParams(address)))).toEqual(state);
    expect(reportAddress(readTokensState({}))).toBe("");
    expect(tokensPath("user", { app: "chat" })).toBe("/system/report-v2/tokens-stats/user?app=chat");
    expect(appPath("a/b", "名 称")).toBe("/system/report-v2/app-stats-detail/a%2Fb/%E5%90%8D%20%E7%A7%B0");
  });
});

describe("the way to the conversations behind calls", () => {
  const days = { from: "2026-11-20", to: "2026-11-21" };
  it("takes period and filters along", () => {
    expect(recordsPath(days, { app: "chat", user: "u" })).toBe(
      "/system/detail-manage/detail-record?from=2026-11-20&to=2026-11-21&app=chat&user=u",
    );
  });

  it("is none from calls with a key, and from areas nobody talks in", () => {
    expect(recordsPath(days, { key: "k" })).toBeNull();
    expect(recordsPath(days, { app: "open-api" })).toBeNull();
  });
});
