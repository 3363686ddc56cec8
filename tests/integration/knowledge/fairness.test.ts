import { eq, inArray } from "drizzle-orm";
import { v7 } from "uuid";
import { closeDatabase, db } from "@/db/client";
import { listUnheldTasks } from "@/db/queries/tasks/tasks";
import { tasks } from "@/db/schema/tasks";
import { knowledgeFile } from "@/lib/features/knowledge/service/indexing";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { defineTask } from "@/lib/tasks/define";
import { TASK_JOBS, takeUpTasks } from "@/lib/tasks/jobs";
import { openQueue } from "@/lib/tasks/run";
import { eventually } from "@/tests/factories/eventually";
import { makePerson, type Person } from "@/tests/factories/people";

const MANY = 1000;
/** Of the others: so many may be done while one waits for its turn. */
const BEFORE = 12;

type Held = Parameters<NonNullable<(typeof knowledgeFile.steps)[string]>>[0];
let done: string[];

/** As files of a base are made searchable, with the places of that kind and a reader and embedder that take a moment. */
const kind = defineTask({
  ...knowledgeFile,
  kind: "knowledgeFileOfATest",
  steps: {
    read: async (task: Held) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      done.push(task.ownerId ?? "");
    },
  },
  onEnd: async () => undefined,
});

let [many, few]: Person[] = [];

beforeAll(async () => {
  // What other tests of this database left waiting would be looked at first.
  await db().delete(tasks);
  await startJobs(TASK_JOBS, false);
  [many, few] = [await makePerson(), await makePerson()];
});
beforeEach(() => {
  done = [];
});
afterAll(async () => {
  await db()
    .update(tasks)
    .set({ status: "cancelled" })
    .where(inArray(tasks.ownerId, [many!.id, few!.id]));
  await stopJobs(100);
  await closeDatabase();
});

/** Files that wait, the small ones of one person before the large ones of another. */
async function queue(person: Person, count: number, isQuick: boolean) {
  const rows = Array.from({ length: count }, () => {
    const versionId = v7();
    const input = {
      versionId,
      owner: v7(),
      app: "knowledge",
      segmentation: { mode: "none", maxTokens: 320, overlap: 0 },
    };
    const origin = { account: person.account, ...person.actor.request };
    return { id: v7(), kind: kind.kind, subject: versionId, ownerId: person.id, origin, input, isQuick };
  });
  await db().insert(tasks).values(rows);
}

test("a thousand files of one person do not starve another's one, also where the process was started anew", async () => {
  await queue(many!, MANY, true);
  await queue(few!, 1, false);
  // What a process that starts anew, or sweeps, looks at: not the first thousand only.
  const seen = await listUnheldTasks(db(), 10);
  expect(seen.map(({ ownerId }) => ownerId)).toContain(few!.id);
  openQueue();
  await takeUpTasks();
  const place = await eventually(
    async () => done.indexOf(few!.id),
    (at) => at >= 0,
    10,
  );
  expect(place).toBeGreaterThanOrEqual(0);
  expect(place).toBeLessThan(BEFORE);
  // And the many go on meanwhile, more than one at a time.
  const went = await eventually(
    async () => done.filter((id) => id === many!.id).length,
    (count) => count > 50,
    10,
  );
  expect(went).toBeGreaterThan(50);
  expect(await db().$count(tasks, eq(tasks.ownerId, few!.id))).toBe(1);
});
