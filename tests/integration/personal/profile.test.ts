import { createCanvas } from "@napi-rs/canvas";
import { and, eq } from "drizzle-orm";
import { GET as fileRoute } from "@/app/api/files/[id]/route";
import { DELETE as removeAvatar, POST as setAvatar } from "@/app/api/user/avatar/route";
import { GET as dataRoute } from "@/app/api/user/data/route";
import { PATCH as changeMemory, DELETE as deleteMemory } from "@/app/api/user/memory/items/[id]/route";
import { POST as addMemory, DELETE as deleteAll } from "@/app/api/user/memory/items/route";
import { GET as memoryRoute, PATCH as switchMemory } from "@/app/api/user/memory/route";
import { PATCH as changeProfile, GET as profileRoute } from "@/app/api/user/profile/route";
import { db } from "@/db/client";
import { insertChatSession } from "@/db/queries/conversation/sessions";
import { findTurnContexts } from "@/db/queries/conversation/turns";
import { externalIdentities } from "@/db/schema/login-channels";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import { memories } from "@/db/schema/personal";
import type { MemoryDto, MemoryListDto, ProfileDto } from "@/lib/features/personal/dto";
import { MEMORIES_MAX, MEMORY_MAX } from "@/lib/features/personal/limits";
import { answer, call } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";

let one: Person;
let two: Person;

beforeAll(async () => {
  [one, two] = [await makePerson(), await makePerson()];
});

function picture(width: number, height: number, type: "image/png" | "image/jpeg" = "image/png"): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#3366cc";
  context.fillRect(0, 0, width, height);
  return type === "image/png" ? canvas.toBuffer("image/png") : canvas.toBuffer("image/jpeg");
}

async function upload(person: Person, bytes: Buffer, name = "me.png"): Promise<Response> {
  const form = new FormData();
  form.append("file", new File([new Uint8Array(bytes)], name));
  const raw = new Response(form);
  return call(setAvatar, {
    token: person.token,
    raw: Buffer.from(await raw.arrayBuffer()),
    headers: { "content-type": raw.headers.get("content-type") ?? "" },
  });
}

const profileOf = async (person: Person) => (await answer<ProfileDto>(profileRoute, { token: person.token })).data!;

describe("the own profile", () => {
  const change = (person: Person, body: object) =>
    answer<ProfileDto>(changeProfile, { token: person.token, body, method: "PATCH" });

  it("changes name and phone, stores the phone in one form, and tells the operation log", async () => {
    const { data } = await change(one, { name: "  Li Na ", phone: "138 0013 8000" });
    expect(data).toMatchObject({ name: "Li Na", phone: "+8613800138000", account: one.account, bindings: [] });
    expect(await profileOf(two)).toMatchObject({ name: two.account, phone: null });
    const rows = await db()
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.actorId, one.id), eq(operationLogs.action, "personal.profile.change")));
    expect(rows).toHaveLength(1);
    expect((await change(one, { phone: "" })).data?.phone).toBeNull();
  });

  it.each([
    [{ name: "" }, "name", "required"],
    [{ name: "a".repeat(61) }, "name", "tooLong"],
    [{ name: "a\u0000b" }, "name", "characters"],
    [{ phone: "12345" }, "phone", "phone"],
    [{ phone: "1".repeat(33) }, "phone", "tooLong"],
  ])("refuses %j", async (body, field, key) => {
    const refused = await change(one, body);
    expect(refused.code).toBe(400);
    expect(refused.data).toMatchObject({ fields: { [field]: key } });
  });

  it("leaves a name to the directory it comes from; the phone number stays the person's", async () => {
    const managed = await makePerson({ type: "sso" });
    await db()
      .insert(externalIdentities)
      .values({ issuer: "https://id.example", subject: managed.id, userId: managed.id });
    expect((await change(managed, { name: "Somebody" })).code).toBe(422);
    expect((await change(managed, { phone: "13800138000" })).data).toMatchObject({ phone: "+8613800138000" });
    expect((await profileOf(managed)).bindings).toEqual([
      { issuer: "https://id.example", createdAt: expect.any(String) as string },
    ]);
  });

  it("takes nothing that is not the person's to change", async () => {
    const before = await profileOf(one);
    expect((await change(one, { name: "X", account: "admin" })).code).toBe(400);
    expect((await change(one, { roleIds: [] })).code).toBe(400);
    expect(await profileOf(one)).toEqual(before);
  });

  it("is refused without the code", async () => {
    const stranger = await makePerson({ codes: ["PERSONAL:CHAT"] });
    for (const route of [profileRoute, memoryRoute, dataRoute]) {
      expect((await answer(route, { token: stranger.token })).code).toBe(403);
    }
    expect((await upload(stranger, picture(64, 64))).status).toBe(403);
    expect((await answer(profileRoute)).code).toBe(401);
  });
});

