import { v7 } from "uuid";
import { GET as treeRoute } from "@/app/api/admin/report/departments/route";
import { GET as exportRoute } from "@/app/api/admin/report/tokens/[dimension]/export/route";
import { closeDatabase, db } from "@/db/client";
import { departments } from "@/db/schema/organisation";
import type { DepartmentTreeDto } from "@/lib/features/reports/dto";
import { answer, call } from "@/tests/factories/call";
import { addCall } from "@/tests/factories/ledger";
import { makePerson, type Person } from "@/tests/factories/people";

/** A month of its own, long ago: nothing else of the run lies in it. */
const days = { period: "custom", from: "2018-03-01", to: "2018-03-31" };
const app = `app-${v7()}`;
const [sales, north, moved] = ["Sales", "North", "Moved"].map((name) => ({ id: v7(), name: `${name} ${v7()}` }));
const gone = v7();
let boss: Person;
let person: Person;
let root: string;

beforeAll(async () => {
  [boss, person] = [await makePerson({ codes: ["SYSTEM:REPORT:TOKENS"] }), await makePerson()];
  root = boss.actor.departmentId!;
  const path = (...ids: string[]) => `${boss.actor.departmentPath}${ids.map((id) => `${id}/`).join("")}`;
  await db()
    .insert(departments)
    .values([
      { ...sales!, parentId: root, path: path(sales!.id) },
      { ...north!, parentId: sales!.id, path: path(sales!.id, north!.id) },
      { ...moved!, parentId: root, path: path(moved!.id) },
    ]);
  const of = (departmentId: string, departmentPath: string, inputTokens: number, day: string) =>
    addCall({ userId: person.id, app, departmentId, departmentPath, inputTokens, outputTokens: 0, day });
  await of(sales!.id, path(sales!.id), 100, "2018-03-02");
  await of(north!.id, path(sales!.id, north!.id), 20, "2018-03-03");
  // First below North, then where it stands today.
  await of(moved!.id, path(sales!.id, north!.id, moved!.id), 7, "2018-03-04");
  await of(moved!.id, path(moved!.id), 3, "2018-03-20");
  await of(gone, path(sales!.id, gone), 1, "2018-03-05");
  await of(north!.id, path(sales!.id, north!.id), 50, "2018-02-10");
});
afterAll(closeDatabase);

const treeOf = async (query: object) =>
  (await answer<DepartmentTreeDto>(treeRoute, { token: boss.token, query: { ...days, ...query } })).data!.nodes;
const tree = (query: object = {}) => treeOf({ app, ...query });
const told = (nodes: DepartmentTreeDto["nodes"]) =>
  nodes.map(({ key, level, figures, own }) => [key, level, figures.tokens, own.tokens]);

it("is the tree of the time: a department that was moved stands in both places, one that is gone where it was", async () => {
  const nodes = await tree();
  expect(told(nodes)).toEqual([
    [root, 1, 131, 0],
    [sales!.id, 2, 128, 100],
    [north!.id, 3, 27, 20],
    [moved!.id, 4, 7, 7],
    [gone, 3, 1, 1],
    [moved!.id, 2, 3, 3],
  ]);
  expect(nodes.map(({ parentId }) => nodes.find(({ id }) => id === parentId)?.key ?? null)).toEqual([
    null,
    root,
    sales!.id,
    north!.id,
    sales!.id,
    root,
  ]);
  expect(nodes[4]).toMatchObject({ removed: true });
  expect(nodes[2]).toMatchObject({ name: north!.name, tokensBefore: 50 });
});

it("adds up: each is its own figures and those of the ones below it, the top all there is", async () => {
  const nodes = await tree();
  for (const { id, figures, own } of nodes) {
    const below = nodes.filter(({ parentId }) => parentId === id);
    const sum = (name: "tokens" | "calls") => below.reduce((total, node) => total + node.figures[name], own[name]);
    expect([figures.tokens, figures.calls]).toEqual([sum("tokens"), sum("calls")]);
  }
});

it("narrowed to a department begins there, wherever it stood", async () => {
  expect(told(await tree({ dept: moved!.id }))).toEqual([[moved!.id, 1, 10, 10]]);
  expect(told(await tree({ dept: north!.id }))).toEqual([
    [north!.id, 1, 27, 20],
    [moved!.id, 2, 7, 7],
  ]);
});

it("is the same of all apps, which is read from sums by day and month", async () => {
  for (const query of [{}, { dept: north!.id }, { dept: moved!.id }, { from: "2018-02-05", to: "2018-03-04" }]) {
    expect(await treeOf(query)).toEqual(await tree(query));
  }
});

it("leaves as a file with levels and both figures, and only for whoever may see reports", async () => {
  const query = { ...days, app, tree: "true", format: "csv" };
  const request = { token: boss.token, query, params: { dimension: "dept" } };
  const lines = (await (await call(exportRoute, request)).text()).trim().split(/\r?\n/);
  expect(lines).toHaveLength(7);
  expect(lines[1]).toContain(root);
  expect(lines.slice(1).map((line) => line.split(",")[0]?.replace(/\D/g, ""))).toEqual(["1", "2", "3", "4", "3", "2"]);
  expect((await call(treeRoute, { token: person.token, query: days })).status).toBe(403);
  expect((await call(exportRoute, { ...request, token: person.token })).status).toBe(403);
});
