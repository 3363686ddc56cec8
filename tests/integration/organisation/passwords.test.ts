import { eq } from "drizzle-orm";
import { DELETE as UNBIND } from "@/app/api/admin/org/users/[id]/bindings/route";
import { POST as RESET } from "@/app/api/admin/org/users/[id]/reset-password/route";
import { POST as CHANGE } from "@/app/api/admin/user/change-password/route";
import { GET as SELF } from "@/app/api/admin/user/self-info/route";
import { db } from "@/db/client";
import { activationCodes } from "@/db/schema/auth";
import { externalIdentities } from "@/db/schema/login-channels";
import { answer } from "@/tests/factories/call";
import { logIn, unique, userRow, usersAs } from "@/tests/factories/organisation";
import { makePerson, PASSWORD, type Person } from "@/tests/factories/people";

let administrator: Person;
let manager: Person;
beforeAll(async () => {
  administrator = await makePerson({ roles: ["administrator"] });
  manager = await makePerson({ roles: ["staff"], codes: ["SYSTEM:ORG:USER"] });
});

const reset = (actor: Person, id: string, body: unknown = {}) =>
  answer<{ code?: string }>(RESET, { token: actor.token, params: { id }, body });

describe("a one-time code", () => {
  it("lets a new person in until they chose a password, however it is typed", async () => {
    const account = unique("new");
    const { data } = await usersAs(manager).create({ account });
    expect(data!.code).toMatch(/^[234679ACDEFGHJKMNPQRTUVWXYZ]{4}(-[234679ACDEFGHJKMNPQRTUVWXYZ]{4}){2}$/);
    const token = (await logIn(account, ` ${data!.code!.toLowerCase().replaceAll("-", " ")} `))!;
    expect(token).not.toBeNull();
    expect((await answer(SELF, { token })).data).toMatchObject({ mustChangePassword: true });
    const change = (oldPassword: string) => answer(CHANGE, { token, body: { oldPassword, newPassword: "Chosen123" } });
    expect((await change("wrong")).code).toBe(400);
    expect((await change(data!.code!)).code).toBe(200);
    expect(await logIn(account, data!.code!)).toBeNull();
    expect(await logIn(account, "Chosen123")).not.toBeNull();
    expect(await db().select().from(activationCodes).where(eq(activationCodes.userId, data!.id))).toEqual([]);
  });

  it("is stored hashed, and dies after its time", async () => {
    const account = unique("late");
    const { data } = await usersAs(manager).create({ account });
    const [row] = await db().select().from(activationCodes).where(eq(activationCodes.userId, data!.id));
    expect(JSON.stringify(row)).not.toContain(data!.code!.replaceAll("-", ""));
    await db()
      .update(activationCodes)
      .set({ expiresAt: new Date(0) })
      .where(eq(activationCodes.userId, data!.id));
    expect(await logIn(account, data!.code!)).toBeNull();
  });

  it("opens nothing for a disabled person, nor another person's account", async () => {
    const [first, second] = [unique("one"), unique("two")];
    const { data } = await usersAs(manager).create({ account: first });
    await usersAs(manager).create({ account: second });
    expect(await logIn(second, data!.code!)).toBeNull();
    expect(await logIn(first, "AAAA-AAAA-AAAA")).toBeNull();
    await usersAs(manager).change(data!.id, { status: "disabled" });
    expect(await logIn(first, data!.code!)).toBeNull();
  });
});

describe("a reset password", () => {
  it("ends the old one and every session, and is changed at the first login", async () => {
    const person = await makePerson();
    const weaker = await makePerson({ codes: ["SYSTEM:ORG:USER"] });
    expect((await reset(weaker, person.id, { password: "Handed123" })).data).toMatchObject({
      error: "strongerTarget",
    });
    expect((await reset(administrator, person.id, { password: "Handed123" })).data).toEqual({});
    expect((await answer(SELF, { token: person.token })).code).toBe(401);
    expect(await logIn(person.account, PASSWORD)).toBeNull();
    const token = (await logIn(person.account, "Handed123"))!;
    expect((await answer(SELF, { token })).data).toMatchObject({ mustChangePassword: true });
  });

  it("by code replaces the code before", async () => {
    const account = unique("again");
    const { data } = await usersAs(manager).create({ account });
    const { data: next } = await reset(manager, data!.id);
    expect(await logIn(account, data!.code!)).toBeNull();
    expect(await logIn(account, next!.code!)).not.toBeNull();
  });

  it("is not somebody's way into an account that may do more", async () => {
    expect((await reset(manager, administrator.id)).data).toMatchObject({ error: "administratorTarget" });
    expect(await userRow(administrator.id)).toMatchObject({ mustChangePassword: false });
    const stranger = await makePerson();
    expect((await reset(stranger, manager.id)).code).toBe(403);
  });

  it("is refused where there is none", async () => {
    const person = await makePerson({ type: "sso" });
    expect((await reset(administrator, person.id)).data).toMatchObject({ error: "notLocalAccount" });
  });
});

describe("a binding", () => {
  it("can be taken away, and ends the sessions it may have opened", async () => {
    const person = await makePerson();
    const subject = unique("s");
    await db().insert(externalIdentities).values({ issuer: "wecom", subject, userId: person.id });
    expect((await usersAs(manager).read(person.id))?.bindings).toMatchObject([{ issuer: "wecom", subject }]);
    const remove = () =>
      answer(UNBIND, {
        token: manager.token,
        method: "DELETE",
        params: { id: person.id },
        query: { issuer: "wecom", subject },
      });
    expect((await remove()).code).toBe(200);
    expect((await remove()).code).toBe(404);
    expect((await answer(SELF, { token: person.token })).code).toBe(401);
  });
});