describe("the own picture", () => {
  it("is drawn anew as a small square, seen by colleagues, and goes with its owner's wish only", async () => {
    const response = await upload(one, picture(400, 300, "image/jpeg"));
    const { data } = (await response.json()) as { data: { avatar: string } };
    expect(response.status).toBe(200);
    const id = data.avatar.split("/").at(-1) ?? "";
    expect((await profileOf(one)).avatar).toBe(data.avatar);
    const seen = await call(fileRoute, { token: two.token, params: { id } });
    expect(seen.headers.get("content-type")).toBe("image/webp");
    expect(seen.status).toBe(200);
    expect((await answer(removeAvatar, { token: two.token, method: "DELETE" })).code).toBe(200);
    expect((await profileOf(one)).avatar).toBe(data.avatar);

    await upload(one, picture(64, 64));
    expect((await call(fileRoute, { token: two.token, params: { id } })).status).toBe(404);
    expect((await answer(removeAvatar, { token: one.token, method: "DELETE" })).code).toBe(200);
    expect((await profileOf(one)).avatar).toBeNull();
  });

  it("refuses what is no picture, too small, claims to be huge, or too large", async () => {
    const claim = picture(64, 64);
    claim.writeUInt32BE(60_000, 16);
    expect((await upload(one, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))).status).toBe(422);
    expect((await upload(one, picture(64, 64).subarray(0, 60))).status).toBe(422);
    expect((await upload(one, picture(16, 64))).status).toBe(422);
    expect((await upload(one, claim)).status).toBe(422);
    expect((await upload(one, Buffer.alloc(1024 ** 2 + 1))).status).toBe(413);
    expect((await profileOf(one)).avatar).toBeNull();
    const [row] = await db().select({ avatar: users.avatarFileId }).from(users).where(eq(users.id, one.id));
    expect(row?.avatar).toBeNull();
  });
});

describe("memory", () => {
  const listOf = async (person: Person) => (await answer<MemoryListDto>(memoryRoute, { token: person.token })).data!;
  const add = (person: Person, text: string) => answer<MemoryDto>(addMemory, { token: person.token, body: { text } });
  const turn = (person: Person, enabled: boolean) =>
    answer(switchMemory, { token: person.token, body: { enabled }, method: "PATCH" });

  /** What a question in a new chat of theirs would take along. */
  const takenAlong = async ({ id }: Person, isTemporary = false) => {
    const { id: sessionId } = await insertChatSession(db(), id, "A chat", "personal", { isTemporary });
    return (await findTurnContexts([{ userId: id, sessionId, kind: "personal" }]))[0]!.memories;
  };

  it("is off by default and goes to models only while it is on", async () => {
    expect(await listOf(one)).toEqual({ enabled: false, items: [], max: MEMORIES_MAX });
    await add(one, "I review contracts.\nAnswer briefly.");
    expect(await takenAlong(one)).toEqual([]);
    await turn(one, true);
    expect(await takenAlong(one)).toEqual(["I review contracts.\nAnswer briefly."]);
    expect(await takenAlong(one, true)).toEqual([]);
    expect(await takenAlong(two)).toEqual([]);
    await turn(one, false);
    expect(await takenAlong(one)).toEqual([]);
    expect((await listOf(one)).items).toHaveLength(1);
  });

  it("is read, changed and deleted by its owner only", async () => {
    const { data } = await add(one, "first");
    const params = { id: data!.id };
    const foreign = { token: two.token, params };
    expect((await answer(changeMemory, { ...foreign, body: { text: "mine" }, method: "PATCH" })).code).toBe(404);
    expect((await answer(deleteMemory, { ...foreign, method: "DELETE" })).code).toBe(404);
    expect((await answer(deleteAll, { token: two.token, method: "DELETE" })).data).toEqual({ deleted: 0 });
    expect((await listOf(two)).items).toEqual([]);
    const own = { token: one.token, params };
    const changed = await answer<MemoryDto>(changeMemory, { ...own, body: { text: "second" }, method: "PATCH" });
    expect(changed.data?.text).toBe("second");
    expect((await answer(deleteMemory, { ...own, method: "DELETE" })).code).toBe(200);
    expect((await answer(deleteMemory, { ...own, method: "DELETE" })).code).toBe(404);
    const bad = { token: one.token, params: { id: "x" } };
    expect((await answer(changeMemory, { ...bad, body: { text: "a" }, method: "PATCH" })).code).toBe(404);
  });

  it("holds 500 characters an entry and 50 entries, also when many are added at once", async () => {
    expect((await add(two, "a".repeat(MEMORY_MAX + 1))).data).toMatchObject({ fields: { text: "tooLong" } });
    expect((await add(two, " ")).data).toMatchObject({ fields: { text: "required" } });
    expect((await add(two, "a\u0000")).data).toMatchObject({ fields: { text: "characters" } });
    const results = await Promise.all(
      Array.from({ length: MEMORIES_MAX + 4 }, (_, index) => add(two, `entry ${index}`)),
    );
    expect(results.filter(({ code }) => code === 200)).toHaveLength(MEMORIES_MAX);
    expect(results.filter(({ code }) => code === 422)).toHaveLength(4);
    expect((await answer(deleteAll, { token: two.token, method: "DELETE" })).data).toEqual({ deleted: MEMORIES_MAX });
    expect(await db().select().from(memories).where(eq(memories.userId, two.id))).toEqual([]);
  });
});
