import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { GET as codeRoute } from "@/app/api/public/verification-code/route";
import { POST as loginRoute } from "@/app/api/token/login-pw/route";
import { closeDatabase, db } from "@/db/client";
import { insertVerificationCode } from "@/db/queries/auth/login";
import { loginAttempts, loginSources, verificationCodes } from "@/db/schema/auth";
import { operationLogs } from "@/db/schema/operation-log";
import { hashToken } from "@/lib/auth/tokens";
import { answer, call } from "@/tests/factories/call";
import { disable, makePerson, PASSWORD, type Person } from "@/tests/factories/people";

let person: Person;
let address: string;
let nextAddress = 0;

beforeEach(async () => {
  person = await makePerson();
  address = `198.51.100.${++nextAddress}`;
});
afterAll(closeDatabase);

interface LoginData {
  token?: string;
  error?: string;
  captchaRequired?: boolean;
}
const login = (body: object, from = address, headers: Record<string, string> = {}) =>
  answer<LoginData>(loginRoute, {
    body: { username: person.account, password: PASSWORD, ...body },
    address: from,
    headers,
  });
const wrong = (from?: string, headers?: Record<string, string>) => login({ password: "Wrong1234" }, from, headers);
const fail = async (times: number, from?: string) => {
  for (let count = 0; count < times; count++) await wrong(from);
};
const makeCode = (life = 300_000) => insertVerificationCode(db(), hashToken("AB23"), new Date(Date.now() + life));

describe("login", () => {
  it("answers a token that works, and the page cookie beside it", async () => {
    const response = await call(loginRoute, { body: { username: person.account, password: PASSWORD }, address });
    const { data } = (await response.json()) as { data: { token: string } };
    expect(response.headers.get("set-cookie")).toMatch(/^authjs\.session-token=.+HttpOnly; SameSite=Lax/);
    for (const token of [data.token, `Bearer ${data.token}`]) {
      expect((await answer(selfInfoRoute, { token })).data).toMatchObject({ account: person.account });
    }
  });

  it("takes the account trimmed, in any case and width, and the password trimmed", async () => {
    const wide = [...person.account].map((char) => String.fromCodePoint(char.codePointAt(0)! + 0xfee0)).join("");
    for (const username of [`  ${person.account} `, person.account.toUpperCase(), wide]) {
      expect((await login({ username, password: ` ${PASSWORD} ` })).code).toBe(200);
    }
  });

  it("answers unknown, disabled and wrong in the same words", async () => {
    const off = await makePerson();
    await disable(off.id);
    const bodies = [
      { username: person.account, password: "Wrong1234" },
      { username: off.account, password: PASSWORD },
      { username: off.account, password: "Wrong1234" },
      { username: `nobody-${v7()}`, password: PASSWORD },
    ];
    const answers = await Promise.all(
      bodies.map(async (body, index) => {
        const response = await call(loginRoute, { body, address: `203.0.113.${index + 1}` });
        return [response.status, await response.text(), response.headers.get("set-cookie")];
      }),
    );
    expect(answers[0]![0]).toBe(400);
    for (const other of answers) expect(other).toEqual(answers[0]);
  });

  it("keeps the password out of the operation log", async () => {
    await wrong();
    const rows = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.actorAccount, person.account))
      .orderBy(operationLogs.id);
    expect(rows.map(({ action, result }) => [action, result])).toEqual([["auth.login", "failed"]]);
    expect(JSON.stringify(rows)).not.toContain("Wrong1234");
  });

  it("is refused from a foreign page", async () => {
    expect((await login({}, address, { origin: "https://evil.test" })).code).toBe(403);
    expect((await login({}, address, { origin: "http://product.test" })).code).toBe(200);
  });
});

