import { decimalsOf, decimalsOfSums, moneyText } from "@/lib/i18n/amounts";
import { momentsOf } from "@/lib/i18n/moments";

const zone = "Asia/Shanghai";
const zh = momentsOf("zh-CN", zone);
const en = momentsOf("en-GB", zone);

describe("moments", () => {
  beforeAll(() => jest.useFakeTimers({ now: new Date("2026-11-20T04:00:00Z") }));
  afterAll(() => jest.useRealTimers());

  it("read as the design writes them, hours to 24, the year where it is another", () => {
    const at = "2026-11-18T14:21:07Z";
    expect([zh.day(at), en.day(at)]).toEqual(["11 月 18 日", "18 Nov"]);
    expect([zh.minute(at), en.minute(at)]).toEqual(["11 月 18 日 22:21", "18 Nov 22:21"]);
    expect([zh.second(at), en.second(at)]).toEqual(["11 月 18 日 22:21:07", "18 Nov 22:21:07"]);
    expect([zh.day("2025-11-18T14:21:07Z"), en.day("2025-11-18T14:21:07Z")]).toEqual([
      "2025 年 11 月 18 日",
      "18 Nov 2025",
    ]);
    expect([zh.exact(at), en.exact(at)]).toEqual(["2026 年 11 月 18 日 22:21:07", "18 Nov 2026 22:21:07"]);
  });

  it("follow the time zone, and days of the calendar none", () => {
    // The last minutes of the year in UTC are the next one in Shanghai.
    expect(zh.day("2025-12-31T16:30:00Z")).toBe("1 月 1 日");
    expect(momentsOf("en-GB", "UTC").day("2025-12-31T16:30:00Z")).toBe("31 Dec 2025");
    expect(momentsOf("en-GB", "America/Los_Angeles").calendarDay("2026-11-18")).toBe("18 Nov");
    expect([zh.calendarMonth("2026-11-18"), en.calendarMonth("2026-11-18")]).toEqual([
      "2026 年 11 月",
      "November 2026",
    ]);
    expect([zh.isToday("2026-11-19T16:00:00Z"), zh.isToday("2026-11-19T15:59:00Z")]).toEqual([true, false]);
  });
});

describe("amounts of money", () => {
  it("have the sign of the currency in both languages and at least two decimals", () => {
    expect([moneyText("zh-CN", 1_500_000, "CNY"), moneyText("en-GB", 1_500_000, "CNY")]).toEqual(["¥1.50", "¥1.50"]);
    expect(moneyText("en-GB", 1_234, "USD")).toBe("$0.001234");
  });

  it("have the same decimals within a column", () => {
    expect(decimalsOf([12_000_000, 500_000, null, undefined])).toBe(2);
    expect(decimalsOf([12_000_000, 1_250])).toBe(5);
    expect(decimalsOfSums([12_000_000, 0])).toBe(2);
    expect(decimalsOfSums([12_000_000, 1_250])).toBe(4);
    expect(moneyText("zh-CN", 12_000_000, "CNY", 5)).toBe("¥12.00000");
  });
});
