import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { DELETE as removeRoute } from "@/app/api/admin/licence/[id]/route";
import { POST as checkRoute } from "@/app/api/admin/licence/check/route";
import { POST as installRoute, GET as readRoute } from "@/app/api/admin/licence/route";
import { closeDatabase, db } from "@/db/client";
import { findConfig, upsertConfig } from "@/db/queries/config/system-config";
import { countSeats } from "@/db/queries/licence/licence";
import { systemConfig } from "@/db/schema/config";
import { notifications } from "@/db/schema/notifications";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import type { LicenceDto } from "@/lib/features/licence/dto";
import { markClock } from "@/lib/licence/clock";
import { CLOCK_MARK } from "@/lib/licence/clock-mark";
import type { LicenceClaims } from "@/lib/licence/format";
import { remindOfEnd } from "@/lib/licence/jobs";
import { assertSeats } from "@/lib/licence/seats";
import { answer } from "@/tests/factories/call";
import { claimsOf, dropLicences, makeIssuer, putLicence, trust } from "@/tests/factories/licences";
import { disable, makePerson, type Person } from "@/tests/factories/people";

const DAY = 86_400_000;
const issuer = makeIssuer();
const iso = (days: number) => new Date(Date.now() + days * DAY).toISOString();
let admin: Person;
let staff: Person;

beforeAll(async () => {
  admin = await makePerson({ codes: ["SYSTEM:CONFIG:LICENSE"] });
  staff = await makePerson();
});
beforeEach(async () => {
  await dropLicences();
  await db().delete(systemConfig).where(eq(systemConfig.type, CLOCK_MARK));
  await db().delete(systemConfig).where(eq(systemConfig.type, "licenceReminders"));
  trust(issuer);
});
afterAll(async () => {
  await dropLicences();
  await closeDatabase();
});

const install = (text: string) => answer<{ id: string }>(installRoute, { token: admin.token, body: { text } });
const read = async () => (await answer<LicenceDto>(readRoute, { token: admin.token })).data as LicenceDto;
const errorOf = (envelope: { data: unknown }) => (envelope.data as { error?: string }).error;
const issue = (claims: Partial<LicenceClaims> = {}) => issuer.issue(claims);

describe("installing", () => {
  it("shows what it says first, then puts it in force", async () => {
    expect((await read()).state).toBe("community");
    const text = issue({ seats: 100_000, customer: "华信集团" });
    const seen = await answer(checkRoute, { token: admin.token, body: { text } });
    expect(seen.data).toMatchObject({ claims: { customer: "华信集团" }, startsLater: false, overSeats: false });
    expect((await read()).state).toBe("community");
    expect((await install(text)).code).toBe(200);
    const licence = await read();
    expect(licence).toMatchObject({ state: "active", readOnly: false, claims: { seats: 100_000 }, remainingDays: 365 });
    expect(licence.history).toMatchObject([{ isCurrent: true, removedAt: null, installedBy: admin.account }]);
  });

  it("refuses what is not a licence, foreign, ended, for another version, or installed already", async () => {
    const text = issue();
    await install(text);
    const before = await read();
    for (const [wrong, key] of [
      ["nonsense", "licenceInvalid"],
      [makeIssuer().issue(), "licenceForeign"],
      [`${text.slice(0, -4)}AAAA`, "licenceForeign"],
      [issue({ startTime: iso(-20), endTime: iso(-1) }), "licenceEnded"],
      [issue({ version: "90-99" }), "licenceWrongVersion"],
      [text, "licenceKnown"],
    ] as const) {
      expect(errorOf(await answer(checkRoute, { token: admin.token, body: { text: wrong } }))).toBe(key);
      expect(errorOf(await install(wrong))).toBe(key);
    }
    expect(await read()).toEqual(before);
  });

  it.each([{}, { text: "" }, { text: 1 }, { text: "x".repeat(5000) }, { text: "x", force: true }])(
    "refuses the body %j",
    async (body) => {
      expect((await answer(installRoute, { token: admin.token, body })).code).toBe(400);
    },
  );

  it("lets the next one wait for its start, and replaces the present one when it begins at once", async () => {
    const present = claimsOf({ endTime: iso(10) });
    await install(issue(present));
    await install(issue({ startTime: iso(9), endTime: iso(400), serial: "next" }));
    expect(await read()).toMatchObject({ state: "expiring", claims: { serial: present.serial } });
    await install(issue({ serial: "now" }));
    const licence = await read();
    expect(licence.claims?.serial).toBe("now");
    expect(licence.history.filter(({ removedAt }) => !removedAt).map(({ serial }) => serial)).toEqual(["now"]);
  });

  it("is for those who hold the code; others learn nothing", async () => {
    await install(issue());
    for (const route of [readRoute, installRoute, checkRoute]) {
      const options = { token: staff.token, ...(route === readRoute ? {} : { body: { text: issue() } }) };
      expect((await answer(route, options)).code).toBe(403);
    }
  });

  it("and removing stand in the operation log with what the licence said", async () => {
    const { data } = await install(issue({ serial: "logged", seats: 7777 }));
    const id = (data as { id: string }).id;
    expect((await answer(removeRoute, { token: admin.token, method: "DELETE", params: { id } })).code).toBe(200);
    expect((await answer(removeRoute, { token: admin.token, method: "DELETE", params: { id } })).code).toBe(404);
    const rows = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.targetId, id))
      .orderBy(operationLogs.id);
    expect(rows.map(({ action, result }) => `${action} ${result}`).sort()).toEqual([
      "licence.install success",
      "licence.remove refused",
      "licence.remove success",
    ]);
    expect(rows.find(({ action }) => action === "licence.install")?.after).toMatchObject({ seats: 7777 });
    expect((await read()).state).toBe("community");
  });
});

