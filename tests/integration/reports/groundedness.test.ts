import { v7 } from "uuid";
import { GET as appRoute } from "@/app/api/admin/report/app/[appId]/route";
import { GET as exportRoute } from "@/app/api/admin/report/series/export/route";
import { GET as seriesRoute } from "@/app/api/admin/report/series/route";
import { closeDatabase, db } from "@/db/client";
import { chatMessages, chatSessions } from "@/db/schema/conversation";
import { loadConfig } from "@/lib/config/system-config";
import type { AppDto, SeriesDto } from "@/lib/features/reports/dto";
import { answer, call } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";

let boss: Person;
/** Months of its own, long ago: nothing else of the run lies in them. */
const days = { period: "custom", from: "2017-05-01", to: "2017-06-30" };

/** An answer of a person at a moment, with so many cited and supported sentences. */
async function addAnswer(
  person: Person,
  moment: string,
  [citedSentences, supportedSentences]: [number, number] | [null, null],
  kind = "document",
) {
  const createdAt = new Date(moment);
  const sessionId = v7();
  await db().insert(chatSessions).values({ id: sessionId, userId: person.id, kind, createdAt });
  await db()
    .insert(chatMessages)
    .values({ sessionId, role: "assistant", citedSentences, supportedSentences, createdAt });
}

beforeAll(async () => {
  boss = await makePerson({ roles: ["administrator"] });
  const [first, second] = [await makePerson(), await makePerson()];
  // The first moment of the period in the product's days, eight hours ahead, and the last before it.
  expect((await loadConfig("customConfig")).timeZone).toBe("Asia/Shanghai");
  await addAnswer(first, "2017-04-30T16:00:00Z", [4, 3]);
  await addAnswer(first, "2017-04-30T15:59:59Z", [10, 5]);
  await addAnswer(second, "2017-05-02T04:00:00Z", [6, 6]);
  await addAnswer(second, "2017-06-30T15:59:59Z", [2, 0]);
  await addAnswer(second, "2017-06-30T16:00:00Z", [50, 50]);
  // Neither answers without a citation nor those of other kinds count.
  await addAnswer(first, "2017-05-02T04:00:00Z", [null, null]);
  await addAnswer(first, "2017-05-02T04:00:00Z", [8, 0], "knowledge");
});
afterAll(closeDatabase);

const app = async (appId: string, grain: "day" | "month" = "day") =>
  (await answer<AppDto>(appRoute, { token: boss.token, params: { appId }, query: { ...days, grain } })).data!;

describe("what citations bear out", () => {
  it("is summed over everybody's answers of a period and of the one before, by the product's days", async () => {
    const { support, series } = await app("document");
    expect(support).toMatchObject({ now: { cited: 12, supported: 9 }, before: { cited: 10, supported: 5 } });
    expect(support!.series).toHaveLength(series.length);
    const filled = support!.series.flatMap((each, index) => (each.cited > 0 ? [[series[index]!.period, each]] : []));
    expect(filled).toEqual([
      ["2017-05-01", { cited: 4, supported: 3 }],
      ["2017-05-02", { cited: 6, supported: 6 }],
      ["2017-06-30", { cited: 2, supported: 0 }],
    ]);
    expect((await app("document", "month")).support!.series).toEqual([
      { cited: 10, supported: 9 },
      { cited: 2, supported: 0 },
    ]);
  });

  it("is told of apps that cite, as a whole", async () => {
    expect((await app("chat")).support).toBeNull();
    const series = async (query: object) =>
      (await answer<SeriesDto>(seriesRoute, { token: boss.token, query: { ...days, ...query } })).data!.support;
    expect(await series({ app: "document" })).toMatchObject({ now: { cited: 12, supported: 9 } });
    expect(await series({ app: "document", user: boss.id })).toBeNull();
    expect(await series({})).toBeNull();
  });

  it("stands in the app's file, and in no other's", async () => {
    const file = async (appId: string) => {
      const query = { ...days, grain: "month", app: appId, format: "csv" };
      return (await call(exportRoute, { token: boss.token, query })).text();
    };
    const [header, may, june] = (await file("document")).trim().split(/\r?\n/);
    expect(header).toMatch(/(Cited sentences,Cited sentences supported by the sources|带引用的句子,获原文支持的句子)$/);
    expect([may, june].map((line) => line!.split(",").slice(-2))).toEqual([
      ["10", "9"],
      ["2", "0"],
    ]);
    expect(await file("chat")).not.toMatch(/Cited|带引用/);
  });
});
