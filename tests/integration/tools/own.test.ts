import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { PATCH as blockRoute } from "@/app/api/admin/tools/people/[id]/route";
import { GET as peopleRoute } from "@/app/api/admin/tools/people/route";
import { GET as consoleRoute } from "@/app/api/admin/tools/route";
import { POST as consoleRun } from "@/app/api/admin/tools/run/route";
import { POST as consoleRefresh } from "@/app/api/admin/tools/servers/[id]/refresh/route";
import { DELETE as consoleDelete, PATCH as consolePatch } from "@/app/api/admin/tools/servers/[id]/route";
import { GET as listRoute } from "@/app/api/apps/tools/route";
import { db } from "@/db/client";
import { users } from "@/db/schema/organisation";
import { mcpServers } from "@/db/schema/tools";
import { invalidateSessions } from "@/lib/auth/session";
import { OWN_SERVERS_MAX } from "@/lib/config/tool-kinds";
import type { ToolListDto } from "@/lib/features/tools/dto";
import type { PeopleServerDto } from "@/lib/features/tools/own-dto";
import { TOOLS_OWNED } from "@/lib/features/tools/owned";
import { listToolsFor, listToolsForApp } from "@/lib/tools/registry";
import { runTool } from "@/lib/tools/run";
import { answer } from "@/tests/factories/call";
import {
  byHand,
  create,
  get,
  handForm,
  list,
  patch,
  read,
  remove,
  tried,
  withOwnTools,
} from "@/tests/factories/own-tools";
import { makePerson, type Person } from "@/tests/factories/people";

/* Whose own tools are (spec K6): private to whoever made them, at every door. */
const KEY = "key canary/9+4";
const { signal } = new AbortController();
const model = { id: v7(), abilities: ["tool_call"] };
const at = withOwnTools();
let keeper: Person;

beforeAll(async () => {
  keeper = await makePerson({ codes: ["SYSTEM:CONFIG:TOOLS"] });
});

