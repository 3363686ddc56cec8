import { and, eq, inArray } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { POST as directoryRoute } from "@/app/api/login-ad/route";
import { POST as passwordRoute } from "@/app/api/token/login-pw/route";
import { closeDatabase, db } from "@/db/client";
import { insertVerificationCode } from "@/db/queries/auth/login";
import { loginAttempts, loginSources } from "@/db/schema/auth";
import { externalIdentities } from "@/db/schema/login-channels";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import { roles } from "@/db/schema/roles";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { hashToken } from "@/lib/auth/tokens";
import { answer } from "@/tests/factories/call";
import { makeDirectory } from "@/tests/factories/directory";
import { dropLoginChannel } from "@/tests/factories/login-channels";
import { disable, makePerson, PASSWORD } from "@/tests/factories/people";
import { type Slapd, startSlapd } from "@/tests/fakes/slapd";

jest.setTimeout(120_000);

let slapd: Slapd;
let channel: OpenChannel;
let address: string;
let next = 0;

beforeAll(async () => {
  slapd = await startSlapd();
});
afterAll(async () => {
  await slapd?.stop();
  await closeDatabase();
});
beforeEach(async () => {
  channel = await makeDirectory(slapd);
  address = `198.18.77.${++next}`;
});
afterEach(() => dropLoginChannel(channel.id));

interface LoginData {
  token?: string;
  error?: string;
  captchaRequired?: boolean;
}
const login = (body: object, from = address) => answer<LoginData>(directoryRoute, { body, address: from });
const errorOf = async (body: object) => (await login(body)).data?.error;
const self = async (token: string | undefined) =>
  (await answer<{ id: string; account: string; type: string; roles: { name: string }[] }>(selfInfoRoute, { token }))
    .data!;
const rowsOf = (account: string) => db().select().from(users).where(eq(users.account, account));
const loginsOf = async (account: string) =>
  (
    await db()
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.actorAccount, account), eq(operationLogs.action, "auth.login")))
      .orderBy(operationLogs.id)
  ).map(({ result, after }) => [result, (after as { reason?: string } | null)?.reason]);

describe("directory login", () => {
  it("makes an account for each person at the first time and finds it again, also under a new name", async () => {
    const [alice, bob] = [await slapd.addPerson(), await slapd.addPerson({ password: "Bob-pass-1" })];
    const first = await login({ username: `  ${alice.uid.toUpperCase()} `, password: alice.password });
    expect(first.code).toBe(200);
    const person = await self(first.data?.token);
    expect(person).toMatchObject({ account: alice.uid, type: "directory" });
    const other = await self((await login({ username: bob.uid, password: bob.password })).data?.token);
    expect(other.id).not.toBe(person.id);
    const renamed = `r${alice.uid}`;
    await slapd.rename(alice.dn, alice.dn.replace(alice.uid, renamed));
    const again = await login({ username: renamed, password: alice.password });
    expect((await self(again.data?.token)).id).toBe(person.id);
    expect(await rowsOf(renamed)).toEqual([]);
    expect(await loginsOf(alice.uid)).toEqual([
      ["success", undefined],
      ["success", undefined],
    ]);
    expect(await errorOf({ username: bob.uid, password: alice.password })).toBe("wrongCredentials");
  });

  it("gives the roles of the person's groups, and takes them with the group", async () => {
    await makePerson({ roles: ["administrator"] }); // or nobody could lose a role
    const [editor, reader] = [await slapd.addPerson(), await slapd.addPerson()];
    const group = await slapd.addGroup(`editors-${v7()}`, [editor.dn, reader.dn]);
    const key = v7();
    const role = { key, name: key, type: "custom" as const, permissions: ["PERSONAL:CHAT"] };
    const [{ id: roleId } = { id: "" }] = await db().insert(roles).values(role).returning({ id: roles.id });
    await dropLoginChannel(channel.id);
    channel = await makeDirectory(slapd, {
      provisioning: { rules: [{ claim: "groups", value: group.toUpperCase(), roleIds: [roleId], departmentId: null }] },
    });
    await slapd.set(group, "member", [editor.dn]);
    const rolesOf = async ({ uid, password }: typeof editor) =>
      (await self((await login({ username: uid, password })).data?.token)).roles.length;
    expect(await rolesOf(editor)).toBe(1);
    expect(await rolesOf(reader)).toBe(0);
    await slapd.set(group, "member", [reader.dn]);
    expect(await rolesOf(editor)).toBe(0);
    expect(await rolesOf(reader)).toBe(1);
  });

  it("never takes over a local account of the same name or e-mail", async () => {
    const entry = await slapd.addPerson();
    const local = await makePerson({ account: entry.uid });
    await db().update(users).set({ email: entry.mail }).where(eq(users.id, local.id));
    expect(await errorOf({ username: entry.uid, password: entry.password })).toBe("channelAccountTaken");
    expect(await rowsOf(entry.uid)).toMatchObject([{ id: local.id, type: "local" }]);
    expect(await db().select().from(externalIdentities).where(eq(externalIdentities.userId, local.id))).toEqual([]);
    expect(await loginsOf(entry.uid)).toEqual([["failed", "accountTaken"]]);
    const own = await answer(passwordRoute, { body: { username: entry.uid, password: PASSWORD }, address });
    expect(own.code).toBe(200);
  });

  it.each([[""], ["   "], [null], [["Directory-1"]], [{}]])(
    "refuses the password %j without asking",
    async (password) => {
      const entry = await slapd.addPerson();
      await slapd.told();
      expect((await login({ username: entry.uid, password })).code).toBe(400);
      expect((await slapd.told()).binds).toEqual([]);
    },
  );

  it.each([["*"], ["admin)(uid=*"], ["\\2a"], ["a\0b"]])("refuses the account %j", async (username) => {
    const entry = await slapd.addPerson();
    await slapd.told();
    expect(await login({ username, password: entry.password })).toMatchObject({ code: 400 });
    const { binds, filters } = await slapd.told();
    expect(binds).not.toContain(entry.dn);
    for (const filter of filters) expect(filter).toMatch(/^\(&\(objectClass=person\)\(uid=[^()*]+\)\)$/);
  });

  it("keeps passwords out of the operation log", async () => {
    const entry = await slapd.addPerson();
    await login({ username: entry.uid, password: "Wrong-canary-1" });
    const rows = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.actorAccount, entry.uid))
      .orderBy(operationLogs.id);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("Wrong-canary-1");
  });
});

