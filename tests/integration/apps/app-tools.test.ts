import { eq } from "drizzle-orm";
import { GET as draftRoute } from "@/app/api/apps/[id]/draft/route";
import { GET as exportRoute } from "@/app/api/apps/[id]/export/route";
import { DELETE as deleteRoute } from "@/app/api/apps/[id]/route";
import { POST as runRoute } from "@/app/api/apps/[id]/runs/route";
import { POST as importRoute } from "@/app/api/apps/import/route";
import { db } from "@/db/client";
import { appRuns } from "@/db/schema/apps";
import { keepDraft, makeApp, makePublishedApp, publish } from "@/tests/factories/apps";
import { answer, call } from "@/tests/factories/call";
import { chain, makeFlow, node, ran, withFlows } from "@/tests/factories/flows";
import { makeModel } from "@/tests/factories/models";
import type { Person } from "@/tests/factories/people";
import { type ReadStream, readStream, until } from "@/tests/factories/stream";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

const made = withFlows();
let fake: Awaited<ReturnType<typeof startModelServer>>;
let owner: Person;
let other: Person;
let model: string;
let caller: string;
beforeAll(async () => {
  ({ owner, other, model } = made);
  fake = await startModelServer();
  caller = await makeModel(fake.url, "fake-agent", { abilities: ["tool_call"] });
});
afterAll(() => fake.close());

interface Told {
  tools?: { function: { name: string; description: string } }[];
}
const toolOf = (id: string) => `app_${id.replaceAll("-", "")}`;
const use = (id: string, args: object) => `use ${toolOf(id)} ${JSON.stringify(args)}`;
const ask = async (person: Person, id: string, text: string): Promise<ReadStream> =>
  readStream(await call(runRoute, { token: person.token, params: { id }, body: { text } }));
const offered = (): string[] =>
  ((fake.state.requests.at(-1)!.body as Told).tools ?? []).map(({ function: { name } }) => name);
const titles = ({ lines }: ReadStream) =>
  lines.flatMap((line) => (line.type === "tool-input-available" ? [line.title] : []));
const agent = (appIds: string[], more: object = {}) =>
  makePublishedApp(owner, { settings: { instructions: "x", modelId: caller, appIds, ...more } });

it("an agent calls another app with the rights of whoever asks; of one they may not use it hears nothing", async () => {
  const open = await makePublishedApp(owner, { name: "Expenses helper", settings: { modelId: model } });
  const secret = await makePublishedApp(owner, {
    name: "Layoff plans",
    visibility: "self",
    settings: { modelId: model },
  });
  const id = await agent([open, secret]);
  const said = await ask(other, id, use(open, { text: "hello" }));
  expect(said.text).toContain("Result: Echo: hello");
  expect(titles(said)).toEqual(["Expenses helper"]);
  expect(offered()).toEqual([toolOf(open)]);
  expect(JSON.stringify(fake.state.requests.at(-1)!.body)).not.toContain("Layoff");
  const refused = await ask(other, id, use(secret, { text: "hello" }));
  expect(refused.text).not.toContain("Echo");
  expect((await ask(owner, id, use(secret, { text: "mine" }))).text).toContain("Echo: mine");
  expect(offered().sort()).toEqual([toolOf(open), toolOf(secret)].sort());
  // A form is asked for by the tool, and checked.
  const form = [{ name: "topic", label: "Topic", type: "select", options: ["a", "b"], required: true }];
  const asking = await makePublishedApp(owner, {
    settings: { modelId: model, instructions: "On {{topic}}.", variables: form },
  });
  const strict = await agent([asking]);
  expect((await ask(other, strict, use(asking, { text: "x", inputs: { topic: "c" } }))).text).not.toContain("Echo");
  expect((await ask(other, strict, use(asking, { text: "x", inputs: { topic: "a" } }))).text).toContain("Echo: x");
});

it("a workflow is run to its end, as a run of whoever asks", async () => {
  const flow = await makeFlow(owner, chain(["topic"], [], "about {{start.topic}}"));
  const id = await agent([flow]);
  const asked = ask(other, id, use(flow, { inputs: { topic: "seals" } }));
  const run = await until(async () => (await db().select().from(appRuns).where(eq(appRuns.appId, flow)))[0]);
  expect(run).toMatchObject({ userId: other.id, depth: 1 });
  await runTasksOf(run.id);
  expect((await asked).text).toContain("Result: about seals");
});

it("apps within apps end at the fifth level, whichever way they lead into one another", async () => {
  const id = await makeApp(owner);
  await keepDraft(owner, id, { instructions: "x", modelId: caller, appIds: [id] });
  await publish(owner, id);
  const nested = (levels: number): string => (levels === 0 ? "end" : use(id, { text: nested(levels - 1) }));
  const before = fake.state.requests.length;
  await ask(other, id, nested(7));
  const asked = fake.state.requests.slice(before).map(({ body }: { body: Told }) => body.tools?.length ?? 0);
  // Of the person, and of five levels below; the deepest has none to call.
  expect(asked.filter((count: number) => count > 0)).toHaveLength(10);
  expect(asked.filter((count: number) => count === 0)).toHaveLength(1);
  const flow = await makeFlow(
    owner,
    chain(["q"], [node("call", "app", { appId: id, text: "{{start.q}}" })], "{{call.text}}"),
  );
  const again = fake.state.requests.length;
  await ran(other, flow, { inputs: { q: nested(7) } });
  const within = fake.state.requests.slice(again).filter(({ body }: { body: Told }) => (body.tools?.length ?? 0) > 0);
  expect(within).toHaveLength(8);
});

it("what an agent calls is known where it is taken away, and goes by its name in a file", async () => {
  const used = await makePublishedApp(owner, { settings: { modelId: model } });
  const id = await agent([used]);
  const refused = await answer<{ error: string; inTheWay: string[] }>(deleteRoute, {
    ...{ token: owner.token, method: "DELETE", params: { id: used } },
  });
  expect(refused).toMatchObject({ code: 409, data: { error: "stillUsed" } });
  const content = await (await call(exportRoute, { token: owner.token, params: { id } })).text();
  expect(content).not.toContain(used);
  const read = await answer<{ id: string; left: object[] }>(importRoute, { token: other.token, body: { content } });
  expect(read.data!.left).toEqual([]);
  const draft = await answer<{ settings: { appIds: string[] } }>(draftRoute, {
    ...{ token: other.token, params: { id: read.data!.id } },
  });
  expect(draft.data!.settings.appIds).toEqual([used]);
});
