import { GET as openRoute } from "@/app/api/apps/[id]/open/route";
import { GET as waitsRoute } from "@/app/api/apps/waits/route";
import { closeDatabase } from "@/db/client";
import type { OpenAppDto } from "@/lib/features/apps/dto";
import { flowRun } from "@/lib/features/apps/page";
import type { OpenWaitDto } from "@/lib/features/apps/runs-dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import { edges, makeFlow, node, ran, start } from "@/tests/factories/flows";
import { makePerson, type Person } from "@/tests/factories/people";

let owner: Person;
let asked: Person;
let outsider: Person;

beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
  [owner, asked, outsider] = [await makePerson(), await makePerson(), await makePerson()];
});
afterAll(async () => {
  await stopJobs(100);
  await closeDatabase();
});

const approval = () => {
  const form = start("word");
  return {
    nodes: [
      { ...form, data: { ...form.data, takesFiles: true } },
      node("ask", "human", { subject: "Check", assignee: "person", userId: asked.id }),
      node("end", "answer", { text: "{{ask.comment}}" }),
    ],
    edges: edges("start>ask", "ask:approved>end"),
  };
};

describe("a workflow as its users meet it", () => {
  it("opens with the form it begins with", async () => {
    const id = await makeFlow(owner, approval());
    const { data } = await answer<OpenAppDto>(openRoute, { token: outsider.token, params: { id } });
    expect(data).toMatchObject({
      kind: "workflow",
      takesFiles: true,
      variables: [{ name: "word", type: "paragraph" }],
    });
  });

  it("whoever is asked by a run finds it from their list, though the app is not shown to them; others do not", async () => {
    const id = await makeFlow(owner, approval(), { visibility: "self" });
    const run = await ran(owner, id, { inputs: { word: "x" } });
    const { data } = await answer<{ items: OpenWaitDto[] }>(waitsRoute, { token: asked.token });
    expect(data!.items).toMatchObject([{ runId: run.id, appId: id, kind: "approval", subject: "Check" }]);
    expect((await answer(openRoute, { token: asked.token, params: { id } })).code).toBe(404);
    expect(await flowRun(asked.actor, id, run.id)).toMatchObject({ app: null, isAsked: true });
    expect(await flowRun(owner.actor, id, run.id)).toMatchObject({ app: { id }, isAsked: false });
    expect(await flowRun(outsider.actor, id, run.id)).toBeNull();
    // A run belongs to its app, whatever the address says.
    expect(await flowRun(owner.actor, await makeFlow(owner, approval()), run.id)).toBeNull();
  });
});
