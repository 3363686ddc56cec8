import { and, eq } from "drizzle-orm";
import { POST as codesRoute } from "@/app/api/admin/user/factor/codes/route";
import { POST as confirmRoute } from "@/app/api/admin/user/factor/confirm/route";
import { POST as removeRoute } from "@/app/api/admin/user/factor/remove/route";
import { POST as beginRoute, GET as stateRoute } from "@/app/api/admin/user/factor/route";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { POST as loginRoute } from "@/app/api/token/login-pw/route";
import { closeDatabase, db } from "@/db/client";
import { insertVerificationCode } from "@/db/queries/auth/login";
import { loginAttempts, recoveryCodes, secondFactors, sessions } from "@/db/schema/auth";
import { operationLogs } from "@/db/schema/operation-log";
import { hashToken } from "@/lib/auth/tokens";
import type { Handler } from "@/lib/endpoint/route";
import type { FactorDto } from "@/lib/features/account/dto";
import { answer } from "@/tests/factories/call";
import { makePerson, PASSWORD, type Person } from "@/tests/factories/people";
import { codeOf, giveFactor } from "@/tests/factories/second-factor";

// Each password is hashed as slowly as in the product.
jest.setTimeout(30_000);

let u1: Person;
let u2: Person;
let address: string;
let nextAddress = 0;

beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
  address = `198.18.7.${++nextAddress}`;
});
afterAll(closeDatabase);

interface LoginData {
  token?: string;
  error?: string;
  captchaRequired?: boolean;
}
const login = (person: Person, more: object = {}) =>
  answer<LoginData>(loginRoute, { body: { username: person.account, password: PASSWORD, ...more }, address });
const state = async (person: Person) => (await answer<FactorDto>(stateRoute, { token: person.token })).data!;
const wrongOf = (secret: string) => {
  const near = [-2, -1, 0, 1, 2].map((step) => codeOf(secret, step));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code))!;
};

