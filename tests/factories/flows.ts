import { desc, eq, sql } from "drizzle-orm";
import { POST as startRoute } from "@/app/api/apps/[id]/runs/route";
import { POST as cancelRoute } from "@/app/api/apps/runs/[runId]/cancel/route";
import { POST as answerRoute } from "@/app/api/apps/runs/[runId]/nodes/[nodeId]/answer/route";
import { POST as retryRoute } from "@/app/api/apps/runs/[runId]/retry/route";
import { GET as runRoute } from "@/app/api/apps/runs/[runId]/route";
import { closeDatabase, db } from "@/db/client";
import { appRuns } from "@/db/schema/apps";
import { tasks } from "@/db/schema/tasks";
import type { RunDto, StepDto } from "@/lib/features/apps/runs-dto";
import type { NodeType } from "@/lib/features/apps/workflow/graph";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { startModelServer } from "../fakes/model-server.mjs";
import { startOwnApi } from "../fakes/own-api.mjs";
import { makePublishedApp } from "./apps";
import { answer } from "./call";
import { makeModel, onlyBuiltinModels } from "./models";
import { allowPrivate } from "./own-tools";
import { makePerson, type Person } from "./people";
import { runTasksOf } from "./tasks";

/** A node of a graph as a program writes it. */
export const node = (id: string, type: NodeType, data: object = {}) => ({ id, type, data });
export const text = (id: string, template: string) => node(id, "template", { template });
/** `a>b`, or by a branch `a:branch>b`. */
export function edges(...lines: string[]) {
  return lines.map((line) => {
    const [from = "", target = ""] = line.split(">");
    const [source = "", sourceHandle] = from.split(":");
    return { source, target, ...(sourceHandle && { sourceHandle }) };
  });
}

/** The form of a workflow, of texts alone. */
export const start = (...names: string[]) =>
  node("start", "start", { variables: names.map((name) => ({ name, label: name, type: "paragraph" })) });

/** Nodes one after the other, behind a form and before what is answered. */
export function chain(names: string[], nodes: ReturnType<typeof node>[], said: string) {
  const all = [start(...names), ...nodes, node("end", "answer", { text: said })];
  return { nodes: all, edges: all.slice(1).map(({ id }, index) => ({ source: all[index]!.id, target: id })) };
}

export const makeFlow = (person: Person, settings: object, more: object = {}) =>
  makePublishedApp(person, { kind: "workflow", settings, ...more });

export const begin = (person: Person, id: string, body: object = {}, headers = {}) =>
  answer<{ runId: string; error?: string }>(startRoute, { token: person.token, params: { id }, body, headers });

export async function readRun(person: Person, runId: string): Promise<RunDto> {
  const { data, code, message } = await answer<RunDto>(runRoute, { token: person.token, params: { runId } });
  if (code !== 200 || !data) throw new Error(message);
  return data;
}

/** Begins a run and does what it can do without a person. */
export async function ran(person: Person, id: string, body: object = {}): Promise<RunDto> {
  const { data, code, message } = await begin(person, id, body);
  if (code !== 200 || !data) throw new Error(message);
  await runTasksOf(data.runId);
  return readRun(person, data.runId);
}

/** Answers what a run asks, and goes on with it. */
export async function answered(person: Person, runId: string, nodeId: string, body: object) {
  const { code, data } = await answer<{ error?: string }>(answerRoute, {
    token: person.token,
    params: { runId, nodeId },
    body,
  });
  await runTasksOf(runId);
  return { code, error: data?.error };
}

export const cancel = (person: Person, runId: string) =>
  answer(cancelRoute, { token: person.token, params: { runId }, method: "POST" });

export async function retried(person: Person, runId: string) {
  const { code } = await answer(retryRoute, { token: person.token, params: { runId }, method: "POST" });
  await runTasksOf(runId);
  return code;
}

export function step(run: RunDto, id: string): StepDto {
  const found = run.nodes.find((one) => one.id === id);
  if (!found) throw new Error(`no step ${id}: ${run.nodes.map((one) => one.id).join(", ")}`);
  return found;
}
export const outputOf = (run: RunDto, id: string) => step(run, id).output as Record<string, unknown>;

/** Two people and an outsider, a model that says what it is told, and a service that remembers who called. */
export interface Flows {
  model: string;
  asked: () => number;
  api: string;
  posts: () => Seen[];
  owner: Person;
  other: Person;
  outsider: Person;
}

interface Seen {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Starts what tests of workflows need, and ends it with them. */
export function withFlows(): Flows {
  const made = {} as Flows;
  let fake: Awaited<ReturnType<typeof startModelServer>>;
  let api: Awaited<ReturnType<typeof startOwnApi>>;
  beforeAll(async () => {
    await onlyBuiltinModels();
    fake = await startModelServer();
    api = await startOwnApi();
    allowPrivate(api.port);
    await startJobs(TASK_JOBS, false);
    const seen = () => api.state.seen as Seen[];
    Object.assign(made, {
      model: await makeModel(fake.url, "fake-echo"),
      asked: () => fake.state.requests.length,
      api: api.url,
      posts: () => seen().filter(({ method }) => method === "POST"),
      owner: await makePerson(),
      other: await makePerson(),
      outsider: await makePerson(),
    });
  });
  afterAll(async () => {
    await fake.close();
    await api.close();
    allowPrivate();
    closeIdleChildren();
    await stopJobs(100);
    await closeDatabase();
  });
  return made;
}

/** As a server that is killed leaves a step: begun, and no word of how it went; nothing of what came after it. */
export async function killedAt(runId: string, stepId: string): Promise<void> {
  await db().execute(sql`delete from app_run_steps where run_id = ${runId} and started_at >
    (select started_at from app_run_steps where run_id = ${runId} and step_id = ${stepId})`);
  // What it stands in, `flow` of `flow.post`, was under way as well.
  await db().execute(sql`update app_run_steps set status = 'running', output = null, handle = null, ended_at = null
    where run_id = ${runId} and (step_id = ${stepId} or ${stepId} like step_id || '.%')`);
  await db().update(appRuns).set({ status: "running", endedAt: null, output: null }).where(eq(appRuns.id, runId));
  const open = { status: "waiting", finishedAt: null, leaseId: null, leaseUntil: null } as const;
  // After each answer of a person another task goes on; only one may be open.
  const [last] = await db()
    .select({ id: tasks.id })
    .from(tasks)
    .where(eq(tasks.subject, runId))
    .orderBy(desc(tasks.createdAt))
    .limit(1);
  await db().update(tasks).set(open).where(eq(tasks.id, last!.id));
}
