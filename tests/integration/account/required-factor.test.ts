import { v7 } from "uuid";
import { GET as overviewRoute } from "@/app/api/admin/preview/overview/route";
import { POST as confirmRoute } from "@/app/api/admin/user/factor/confirm/route";
import { POST as removeRoute } from "@/app/api/admin/user/factor/remove/route";
import { POST as beginRoute, GET as stateRoute } from "@/app/api/admin/user/factor/route";
import { GET as firstLoginRoute } from "@/app/api/admin/user/is-first-login/route";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { API_ROUTES } from "@/app/api/openapi.json/routes";
import { closeDatabase, db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { readCookie } from "@/lib/auth/cookie";
import { isOpenBefore } from "@/lib/auth/pending";
import { invalidateSessions, openSession } from "@/lib/auth/session";
import { invalidateConfig } from "@/lib/config/system-config";
import { METHODS } from "@/lib/endpoint/openapi";
import type { FactorDto } from "@/lib/features/account/dto";
import { answer, call } from "@/tests/factories/call";
import { clearConfiguration } from "@/tests/factories/configuration";
import { makePerson, PASSWORD } from "@/tests/factories/people";
import { codeOf, giveFactor } from "@/tests/factories/second-factor";

jest.setTimeout(60_000);

async function require(required: boolean) {
  await upsertConfig(db(), "securityConfig", { requireSecondFactorForAdministrators: required });
  invalidateConfig("securityConfig");
  invalidateSessions();
}
beforeEach(() => require(true));
afterEach(async () => {
  await clearConfiguration();
  invalidateSessions();
});
afterAll(closeDatabase);

it("an administrator without a second factor is let in nowhere but to its set-up", async () => {
  const person = await makePerson({ roles: ["administrator"] });
  expect((await answer(firstLoginRoute, { token: person.token })).data).toMatchObject({ pending: ["factor"] });
  const open: string[] = [];
  for (const { path, load } of API_ROUTES) {
    const module = await load();
    for (const method of METHODS) {
      const handler = module[method];
      if (!handler || ["public", "apiKey", "scim"].some((way) => way in handler.declaration.access)) continue;
      if (isOpenBefore(["factor"], handler.declaration.beforeReady)) {
        open.push(`${method} ${path}`);
        continue;
      }
      const { code, data } = await answer(handler, { token: person.token, method, params: { id: v7() } });
      expect([path, code, data]).toEqual([path, 403, { error: "secondFactorMissing" }]);
    }
  }
  expect(open).toEqual(
    expect.arrayContaining([
      "GET /api/admin/user/factor",
      "POST /api/admin/user/factor",
      "POST /api/admin/user/factor/confirm",
      "POST /api/token/logout",
    ]),
  );
  expect(open).not.toContain("POST /api/admin/user/factor/remove");
});

it("setting it up opens everything at once, cookie included, and it cannot be turned off", async () => {
  const person = await makePerson({ roles: ["administrator"] });
  const { token } = person;
  const begun = await answer<{ secret: string }>(beginRoute, { token, body: { password: PASSWORD } });
  const { secret } = begun.data!;
  expect((await answer(overviewRoute, { token })).code).toBe(403);
  const confirmed = await call(confirmRoute, { token, body: { otp: codeOf(secret) } });
  const cookie = confirmed.headers.get("set-cookie")!.split(";")[0]!;
  expect(await readCookie({ headers: new Headers({ cookie }) })).toMatchObject({ pending: [] });
  expect((await answer(overviewRoute, { token })).code).toBe(200);
  expect((await answer<FactorDto>(stateRoute, { token })).data).toMatchObject({ active: true, required: true });
  const off = await answer(removeRoute, { token, body: { password: PASSWORD, otp: codeOf(secret, 1) } });
  expect(off).toMatchObject({ code: 422, data: { error: "secondFactorMandatory" } });
});

it("concerns administrators who come in with a password, and nobody else", async () => {
  const staff = await makePerson();
  expect((await answer(stateRoute, { token: staff.token })).data).toMatchObject({ required: false });
  expect((await answer(firstLoginRoute, { token: staff.token })).data).toMatchObject({ pending: [] });
  const administrator = await makePerson({ roles: ["administrator"] });
  const elsewhere = await openSession(administrator.id, "jwt", { requestId: "", address: "", userAgent: "" });
  expect((await answer(overviewRoute, { token: elsewhere.token })).code).toBe(200);
  const ready = await makePerson({ roles: ["administrator"] });
  await giveFactor(ready);
  expect((await answer(overviewRoute, { token: ready.token })).code).toBe(200);
});

it("follows the switch at the next call", async () => {
  const person = await makePerson({ roles: ["administrator"] });
  await require(false);
  expect((await answer(overviewRoute, { token: person.token })).code).toBe(200);
  await require(true);
  expect((await answer(overviewRoute, { token: person.token })).code).toBe(403);
  // Who is asked, by which step, and how to leave: that is always answered.
  expect((await answer(selfInfoRoute, { token: person.token })).code).toBe(200);
});