describe("several directories", () => {
  it("are asked until one knows the password; one that is down is told of", async () => {
    const entry = await slapd.addPerson();
    const down = await makeDirectory({ url: "ldap://127.0.0.1:1" });
    try {
      expect((await login({ username: entry.uid, password: entry.password })).code).toBe(200);
      expect(await errorOf({ username: entry.uid, password: "wrong" })).toBe("channelUnreachable");
      const [attempt] = await db().select().from(loginAttempts).where(eq(loginAttempts.account, entry.uid));
      expect(attempt).toBeDefined();
    } finally {
      await dropLoginChannel(down.id);
    }
  });

  it("that are all down are no wrong password", async () => {
    await slapd.told();
    await dropLoginChannel(channel.id);
    channel = await makeDirectory({ url: "ldap://127.0.0.1:1" });
    expect(await errorOf({ username: "somebody", password: "Wrong1234" })).toBe("channelUnreachable");
    expect(await loginsOf("somebody")).toEqual([["failed", "unreachable"]]);
    expect(await db().select().from(loginAttempts).where(eq(loginAttempts.account, "somebody"))).toEqual([]);
  });

  it("that are not on let nobody in", async () => {
    await dropLoginChannel(channel.id);
    expect(await errorOf({ username: "somebody", password: "Wrong1234" })).toBe("channelOff");
  });
});

describe("tries", () => {
  const wrong = (username: string) => login({ username, password: "Wrong1234" });

  it("count with those of our own passwords: a code after three, a lock after ten", async () => {
    const entry = await slapd.addPerson();
    const own = () =>
      answer<LoginData>(passwordRoute, { body: { username: entry.uid, password: "Wrong1234" }, address });
    await own();
    await wrong(entry.uid);
    expect((await wrong(entry.uid)).data).toMatchObject({ error: "wrongCredentials", captchaRequired: true });
    const right = { username: entry.uid, password: entry.password };
    expect(await errorOf(right)).toBe("captchaRequired");
    const codeUuid = await insertVerificationCode(db(), hashToken("AB23"), new Date(Date.now() + 60_000));
    expect((await login({ ...right, codeUuid, vfCode: "ab23" })).code).toBe(200);
    for (let count = 0; count < 10; count++) await wrong(entry.uid);
    await slapd.told();
    expect(await login(right)).toMatchObject({ code: 429, data: { error: "loginLocked" } });
    expect((await own()).code).toBe(429);
    expect((await slapd.told()).binds).toEqual([]);
  });

  it("of all kinds fail in the same words and the same time", async () => {
    const [known, off, local] = [await slapd.addPerson(), await slapd.addPerson(), await makePerson()];
    const { data } = await login({ username: off.uid, password: off.password });
    await disable((await self(data?.token)).id);
    const kinds = {
      wrong: { username: known.uid, password: "Wrong1234" },
      unknown: { username: `n${v7()}`, password: "Wrong1234" },
      local: { username: local.account, password: PASSWORD },
      disabledHere: { username: off.uid, password: off.password },
    };
    const times: Record<string, number[]> = {};
    const said = new Set<string>();
    for (let round = 0; round < 30; round++) {
      for (const [kind, body] of Object.entries(kinds)) {
        await db()
          .delete(loginAttempts)
          .where(inArray(loginAttempts.account, [body.username]));
        await db().delete(loginSources).where(eq(loginSources.address, address));
        const started = performance.now();
        const { code, data: told, message } = await login(body);
        times[kind] = [...(times[kind] ?? []), performance.now() - started];
        said.add(JSON.stringify([code, told, message]));
      }
    }
    expect([...said]).toHaveLength(1);
    // The shortest of each is what the work takes; everything above it is the machine's, and an attacker leaves it out too.
    const usual = Math.min(...times.wrong!);
    for (const [kind, values] of Object.entries(times)) {
      expect([kind, Math.abs(Math.min(...values) - usual) < 20]).toEqual([kind, true]);
    }
  });
});
