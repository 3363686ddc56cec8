import { eq } from "drizzle-orm";
import { PATCH as KEY } from "@/app/api/admin/open/keys/[id]/route";
import { POST as RENEW } from "@/app/api/admin/open/keys/[id]/secret/route";
import { GET as KEYS } from "@/app/api/admin/open/keys/route";
import { POST as TRANSFER } from "@/app/api/admin/org/users/[id]/transfer/route";
import { GET as MODELS } from "@/app/api/v1/models/route";
import { db } from "@/db/client";
import { apiKeys } from "@/db/schema/open-api";
import { operationLogs } from "@/db/schema/operation-log";
import type { KeyDto } from "@/lib/features/open-api/dto";
import { makeApiKey } from "@/tests/factories/api-keys";
import { answer, call } from "@/tests/factories/call";
import { usersAs } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";

let administrator: Person;
/** Manages people, and makes keys. */
let manager: Person;
/** Holds a code the manager lacks. */
let stronger: Person;
const heirs = () => makePerson({ codes: ["SYSTEM:OPEN:API"] });
beforeAll(async () => {
  administrator = await makePerson({ roles: ["administrator"] });
  manager = await makePerson({ codes: ["SYSTEM:ORG:USER", "SYSTEM:OPEN:API"] });
  stronger = await makePerson({ codes: ["SYSTEM:CONFIG:MODELS", "SYSTEM:OPEN:API"] });
});

const give = (actor: Person, from: Person, to: Person) =>
  answer(TRANSFER, { token: actor.token, params: { id: from.id }, body: { toId: to.id } });
const ask = async (secret: string) => (await call(MODELS, { token: secret })).status;
const ownerOf = async (id: string) => (await db().select().from(apiKeys).where(eq(apiKeys.id, id)))[0]?.userId;
const patch = (person: Person, id: string, body: object) =>
  answer(KEY, { token: person.token, params: { id }, body, method: "PATCH" });
const renew = (person: Person, id: string) =>
  answer<{ secret: string }>(RENEW, { token: person.token, params: { id }, method: "POST" });

describe("a key that changes hands", () => {
  it("is off, its secret is dead, and only its new owner gets another", async () => {
    const [owner, heir] = [await heirs(), await heirs()];
    const { id, secret } = await makeApiKey(owner);
    expect(await ask(secret)).toBe(200);
    expect((await give(manager, owner, heir)).code).toBe(200);
    expect(await ask(secret)).toBe(401);
    expect((await patch(heir, id, { status: "enabled" })).data).toMatchObject({ error: "keyWithoutSecret" });
    expect(await ask(secret)).toBe(401);
    const { data: listed } = await answer<{ items: KeyDto[] }>(KEYS, { token: heir.token, method: "GET" });
    expect(listed?.items).toMatchObject([{ id, isOwn: true, hint: "", status: "disabled" }]);
    // The one who gave it away and an administrator who sees every key are not told the secret.
    for (const other of [owner, manager, administrator]) expect((await renew(other, id)).code).toBe(404);
    const renewed = (await renew(heir, id)).data!.secret;
    expect((await patch(heir, id, { status: "enabled" })).code).toBe(200);
    expect(await ask(renewed)).toBe(200);
    expect(await ask(secret)).toBe(401);
    const rows = await db().select().from(operationLogs).where(eq(operationLogs.targetId, id));
    expect(rows.map(({ action }) => action)).toContain("open.key.secret");
    expect(JSON.stringify(rows)).not.toContain(renewed);
  });

  it("goes neither to somebody stronger than the one who hands it on, nor away from them", async () => {
    const owner = await heirs();
    const [own, theirs] = [await makeApiKey(owner), await makeApiKey(stronger)];
    const mine = await makeApiKey(manager);
    for (const to of [stronger, administrator]) {
      const error = to === administrator ? "administratorTarget" : "strongerTarget";
      expect(await give(manager, manager, to)).toMatchObject({ code: 403, data: { error } });
      expect(await give(manager, owner, to)).toMatchObject({ code: 403, data: { error } });
      expect((await usersAs(manager).remove(owner.id, { transferTo: to.id })).data).toMatchObject({ error });
    }
    expect((await give(manager, stronger, manager)).data).toMatchObject({ error: "strongerTarget" });
    expect(await Promise.all([own, theirs, mine].map(({ id }) => ownerOf(id)))).toEqual([
      owner.id,
      stronger.id,
      manager.id,
    ]);
    for (const { secret } of [own, theirs, mine]) expect(await ask(secret)).toBe(200);
    const rows = await db().select().from(operationLogs).where(eq(operationLogs.actorId, manager.id));
    expect(rows.filter(({ result }) => result === "refused").map(({ action }) => action)).toContain(
      "org.user.transfer",
    );
  });
});
