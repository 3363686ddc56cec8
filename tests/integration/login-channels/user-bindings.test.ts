import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as bind, DELETE as unbind } from "@/app/api/admin/org/users/[id]/bindings/route";
import { GET as channels } from "@/app/api/admin/org/users/binding-channels/route";
import { GET as selfInfo } from "@/app/api/admin/user/self-info/route";
import { db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { answer } from "@/tests/factories/call";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { usersAs } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";

let administrator: Person;
let manager: Person;
let oidc: OpenChannel;
beforeAll(async () => {
  administrator = await makePerson({ roles: ["administrator"] });
  manager = await makePerson({ roles: ["staff"], codes: ["SYSTEM:ORG:USER"] });
  oidc = await makeLoginChannel({ kind: "oidc", settings: { issuer: `https://id-${v7()}.example` } });
});
afterAll(() => dropLoginChannel(oidc.id));

const add = (actor: Person, id: string, body: unknown) =>
  answer<{ error: string }>(bind, { token: actor.token, params: { id }, body });

describe("a binding by hand", () => {
  it("belongs to one person, is shown with its channel, and stands in the log", async () => {
    const [first, second] = [await makePerson(), await makePerson()];
    const subject = v7();
    expect((await add(administrator, first.id, { channelId: oidc.id, subject: ` ${subject} ` })).code).toBe(200);
    expect((await usersAs(administrator).read(first.id))?.bindings).toEqual([
      {
        issuer: oidc.issuer,
        subject,
        label: "",
        channel: { id: oidc.id, kind: "oidc", nameZh: oidc.nameZh, nameEn: oidc.nameEn },
        createdAt: expect.any(String) as string,
        lastUsedAt: null,
      },
    ]);
    expect((await usersAs(administrator).read(second.id))?.bindings).toEqual([]);
    const taken = await add(administrator, second.id, { channelId: oidc.id, subject });
    expect(taken).toMatchObject({ code: 409, data: { error: "channelBoundElsewhere" } });
    expect((await usersAs(administrator).read(second.id))?.bindings).toEqual([]);
    const rows = await db()
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.action, "org.user.bind"), eq(operationLogs.targetId, first.id)));
    expect(rows).toMatchObject([{ actorId: administrator.id, result: "success", after: { subject } }]);

    const query = { issuer: oidc.issuer, subject };
    const take = (id: string) =>
      answer(unbind, { token: administrator.token, method: "DELETE", params: { id }, query });
    expect((await take(second.id)).code).toBe(404);
    expect((await answer(selfInfo, { token: first.token })).code).toBe(200);
    expect((await take(first.id)).code).toBe(200);
    expect((await answer(selfInfo, { token: first.token })).code).toBe(401);
  });

  it("is nobody's way into an account that may do more", async () => {
    const staff = await makePerson();
    const body = { channelId: oidc.id, subject: v7() };
    expect((await add(manager, administrator.id, body)).data?.error).toBe("administratorTarget");
    const weak = await makePerson({ codes: ["SYSTEM:ORG:USER"] });
    expect((await add(weak, staff.id, body)).data?.error).toBe("strongerTarget");
    expect((await add(manager, weak.id, body)).code).toBe(200);
  });

  it("needs the permission, a person, a channel and an identifier", async () => {
    const staff = await makePerson();
    const body = { channelId: oidc.id, subject: v7() };
    expect((await add(staff, staff.id, body)).code).toBe(403);
    expect((await answer(channels, { token: staff.token })).code).toBe(403);
    expect((await add(administrator, v7(), body)).code).toBe(404);
    expect((await add(administrator, "x", body)).code).toBe(404);
    expect((await add(administrator, staff.id, { ...body, channelId: v7() })).data).toMatchObject({
      fields: { channelId: "invalid" },
    });
    for (const subject of ["", "  ", "a".repeat(256), "a\u0000b", "a\nb"]) {
      expect((await add(administrator, staff.id, { ...body, subject })).code).toBe(400);
    }
    expect((await usersAs(administrator).read(staff.id))?.bindings).toEqual([]);
  });

  it("can be made at the channels there are, told without a setting or secret", async () => {
    const { data } = await answer<{ items: object[] }>(channels, { token: manager.token });
    expect(data?.items).toContainEqual({ id: oidc.id, kind: "oidc", nameZh: oidc.nameZh, nameEn: oidc.nameEn });
  });
});
