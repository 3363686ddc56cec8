import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { PATCH as DEPARTMENT } from "@/app/api/admin/org/departments/[id]/route";
import { PATCH as ROLE } from "@/app/api/admin/org/roles/[id]/route";
import { PATCH as USER } from "@/app/api/admin/org/users/[id]/route";
import { POST as SHARE } from "@/app/api/chat/sessions/[id]/shares/route";
import { POST as CHAT } from "@/app/api/chat/sessions/route";
import { GET as SHARED } from "@/app/api/chat/shares/[id]/route";
import { POST as TICKET } from "@/app/api/files/[id]/ticket/route";
import { GET as DOWNLOAD } from "@/app/api/public/file/download-by-Id/route";
import { GET as MODELS } from "@/app/api/v1/models/route";
import { db } from "@/db/client";
import { findMailAddress, listUsersWith } from "@/db/queries/auth/identity";
import { chatMessages, chatSessions } from "@/db/schema/conversation";
import { apiKeys } from "@/db/schema/open-api";
import { departments, users } from "@/db/schema/organisation";
import { userRoles } from "@/db/schema/roles";
import { newApiSecret } from "@/lib/auth/api-key";
import { ownerNow } from "@/lib/auth/delegated";
import { invalidateSessions } from "@/lib/auth/session";
import type { FileTicket } from "@/lib/files/dto";
import type { PermissionCode } from "@/lib/permissions/codes";
import { answer, call } from "@/tests/factories/call";
import { makeFile } from "@/tests/factories/files";
import { unique, usersAs } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";

const CODES: PermissionCode[] = ["PERSONAL:CHAT", "PERSONAL:DOCUMENT", "SYSTEM:OPEN:API", "SYSTEM:CHAT:PROMPT"];

let administrator: Person;
let colleague: Person;
beforeAll(async () => {
  administrator = await makePerson({ roles: ["administrator"] });
  colleague = await makePerson();
});

interface Delegated {
  /** What still works of what the owner made. */
  works(): Promise<Record<string, boolean>>;
}

async function delegate(owner: Person): Promise<Delegated> {
  const { data: chat } = await answer<{ id: string }>(CHAT, { token: owner.token, body: { title: "x" } });
  const [asked, said] = [v7(), v7()];
  const text = [{ type: "text", text: "words" }];
  await db().insert(chatMessages).values({ id: asked, sessionId: chat!.id, role: "user", parts: text });
  await db()
    .insert(chatMessages)
    .values({ id: said, sessionId: chat!.id, role: "assistant", parts: text, parentId: asked });
  await db().update(chatSessions).set({ activeLeafId: said }).where(eq(chatSessions.id, chat!.id));
  const params = { id: chat!.id };
  const { data: share } = await answer<{ id: string }>(SHARE, { token: owner.token, params, body: { days: 7 } });
  const { secret, secretHash, hint } = newApiSecret();
  await db().insert(apiKeys).values({ userId: owner.id, name: "k", secretHash, hint });
  const file = await makeFile(owner.token, "a.txt", "content");
  const ticket = await answer<FileTicket>(TICKET, { token: owner.token, params: { id: file.id }, method: "POST" });
  const query = { fileId: file.id, token: ticket.data!.token };
  await db().update(users).set({ email: "o@example.com" }).where(eq(users.id, owner.id));
  return {
    works: async () => ({
      share: (await call(SHARED, { token: colleague.token, params: { id: share!.id } })).status === 200,
      key: (await call(MODELS, { token: secret })).status === 200,
      ticket: (await call(DOWNLOAD, { query })).status === 200,
      work: (await ownerNow(owner.id, ["PERSONAL:DOCUMENT"], owner.actor.request)) !== null,
      mail: (await findMailAddress(db(), owner.id)) !== null,
      notices: (await listUsersWith(db(), "SYSTEM:CHAT:PROMPT")).includes(owner.id),
    }),
  };
}

const everything = (value: boolean) => ({
  share: value,
  key: value,
  ticket: value,
  work: value,
  mail: value,
  notices: value,
});
const patchUser = (id: string, body: object) =>
  answer(USER, { token: administrator.token, method: "PATCH", params: { id }, body });

describe("what somebody delegated", () => {
  it("works while they may do it themselves, and is over once they are gone", async () => {
    const [owner, other] = [await makePerson({ codes: CODES }), await makePerson({ codes: CODES })];
    const [theirs, others] = [await delegate(owner), await delegate(other)];
    expect(await theirs.works()).toEqual(everything(true));
    await patchUser(owner.id, { status: "disabled" });
    expect(await theirs.works()).toEqual(everything(false));
    expect(await others.works()).toEqual(everything(true));
    await patchUser(owner.id, { status: "enabled" });
    expect(await theirs.works()).toEqual(everything(true));
    expect((await usersAs(administrator).remove(owner.id, { release: true })).code).toBe(200);
    expect(await theirs.works()).toEqual(everything(false));
  });

  it("is over while their department is closed", async () => {
    const owner = await makePerson({ codes: CODES });
    const theirs = await delegate(owner);
    const [root] = await db().select().from(departments).where(eq(departments.id, owner.actor.departmentId!));
    const id = v7();
    await db()
      .insert(departments)
      .values({ id, name: unique("d"), parentId: root!.id, path: `${root!.path}${id}/` });
    await patchUser(owner.id, { departmentId: id });
    const close = (status: string) =>
      answer(DEPARTMENT, { token: administrator.token, method: "PATCH", params: { id }, body: { status } });
    expect((await close("disabled")).code).toBe(200);
    expect(await theirs.works()).toEqual(everything(false));
    await close("enabled");
    expect(await theirs.works()).toEqual(everything(true));
  });

  it("is over, each for itself, once their roles no longer give the code for it", async () => {
    const owner = await makePerson({ codes: CODES });
    const theirs = await delegate(owner);
    const [roleId] = owner.actor.roleIds;
    const without = (code: PermissionCode) =>
      answer(ROLE, {
        token: administrator.token,
        method: "PATCH",
        params: { id: roleId! },
        body: { permissions: CODES.filter((held) => held !== code) },
      });
    const cases: [PermissionCode, keyof ReturnType<typeof everything>][] = [
      ["PERSONAL:CHAT", "share"],
      ["SYSTEM:OPEN:API", "key"],
      ["PERSONAL:DOCUMENT", "work"],
      ["SYSTEM:CHAT:PROMPT", "notices"],
    ];
    for (const [code, kind] of cases) {
      expect((await without(code)).code).toBe(200);
      expect(await theirs.works()).toEqual({ ...everything(true), [kind]: false });
    }
    // Without any role at all nothing but their own file is left, which they may still read.
    await db()
      .delete(userRoles)
      .where(and(eq(userRoles.userId, owner.id), eq(userRoles.roleId, roleId!)));
    invalidateSessions();
    expect(await theirs.works()).toEqual({ ...everything(false), ticket: true, mail: true });
  });
});
