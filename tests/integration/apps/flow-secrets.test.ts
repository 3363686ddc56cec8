import { sql } from "drizzle-orm";
import { GET as draftRoute } from "@/app/api/apps/[id]/draft/route";
import { GET as exportRoute } from "@/app/api/apps/[id]/export/route";
import { POST as publishRoute } from "@/app/api/apps/[id]/publish/route";
import { DELETE as deleteRoute, PUT as saveRoute } from "@/app/api/apps/[id]/secrets/[name]/route";
import { GET as listRoute } from "@/app/api/apps/[id]/secrets/route";
import { POST as importRoute } from "@/app/api/apps/import/route";
import { db } from "@/db/client";
import type { DraftDto, ImportedDto } from "@/lib/features/apps/dto";
import { keepDraft, makeApp, publish } from "@/tests/factories/apps";
import { answer, call } from "@/tests/factories/call";
import { chain, makeFlow, node, outputOf, ran, step, text, withFlows } from "@/tests/factories/flows";
import type { Person } from "@/tests/factories/people";

const made = withFlows();
const VALUE = 'kept-canary "7f/31"';
const said = () => made.posts().at(-1)!;

const at = (id: string, name: string) => ({ params: { id, name } });
const save = (person: Person, id: string, name = "KEY", body: object = {}) =>
  answer(saveRoute, {
    ...{ token: person.token, method: "PUT", ...at(id, name) },
    body: { value: VALUE, address: `${made.api}/anything`, ...body },
  });
const remove = (person: Person, id: string, headers = {}) =>
  answer(deleteRoute, { token: person.token, method: "DELETE", ...at(id, "KEY"), headers });
const list = (person: Person, id: string) => answer(listRoute, { token: person.token, params: { id } });

/** A call that carries the secret in every place where it may. */
const everywhere = (url = `${made.api}/{{secret.KEY}}/notes`) =>
  node("call", "http", {
    ...{ method: "POST", url, bodyType: "json" },
    query: [{ name: "token", value: "{{secret.KEY}}" }],
    headers: [
      { name: "authorization", value: "Bearer {{secret.KEY}}" },
      { name: "x-key", value: "{{secret.KEY}}" },
    ],
    body: '{"key": "{{secret.KEY}}", "word": "{{start.word}}"}',
  });
const flow = (call = everywhere()) => chain(["word"], [call], "{{call.body}}");
async function makeKept(settings: object): Promise<string> {
  const id = await makeApp(made.owner, { kind: "workflow", settings });
  expect((await save(made.owner, id)).code).toBe(200);
  await publish(made.owner, id);
  return id;
}
const WORD = { inputs: { word: "hello" } };

it("reaches the service, and nobody else reads it: not the run, its log, the draft, a file or the database", async () => {
  const { owner, other } = made;
  const id = await makeKept(flow());
  const run = await ran(other, id, WORD);
  expect(run.status).toBe("done");
  const { headers, body } = said();
  expect(headers).toMatchObject({ authorization: `Bearer ${VALUE}`, "x-key": VALUE });
  expect(JSON.parse(body)).toEqual({ key: VALUE, word: "hello" });
  // The service said all of it again.
  expect(outputOf(run, "call").json).toMatchObject({ auth: "Bearer ***", key: "***" });
  const { data: draft } = await answer<DraftDto>(draftRoute, { token: owner.token, params: { id } });
  const file = await (await call(exportRoute, { token: owner.token, params: { id } })).text();
  const { rows } = await db().execute(sql`select
    (select json_agg(s) from app_run_steps s where s.run_id = ${run.id}) as steps,
    (select json_agg(r) from app_runs r where r.id = ${run.id}) as run,
    (select json_agg(v) from app_versions v where v.app_id = ${id}) as versions,
    (select json_agg(x) from app_secrets x where x.app_id = ${id}) as secrets`);
  const everything = [run, await ran(owner, id, WORD), draft, file, rows, await list(owner, id)];
  const told = JSON.stringify(everything);
  expect(told).toContain("secret.KEY");
  expect(told).not.toContain("canary");
});

