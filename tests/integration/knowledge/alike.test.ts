import { eq, inArray, isNull, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as filesRoute } from "@/app/api/knowledge/bases/[id]/files/route";
import { GET as textsRoute } from "@/app/api/knowledge/files/[id]/alike/[otherId]/route";
import { GET as alikeRoute, POST as decideRoute } from "@/app/api/knowledge/files/[id]/alike/route";
import { GET as versionsRoute } from "@/app/api/knowledge/files/[id]/versions/route";
import { closeDatabase, db } from "@/db/client";
import { alikeFiles, knowledgeFiles, textSketches } from "@/db/schema/knowledge";
import { parsedVersions } from "@/db/schema/parsing";
import type { AlikeFilesDto, AlikeTextsDto } from "@/lib/features/knowledge/alike-dto";
import type { KnowledgeFilesDto } from "@/lib/features/knowledge/dto";
import { findEarlierAlike } from "@/lib/features/knowledge/service/sketches";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

let owner: Person;
let other: Person;

const rules = (subject: string, rate = 600) =>
  Array.from(
    { length: 30 },
    (_, at) =>
      `Rule ${at}. The ${subject} of staff on journey ${at} is paid up to ${rate + at} yuan for each night of it.`,
  ).join("\n");
const CHINESE = Array.from(
  { length: 30 },
  (_, at) => `第${at}条 员工出差应提前${at + 2}天在系统提交申请，经直属上级审批后方可预订行程。`,
).join("\n");

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
});
beforeEach(async () => {
  [owner, other] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const at = (person: Person, id: string) => ({ token: person.token, params: { id } });
const alike = async (person: Person, id: string) => {
  const { data } = await answer<AlikeFilesDto>(alikeRoute, at(person, id));
  return data?.items.map(({ name, likeness }) => [name, likeness >= 0.8 && likeness < 1]);
};
const badges = async (person: Person, baseId: string) => {
  const { data } = await answer<KnowledgeFilesDto>(filesRoute, at(person, baseId));
  return Object.fromEntries(data!.items.map((file) => [file.name, file.alike]));
};
const decide = (person: Person, id: string, otherId: string, kind: string) =>
  answer(decideRoute, { ...at(person, id), method: "POST", body: { otherId, kind } });

it("flags the later of two texts that are nearly the same, in both languages, and no text of one form", async () => {
  const base = await makeBase(owner);
  await makeKnowledgeFile(owner, base, "old.txt", rules("lodging"));
  const near = await makeKnowledgeFile(owner, base, "new.txt", `${rules("lodging")}\nRule 31. Nobody else pays.`);
  const form = await makeKnowledgeFile(owner, base, "form.txt", rules("catering and laundry of relatives", 90));
  await makeKnowledgeFile(owner, base, "旧.txt", CHINESE);
  const chinese = await makeKnowledgeFile(owner, base, "新.txt", CHINESE.replace("提前5天", "提前6天"));
  expect(await alike(owner, near.id)).toEqual([["old.txt", true]]);
  expect(await alike(owner, form.id)).toEqual([]);
  expect(await alike(owner, chinese.id)).toEqual([["旧.txt", true]]);
  expect(await badges(owner, base)).toEqual({ "old.txt": 0, "new.txt": 1, "form.txt": 0, "旧.txt": 0, "新.txt": 1 });
  const id = (await answer<AlikeFilesDto>(alikeRoute, at(owner, near.id))).data!.items[0]!.id;
  const { data } = await answer<AlikeTextsDto>(textsRoute, {
    token: owner.token,
    params: { id: near.id, otherId: id },
  });
  expect(data!.after).toContain("Nobody else pays");
  expect(data!.before).not.toContain("Nobody else pays");
});

it("names a file of another base only to whoever may read it, and withdraws that with the right", async () => {
  const secret = await makeBase(other, { name: "Secret" });
  const hidden = await makeKnowledgeFile(other, secret, "secret.txt", rules("lodging"));
  const shared = await makeBase(other, { name: "Shared", visibility: "partial", grants: [granted("user", owner.id)] });
  const seen = await makeKnowledgeFile(other, shared, "shared.txt", `${rules("lodging")} Shared.`);
  const base = await makeBase(owner);
  const near = await makeKnowledgeFile(owner, base, "mine.txt", `${rules("lodging")} Mine.`);
  expect(await alike(owner, near.id)).toEqual([["shared.txt", true]]);
  expect(await badges(owner, base)).toEqual({ "mine.txt": 1 });
  const pair = { token: owner.token, params: { id: near.id, otherId: hidden.id } };
  expect((await answer(textsRoute, pair)).code).toBe(404);
  expect((await decide(owner, near.id, hidden.id, "keep")).code).toBe(404);
  // Only looked at by the owner: it is not theirs to replace.
  const { data } = await answer<AlikeFilesDto>(alikeRoute, at(owner, near.id));
  expect(data!.items[0]).toMatchObject({ id: seen.id, mayReplace: false });
  expect((await decide(owner, near.id, seen.id, "replace")).code).toBe(404);
  expect((await answer(alikeRoute, at(other, near.id))).code).toBe(404);
  await db().update(knowledgeFiles).set({ visibility: "self" }).where(eq(knowledgeFiles.id, seen.id));
  expect(await alike(owner, near.id)).toEqual([]);
});

it("both are kept and not flagged again, or the older one gets a newer version and this one goes", async () => {
  const base = await makeBase(owner);
  const old = await makeKnowledgeFile(owner, base, "old.txt", rules("lodging"));
  const near = await makeKnowledgeFile(owner, base, "new.txt", `${rules("lodging")} Newer.`);
  expect((await decide(owner, near.id, old.id, "keep")).code).toBe(200);
  expect(await badges(owner, base)).toEqual({ "old.txt": 0, "new.txt": 0 });
  const third = await makeKnowledgeFile(owner, base, "third.txt", `${rules("lodging")} Newest.`);
  expect((await alike(owner, third.id))?.map(([name]) => name).sort()).toEqual(["new.txt", "old.txt"]);
  expect((await decide(owner, third.id, old.id, "replace")).code).toBe(200);
  const names = await badges(owner, base);
  // A newer version brings its name along.
  expect(Object.keys(names).sort()).toEqual(["new.txt", "third.txt"]);
  const { data } = await answer<{ items: { versionId: string; isCurrent: boolean }[] }>(
    versionsRoute,
    at(owner, old.id),
  );
  expect(data!.items).toHaveLength(2);
  await runTasksOf(data!.items.find(({ isCurrent }) => isCurrent)!.versionId);
  // What was decided of a pair holds for its later texts too.
  expect(await badges(owner, base)).toEqual({ "third.txt": 0, "new.txt": 0 });
});

it("is found by and by of files that were read before, the later one flagged, and what cannot be read stops no other", async () => {
  const base = await makeBase(owner);
  const old = await makeKnowledgeFile(owner, base, "old.txt", rules("lodging"));
  const near = await makeKnowledgeFile(owner, base, "new.txt", `${rules("lodging")} Newer.`);
  const lost = await makeKnowledgeFile(owner, base, "lost.txt", rules("parking"));
  const last = await makeKnowledgeFile(owner, base, "last.txt", `${rules("lodging")} Last.`);
  const kept = await decide(owner, last.id, old.id, "keep");
  expect(kept.code).toBe(200);
  // As before the migration, but for the one that came after it.
  const earlier = [old, near, lost].map(({ versionId }) => versionId);
  await db().delete(textSketches).where(inArray(textSketches.versionId, earlier));
  await db().delete(alikeFiles).where(isNull(alikeFiles.keptAt));
  // Its pieces are gone from the file store: they lie under the name of another reading.
  const index = sql`jsonb_set(${parsedVersions.index}, '{run}', to_jsonb(${v7()}::text))`;
  await db().update(parsedVersions).set({ index }).where(eq(parsedVersions.versionId, lost.versionId));
  expect(await badges(owner, base)).toMatchObject({ "old.txt": 0, "new.txt": 0, "last.txt": 0 });
  expect(await findEarlierAlike(AbortSignal.timeout(20_000))).toBeGreaterThanOrEqual(2);
  expect(await badges(owner, base)).toEqual({ "old.txt": 0, "new.txt": 1, "lost.txt": 0, "last.txt": 1 });
  expect((await alike(owner, last.id))?.map(([name]) => name)).toEqual(["new.txt"]);
  // Done ones are not taken again.
  const made = await db().select().from(textSketches).where(inArray(textSketches.versionId, earlier));
  expect(made.map(({ versionId }) => versionId).sort()).toEqual([old.versionId, near.versionId].sort());
  expect(await findEarlierAlike(AbortSignal.timeout(20_000))).toBe(0);
  expect(await findEarlierAlike(AbortSignal.abort())).toBe(0);
});