describe("setting it up", () => {
  it("takes the password, then a code of the app; until then nothing is asked for", async () => {
    const refused = await answer(beginRoute, { token: u1.token, body: { password: "Wrong1234" }, address });
    expect(refused).toMatchObject({
      code: 400,
      data: { error: "wrongOldPassword", fields: { password: "passwordWrong" } },
    });
    const begun = await answer<{ secret: string; uri: string }>(beginRoute, {
      token: u1.token,
      body: { password: PASSWORD },
    });
    const { secret, uri } = begun.data!;
    expect(uri).toMatch(new RegExp(`^otpauth://totp/.*${u1.account}.*secret=${secret}`));
    expect((await login(u1)).code).toBe(200);
    const wrong = await answer(confirmRoute, { token: u1.token, body: { otp: wrongOf(secret) } });
    expect(wrong).toMatchObject({ code: 400, data: { error: "secondFactorWrong" } });
    expect(await state(u1)).toMatchObject({ active: false });
    const confirmed = await answer<{ codes: string[]; account: string }>(confirmRoute, {
      token: u1.token,
      body: { otp: ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)} ` },
    });
    expect(confirmed.data!.account).toBe(u1.account);
    expect(new Set(confirmed.data!.codes).size).toBe(10);
    expect(await state(u1)).toMatchObject({ active: true, recoveryCodesLeft: 10, required: false, available: true });
    expect(await state(u2)).toMatchObject({ active: false, recoveryCodesLeft: 0 });
    // A second set-up cannot replace the first.
    expect((await answer(beginRoute, { token: u1.token, body: { password: PASSWORD } })).code).toBe(409);
    expect((await answer(confirmRoute, { token: u1.token, body: { otp: codeOf(secret, 1) } })).code).toBe(409);
  });

  it("keeps secret and codes out of the database in the clear, and out of the operation log", async () => {
    const { secret, codes } = await giveFactor(u1);
    await login(u1, { otp: codes[0] });
    const [factor] = await db().select().from(secondFactors).where(eq(secondFactors.userId, u1.id));
    const kept = await db().select().from(recoveryCodes).where(eq(recoveryCodes.userId, u1.id));
    const logged = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.actorId, u1.id))
      .orderBy(operationLogs.id);
    expect(logged.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["auth.factor.begin", "auth.factor.confirm", "auth.login"]),
    );
    const text = JSON.stringify([factor, kept, logged]);
    for (const word of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))]) {
      expect(text).not.toContain(word);
    }
  });

  it("is for accounts that have their password here", async () => {
    const other = await makePerson({ type: "sso" });
    expect(await state(other)).toMatchObject({ available: false });
    const { code } = await answer(beginRoute, { token: other.token, body: { password: PASSWORD } });
    expect(code).toBe(422);
  });
});

describe("a login with a second factor", () => {
  let secret: string;
  let codes: string[];
  beforeEach(async () => {
    ({ secret, codes } = await giveFactor(u1));
  });

  it("opens no session without the code, and says what is missing only to who knows the password", async () => {
    const before = await db().$count(sessions, eq(sessions.userId, u1.id));
    expect(await login(u1)).toMatchObject({ code: 400, data: { error: "secondFactorRequired" } });
    expect(await login(u1, { otp: wrongOf(secret) })).toMatchObject({
      code: 400,
      data: { error: "secondFactorWrong" },
    });
    expect(await db().$count(sessions, eq(sessions.userId, u1.id))).toBe(before);
    for (const otp of [undefined, codeOf(secret)]) {
      const { data } = await login(u1, { password: "Wrong1234", otp });
      expect(data?.error).toBe("wrongCredentials");
    }
    const { code, data } = await login(u1, { otp: codeOf(secret), ...(await captcha()) });
    expect(code).toBe(200);
    expect((await answer(selfInfoRoute, { token: data!.token })).code).toBe(200);
    expect((await login(u2)).code).toBe(200);
  });

  it("takes a code once, also when it comes twenty times at once, and no older one after it", async () => {
    const otp = codeOf(secret);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        answer<LoginData>(loginRoute, {
          body: { username: u1.account, password: PASSWORD, otp },
          address: `198.19.${nextAddress}.${index}`,
        }),
      ),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    await clearFailures(u1);
    expect((await login(u1, { otp })).data?.error).toBe("secondFactorWrong");
    expect((await login(u1, { otp: codeOf(secret, -1) })).data?.error).toBe("secondFactorWrong");
    await clearFailures(u1);
    expect((await login(u1, { otp: codeOf(secret, 1) })).code).toBe(200);
  });

  it("takes the step before and after, not the one beyond", async () => {
    expect((await login(u1, { otp: codeOf(secret, -3) })).data?.error).toBe("secondFactorWrong");
    expect((await login(u1, { otp: codeOf(secret, 3) })).data?.error).toBe("secondFactorWrong");
    expect((await login(u1, { otp: codeOf(secret, -1) })).code).toBe(200);
    expect((await login(u1, { otp: codeOf(secret, 1) })).code).toBe(200);
  });

  it("takes each recovery code once, however it is written, and nobody else's", async () => {
    const [first = "", second = ""] = codes;
    expect((await login(u1, { otp: first.toLowerCase().replaceAll("-", " ") })).code).toBe(200);
    expect((await login(u1, { otp: first })).data?.error).toBe("secondFactorWrong");
    expect(await state(u1)).toMatchObject({ recoveryCodesLeft: 9 });
    await giveFactor(u2);
    expect((await login(u2, { otp: second })).data?.error).toBe("secondFactorWrong");
    const twice = await Promise.all([login(u1, { otp: second }), login(u1, { otp: second })]);
    expect(twice.map(({ code }) => code).sort()).toEqual([200, 400]);
  });

  it("counts wrong codes like wrong passwords: a verification code, then a lock", async () => {
    const otp = wrongOf(secret);
    const answers = [await login(u1, { otp }), await login(u1, { otp }), await login(u1, { otp })];
    expect(answers.map(({ data }) => data?.captchaRequired)).toEqual([false, false, true]);
    expect((await login(u1, { otp: codeOf(secret) })).data?.error).toBe("captchaRequired");
    for (let count = 4; count < 10; count++) await login(u1, { otp, ...(await captcha()) });
    const locked = await login(u1, { otp: codeOf(secret), ...(await captcha()) });
    expect(locked).toMatchObject({ code: 429, data: { error: "loginLocked" } });
    const rows = await db()
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.actorAccount, u1.account), eq(operationLogs.result, "failed")))
      .orderBy(operationLogs.id);
    expect(rows.length).toBeGreaterThanOrEqual(10);
    expect(JSON.stringify(rows)).not.toContain(otp);
  });

  it("lets at most ten of thirty guesses through that come at once from one source", async () => {
    const otp = wrongOf(secret);
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(u1, { otp })));
    const looked = answers.filter(({ data }) => data?.error === "secondFactorWrong");
    expect(looked.length).toBeLessThanOrEqual(9);
    expect((await login(u1, { otp: codeOf(secret) })).code).toBe(429);
  });
});

describe("turning it off and new recovery codes", () => {
  it("need password and code, and their guesses are counted", async () => {
    const { secret, codes } = await giveFactor(u1);
    const call = (route: Handler, body: object) =>
      answer<{ codes: string[] }>(route, { token: u1.token, body, address });
    for (const route of [removeRoute, codesRoute]) {
      expect((await call(route, { password: PASSWORD })).code).toBe(400);
      expect((await call(route, { password: "Wrong1234", otp: codeOf(secret) })).data).toMatchObject({
        fields: { password: "passwordWrong" },
      });
      expect((await call(route, { password: PASSWORD, otp: wrongOf(secret) })).data).toMatchObject({
        fields: { otp: "codeWrong" },
      });
      await clearFailures(u1);
    }
    const renewed = await call(codesRoute, { password: PASSWORD, otp: codes[0] });
    expect(renewed.data!.codes).toHaveLength(10);
    expect((await login(u1, { otp: codes[1] })).data?.error).toBe("secondFactorWrong");
    expect((await login(u1, { otp: renewed.data!.codes[0] })).code).toBe(200);
    expect((await call(removeRoute, { password: PASSWORD, otp: codeOf(secret, 1) })).code).toBe(200);
    expect((await login(u1)).code).toBe(200);
    expect(await db().$count(recoveryCodes, eq(recoveryCodes.userId, u1.id))).toBe(0);
    expect((await call(removeRoute, { password: PASSWORD, otp: codeOf(secret) })).code).toBe(409);
  });
});

async function captcha() {
  const codeUuid = await insertVerificationCode(db(), hashToken("AB23"), new Date(Date.now() + 60_000));
  return { codeUuid, vfCode: "AB23" };
}

async function clearFailures(person: Person) {
  await db().delete(loginAttempts).where(eq(loginAttempts.account, person.account));
}