it("is told of by its name to whoever may change the workflow, and kept by nobody else", async () => {
  const { owner, other } = made;
  const id = await makeKept(flow());
  expect((await list(owner, id)).data).toMatchObject({ items: [{ name: "KEY", origin: made.api }] });
  for (const refused of [await list(other, id), await save(other, id), await remove(other, id)])
    expect(refused.code).toBe(404);
  const wrong = [
    { value: "short" },
    { value: "with\nline" },
    { value: "x".repeat(4001) },
    { address: "ftp://a" },
    { to: 1 },
  ];
  for (const body of wrong) expect((await save(owner, id, "KEY", body)).code).toBe(400);
  expect((await save(owner, id, "no-name")).code).toBe(404);
  const agent = await makeApp(owner, { settings: {} });
  expect((await save(owner, agent)).code).toBe(404);
  for (let index = 1; index < 20; index += 1) expect((await save(owner, id, `K${index}`)).code).toBe(200);
  expect((await save(owner, id, "K20")).code).toBe(409);
  expect((await save(owner, id, "K7", { value: "another value" })).code).toBe(200);
});

it("leaves to no other host, wherever the address came from, and says so without its value", async () => {
  const { other, owner } = made;
  const asked = made.posts().length;
  const addresses = ["{{start.word}}/notes", "https://{{start.word}}/notes", "http://127.0.0.1:9/{{secret.KEY}}"];
  for (const url of addresses) {
    const id = await makeKept(flow(everywhere(url)));
    const run = await ran(other, id, {
      inputs: { word: url.startsWith("{{") ? "http://127.0.0.1:9" : "evil.example" },
    });
    expect(step(run, "call")).toMatchObject({ status: "failed", error: { error: "flowSecretHost" } });
    expect(JSON.stringify(run)).not.toContain("canary");
  }
  expect(made.posts()).toHaveLength(asked);
  const free = await makeKept(flow(everywhere("{{start.word}}/notes")));
  expect((await ran(owner, free, { inputs: { word: made.api } })).status).toBe("done");
});

it("stands in no other node, is asked for before publishing, and a failure of the call does not tell it", async () => {
  const { owner, other } = made;
  const id = await makeApp(owner, { kind: "workflow", settings: flow() });
  const put = () => answer<{ problems: object[] }>(publishRoute, { token: owner.token, params: { id }, body: {} });
  expect((await put()).data!.problems).toMatchObject([
    { nodeId: "call", code: "secretMissing", args: { name: "KEY" } },
  ]);
  await save(owner, id);
  await keepDraft(owner, id, chain(["word"], [text("t", "{{secret.KEY}}")], "{{t.text}}"));
  expect((await put()).data!.problems).toMatchObject([{ nodeId: "t", code: "secretPlace" }]);
  const broken = await makeKept(flow(everywhere(`${made.api}/{{secret.KEY}}/broken`)));
  const run = await ran(other, broken, WORD);
  expect(step(run, "call")).toMatchObject({ status: "failed", error: { error: "flowHttpStatus" } });
  expect(JSON.stringify(run)).not.toContain("canary");
});

it("is missed where it was deleted, after whoever deletes it heard what has it", async () => {
  const { owner, other } = made;
  const id = await makeKept(flow());
  await keepDraft(owner, id, chain([], [], "nothing any more"));
  expect(await remove(owner, id)).toMatchObject({ code: 409, data: { error: "stillUsed", count: 1 } });
  expect((await remove(owner, id, { "x-confirmed": "1" })).code).toBe(200);
  expect((await remove(owner, id)).code).toBe(404);
  expect(step(await ran(other, id, WORD), "call").error?.error).toBe("flowSecretMissing");
});

it("belongs to its workflow: another that calls it does not see it, and a file is told what to enter again", async () => {
  const { owner, other } = made;
  const inner = await makeKept(flow());
  const outer = await makeFlow(
    other,
    chain([], [node("in", "app", { appId: inner, inputs: [{ name: "word", value: "x" }] })], "{{in.text}}"),
  );
  const run = await ran(other, outer);
  expect(run.status).toBe("done");
  expect(JSON.stringify(run)).not.toContain("canary");
  expect(said().headers.authorization).toBe(`Bearer ${VALUE}`);
  const content = await (await call(exportRoute, { token: owner.token, params: { id: inner } })).text();
  const { data } = await answer<ImportedDto>(importRoute, { token: other.token, body: { content } });
  expect(data!.left).toEqual([{ what: "secret", name: "KEY" }]);
  expect((await list(other, data!.id!)).data).toEqual({ items: [] });
});