describe("a stored licence", () => {
  it("that was changed in the database is not believed", async () => {
    const text = issue({ seats: 5 });
    const forged = JSON.stringify(claimsOf({ seats: null }));
    const [prefix, , signature] = text.split(".");
    await putLicence(`${prefix}.${Buffer.from(forged).toString("base64url")}.${signature}`);
    expect(await read()).toMatchObject({ state: "invalid", claims: null, readOnly: true });
  });

  it("is read-only when the clock was set back, until a new one is installed", async () => {
    const text = issue();
    await putLicence(text, "old");
    await upsertConfig(db(), CLOCK_MARK, { at: iso(3) });
    expect(await read()).toMatchObject({ state: "clockWrong", readOnly: true });
    await markClock();
    expect(((await findConfig(db(), CLOCK_MARK)) as { at: string }).at > iso(2)).toBe(true);
    expect((await install(issue({ serial: v7() }))).code).toBe(200);
    expect(await read()).toMatchObject({ state: "active" });
  });

  it("installed a second time does not put the clock right", async () => {
    const claims = claimsOf();
    const { data } = await install(issue(claims));
    await upsertConfig(db(), CLOCK_MARK, { at: iso(3) });
    await answer(removeRoute, { token: admin.token, method: "DELETE", params: { id: (data as { id: string }).id } });
    await install(issue(claims));
    expect(await read()).toMatchObject({ state: "clockWrong" });
  });
});

describe("seats", () => {
  const create = () =>
    db().transaction(async (tx) => {
      await assertSeats(tx, 1);
      const account = `seat${v7()}`;
      await tx.insert(users).values({ account, name: account });
    });

  it("are never exceeded by people who come at the same time", async () => {
    const used = await countSeats(db());
    await install(issue({ seats: used + 3 }));
    const results = await Promise.allSettled(Array.from({ length: 20 }, create));
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(17);
    expect(await countSeats(db())).toBe(used + 3);
    expect(refused[0]).toMatchObject({ reason: { key: "seatsExhausted", code: 409 } });
    expect(refused.at(-1)).toMatchObject({ reason: { options: { args: { used: used + 3, total: used + 3 } } } });
  });

  it("are free again when somebody is disabled, and unlimited without a licence", async () => {
    const leaver = await makePerson();
    const used = await countSeats(db());
    await install(issue({ seats: used }));
    await expect(create()).rejects.toMatchObject({ key: "seatsExhausted" });
    await disable(leaver.id);
    await create();
    await dropLicences();
    await create();
  });

  it("fewer than people: those who are there stay, and the screen says so", async () => {
    await install(issue({ seats: 1 }));
    const licence = await read();
    expect(licence.seatsUsed).toBeGreaterThan(1);
    expect(licence.readOnly).toBe(false);
    await expect(create()).rejects.toMatchObject({ key: "seatsExhausted" });
  });
});

describe("reminders", () => {
  const told = async () =>
    (await db().select().from(notifications).where(eq(notifications.userId, admin.id)))
      .filter(({ kind }) => kind.startsWith("licence"))
      .map(({ kind, args }) => [kind, args.days]);

  it("reach those in charge once at each threshold, and nobody else", async () => {
    const serial = v7();
    const remaining = async (days: number) => {
      await dropLicences();
      trust(issuer);
      await putLicence(issue({ serial, startTime: iso(-300), endTime: iso(days) }), serial);
      await remindOfEnd();
      await remindOfEnd();
    };
    for (const days of [40, 29.5, 20, 6.5, 3, 0.5, -1]) await remaining(days);
    expect(await told()).toEqual([
      ["licenceEnding", 30],
      ["licenceEnding", 7],
      ["licenceEnding", 1],
      ["licenceEnded", 0],
    ]);
    const others = await db().select().from(notifications).where(eq(notifications.userId, staff.id));
    expect(others.filter(({ kind }) => kind.startsWith("licence"))).toEqual([]);
  });
});