describe("own tools", () => {
  it("are their owner's alone, at every door", async () => {
    const id = await byHand(at, { auth: { kind: "bearer" }, secret: KEY });
    const [tool] = (await get(at.owner, id)).data!.tools;
    expect((await list(at.outsider)).some((one) => one.id === id)).toBe(false);
    const before = at.api.state.seen.length;
    expect((await get(at.outsider, id)).code).toBe(404);
    expect((await patch(at.outsider, id, { name: "Mine" })).code).toBe(404);
    expect((await tried(at.outsider, id, { number: "1" })).code).toBe(404);
    expect((await read(at.outsider, { id })).code).toBe(404);
    expect((await remove(at.outsider, id)).code).toBe(404);
    // Nor do the doors of the console lead there.
    const kept = { token: keeper.token, params: { id } };
    expect((await answer(consolePatch, { ...kept, body: { enabled: false }, method: "PATCH" })).code).toBe(404);
    expect((await answer(consoleDelete, { ...kept, method: "DELETE" })).code).toBe(404);
    expect((await answer(consoleRefresh, { ...kept, body: {} })).code).toBe(404);
    const run = { token: keeper.token, body: { name: tool!.name, arguments: { number: "1" } } };
    expect((await answer(consoleRun, run)).code).toBe(404);
    const { data } = await answer<ToolListDto>(consoleRoute, { token: keeper.token });
    expect(data!.servers.some((one) => one.id === id)).toBe(false);
    expect(at.api.state.seen).toHaveLength(before);
    for (const route of [listRoute, peopleRoute]) {
      const nobody = await makePerson({ codes: ["PERSONAL:CHAT"] });
      expect((await answer(route, { token: nobody.token })).code).toBe(403);
    }
    expect((await answer(peopleRoute, { token: at.owner.token })).code).toBe(403);
    expect((await answer(listRoute, { token: keeper.token })).code).toBe(403);
  });

  it("serve the apps of their owner and nobody else's chats", async () => {
    const id = await byHand(at);
    const { name } = (await get(at.owner, id)).data!.tools[0]!;
    const names = async (person: Person, of: Person) =>
      (await listToolsForApp(person.actor, of.actor.id)).map(({ definition }) => definition.name);
    expect(await names(at.owner, at.owner)).toContain(name);
    expect(await names(at.outsider, at.outsider)).not.toContain(name);
    expect((await listToolsFor(at.outsider.actor, model)).map(({ definition }) => definition.name)).not.toContain(name);
    const args = { number: "1" };
    expect(await runTool(at.outsider.actor, name, args, { signal })).toMatchObject({ error: "toolNotFound" });
    const theirs = { signal, ownerId: at.outsider.actor.id };
    expect(await runTool(at.outsider.actor, name, args, theirs)).toMatchObject({ error: "toolNotFound" });
    const through = { signal, model, ownerId: at.owner.actor.id };
    expect(await runTool(at.outsider.actor, name, args, through)).toMatchObject({ isError: false });
    expect((await patch(at.owner, id, { enabled: false })).code).toBe(200);
    expect(await runTool(at.owner.actor, name, args, through)).toMatchObject({ error: "toolNotFound" });
    expect(await names(at.owner, at.owner)).not.toContain(name);
  });

  it("are seen and stopped by whoever looks after tools", async () => {
    const id = await byHand(at, { auth: { kind: "query", name: "key" }, secret: KEY });
    const { name: title, tools } = (await get(at.owner, id)).data!;
    const asked = await answer<{ items: PeopleServerDto[]; total: number }>(peopleRoute, {
      token: keeper.token,
      query: { keyword: title },
    });
    expect(asked.data!.items).toMatchObject([
      { id, name: title, tools: 1, blocked: false, owner: { id: at.owner.actor.id } },
    ]);
    expect(asked.data!.items[0]!.url).toContain("/parcels/");
    const block = (blocked: boolean, person = keeper, of = id) =>
      answer(blockRoute, { token: person.token, params: { id: of }, body: { blocked }, method: "PATCH" });
    expect((await block(true, at.owner)).code).toBe(403);
    expect((await block(true)).code).toBe(200);
    expect((await patch(at.owner, id, { enabled: true })).code).toBe(200);
    expect((await get(at.owner, id)).data).toMatchObject({ blocked: true });
    expect((await tried(at.owner, id, { number: "1" })).code).toBe(403);
    const through = { signal, ownerId: at.owner.actor.id };
    const call = () => runTool(at.owner.actor, tools[0]!.name, { number: "1" }, through);
    expect(await call()).toMatchObject({ error: "toolNotFound" });
    expect((await block(false)).code).toBe(200);
    expect(await call()).toMatchObject({ isError: false });
    expect((await block(true, keeper, v7())).code).toBe(404);
  });

  it("stop with their owner's right", async () => {
    const left = await makePerson({ codes: ["APPS:WORKBENCH:VIEW"] });
    const made = await create(left, { name: "Leaving", form: handForm(at) });
    const { name } = (await get(left, made.data!.id)).data!.tools[0]!;
    const through = { signal, ownerId: left.actor.id };
    expect(await runTool(at.outsider.actor, name, { number: "1" }, through)).toMatchObject({ isError: false });
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, left.actor.id));
    invalidateSessions();
    expect(await runTool(at.outsider.actor, name, { number: "1" }, through)).toMatchObject({ error: "toolNotFound" });
    expect(
      (await listToolsForApp(at.outsider.actor, left.actor.id)).map(({ definition }) => definition.name),
    ).not.toContain(name);
  });

  it("are limited for each person, also when they come at once; a name is taken once", async () => {
    const many = await makePerson({ codes: ["APPS:WORKBENCH:VIEW"] });
    const rows = Array.from({ length: OWN_SERVERS_MAX - 1 }, (_, n) => ({
      ...{ ownerId: many.actor.id, name: `N ${n}`, slug: `n_${v7()}`, transport: "openapi" as const, enabled: true },
    }));
    await db().insert(mcpServers).values(rows);
    const results = await Promise.all(["a", "b", "c"].map((name) => create(many, { name, form: handForm(at) })));
    expect(results.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
    expect(await list(many)).toHaveLength(OWN_SERVERS_MAX);
    const name = `Twice ${v7()}`;
    expect((await create(at.owner, { name, form: handForm(at) })).code).toBe(200);
    expect((await create(at.owner, { name, form: handForm(at) })).code).toBe(409);
    expect((await create(at.outsider, { name, form: handForm(at) })).code).toBe(200);
  });

  it("go to another person under free names when their owner leaves, or end with their keys", async () => {
    const [from, to] = [await makePerson(), await makePerson()];
    for (const person of [from, to]) await create(person, { name: "Parcels", form: handForm(at) });
    await create(from, { name: "Orders", form: handForm(at), auth: { kind: "bearer" }, secret: KEY });
    const [thing] = TOOLS_OWNED.things!;
    expect(await thing!.list(db(), from.actor.id)).toEqual({ count: 2, names: ["Parcels", "Orders"] });
    await db().transaction((tx) => thing!.transfer(tx, from.actor.id, to.actor.id));
    expect(await list(from)).toEqual([]);
    expect((await list(to)).map(({ name }) => name).sort()).toEqual(["Orders", "Parcels", "Parcels (2)"]);
    const [part] = TOOLS_OWNED.ownData!;
    const content = part!.content as (context: object) => Promise<unknown>;
    const taken = JSON.stringify(await content({ actor: to.actor }));
    expect(taken).toContain("Parcels (2)");
    expect(taken).not.toContain("canary");
    await db().transaction((tx) => thing!.release(tx, to.actor.id));
    expect(await list(to)).toEqual([]);
  });
});
