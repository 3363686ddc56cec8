import { closeDatabase, db } from "@/db/client";
import { listCoveredFiles, listSliceUses } from "@/db/queries/knowledge-operations/coverage";
import { countAskers, listMostAsked, pageOfQuestions } from "@/db/queries/knowledge-operations/usage";
import { type Range, type Split, splitRange } from "@/lib/config/day-range";
import { addDays, dayIn } from "@/lib/config/time";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { makeBaseAnswer, slicesOf } from "@/tests/factories/base-answers";
import { makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

/** Days that are looked back to, two periods of the longest. */
const DAYS = 180;
const STEP = 7;

let owner: Person;
let other: Person;
beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  [owner, other] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

it("counters of months and of the days around them are those of all the days", async () => {
  const base = await makeBase(owner, { name: "Months", visibility: "all" });
  const files: string[] = [];
  for (const name of ["a.txt", "b.txt"])
    files.push((await makeKnowledgeFile(owner, base, name, `What ${name} says.`)).id!);
  const slices = [];
  for (const id of files) slices.push((await slicesOf(id))[0]!);
  for (let daysAgo = 0; daysAgo < DAYS; daysAgo += STEP) {
    const used = [slices[daysAgo % 2]!];
    await makeBaseAnswer(daysAgo % 3 === 0 ? other : owner, {
      ...{ baseIds: [base], question: `Question ${daysAgo % 5}`, used, daysAgo },
      ...(daysAgo % 4 === 0 && { cited: used, feedback: "like" as const }),
    });
  }
  const read = async (window: Split) => {
    const baseIds = [base];
    const all = {
      subjects: { userId: owner.id, roleIds: [], departmentIds: [] },
      state: "all",
      limit: 9,
      offset: 0,
    } as const;
    return {
      people: await countAskers(db(), { baseIds, from: "", to: "" }, window),
      asked: await listMostAsked(db(), { baseIds, window }, 9),
      missed: await pageOfQuestions(db(), { baseIds, window, isMissed: true }, { page: 1, pageSize: 9 }),
      files: await listCoveredFiles(db(), { baseIds, window }, all),
      slices: [...(await listSliceUses(db(), { baseId: base, fileId: files[0]!, window }))].sort(),
    };
  };
  const today = dayIn("Asia/Shanghai");
  const ranges: Range[] = [7, 30, 90].flatMap((days) => {
    const from = addDays(today, 1 - days);
    return [
      { from, to: today },
      { from: addDays(from, -days), to: addDays(from, -1) },
    ];
  });
  let months = 0;
  for (const range of ranges) {
    const split = splitRange(range, today);
    months += Number(split.months !== null);
    const days = await read({ months: null, days: [range] });
    expect(await read(split)).toEqual(days);
    expect(days.asked.top.length).toBeGreaterThan(0);
  }
  expect(months).toBeGreaterThan(1);
});