describe("after three failures", () => {
  beforeEach(() => fail(3));

  it("asks for a verification code, and says so from the third on", async () => {
    expect((await login({})).data).toMatchObject({ error: "captchaRequired", captchaRequired: true });
    const codeUuid = await makeCode();
    expect((await login({ codeUuid, vfCode: " ab23 " })).code).toBe(200);
  });

  it("takes a code once, its own, and in time", async () => {
    const codeUuid = await makeCode();
    expect((await login({ codeUuid, vfCode: "AB23", password: "Wrong1234" })).data?.error).toBe("wrongCredentials");
    expect((await login({ codeUuid, vfCode: "AB23" })).data?.error).toBe("captchaWrong");
    expect((await login({ codeUuid: await makeCode(-1), vfCode: "AB23" })).data?.error).toBe("captchaWrong");
    expect((await login({ codeUuid: v7(), vfCode: "AB23" })).data?.error).toBe("captchaWrong");
  });

  it("uses a code up with a wrong answer", async () => {
    const codeUuid = await makeCode();
    expect((await login({ codeUuid, vfCode: "XXXX" })).data?.error).toBe("captchaWrong");
    expect((await login({ codeUuid, vfCode: "AB23" })).data?.error).toBe("captchaWrong");
  });

  it.each([[{ vfCode: "" }], [{ vfCode: ["AB23"] }], [{ vfCode: null }], [{ codeUuid: "../x", vfCode: "AB23" }]])(
    "refuses %j",
    async (body) => {
      expect((await login({ codeUuid: await makeCode(), ...body })).code).toBe(400);
    },
  );
});

it("the code's picture holds the answer as lines, and nobody finds it in the answer or the table", async () => {
  const { data } = await answer<{ codeUuid: string; image: string }>(codeRoute);
  expect(data!.image).toMatch(/^data:image\/svg\+xml/);
  const drawn = decodeURIComponent(data!.image) + Buffer.from(data!.image.split(",")[1] ?? "", "base64").toString();
  expect(drawn).not.toMatch(/<text/);
  const [row] = await db().select().from(verificationCodes).where(eq(verificationCodes.id, data!.codeUuid));
  expect(row!.answerHash).toMatch(/^[0-9a-f]{64}$/);
});

describe("after ten failures", () => {
  it("locks account and source whatever the forwarded headers say; another source gets in with a code", async () => {
    const codes: number[] = [];
    for (let count = 0; count < 20; count++) {
      codes.push((await wrong(address, { "x-forwarded-for": `10.0.0.${count}`, "x-real-ip": `10.0.1.${count}` })).code);
    }
    expect(codes).toEqual([...Array(9).fill(400), ...Array(11).fill(429)]);
    const right = await login({ codeUuid: await makeCode(), vfCode: "AB23" });
    expect(right).toMatchObject({ code: 429, data: { error: "loginLocked" } });
    const elsewhere = "192.0.2.99";
    expect((await login({}, elsewhere)).data?.error).toBe("captchaRequired");
    expect((await login({ codeUuid: await makeCode(), vfCode: "AB23" }, elsewhere)).code).toBe(200);
  });

  it("opens again by itself", async () => {
    await fail(10);
    const past = new Date(Date.now() - 16 * 60_000);
    await db()
      .update(loginAttempts)
      .set({ lockedUntil: past, updatedAt: past })
      .where(eq(loginAttempts.account, person.account));
    await db().update(loginSources).set({ windowStart: past }).where(eq(loginSources.address, address));
    expect((await login({})).code).toBe(200);
  });
});

it("one password over many accounts is slowed by its source, then stopped", async () => {
  const guess = (name: string, more: object = {}) =>
    answer<LoginData>(loginRoute, { body: { username: name, password: "Spring2026", ...more }, address });
  const first: (string | undefined)[] = [];
  for (let count = 0; count < 11; count++) first.push((await guess(`name-${v7()}`)).data?.error);
  expect(first.slice(0, 10)).toEqual(Array(10).fill("wrongCredentials"));
  expect(first[10]).toBe("captchaRequired");
  for (let count = 11; count < 60; count++) await guess(`name-${v7()}`);
  expect(await guess(`name-${v7()}`)).toMatchObject({ code: 429, data: { error: "tooManyRequests" } });
  expect((await login({}, "192.0.2.77")).code).toBe(200);
});
