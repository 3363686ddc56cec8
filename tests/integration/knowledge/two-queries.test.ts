import { closeDatabase } from "@/db/client";
import { asIs } from "@/lib/features/knowledge/service/retrieval/queries";
import { searchBases } from "@/lib/features/knowledge/service/retrieval/search-bases";
import { centerSettings } from "@/lib/features/knowledge/service/retrieval/settings";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

/** Longer than any call of the fake takes: one that never comes must fail the test, not hang it. */
const WAIT_MS = 3000;

let fake: Awaited<ReturnType<typeof startModelServer>>;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

test("a question that is put in two ways waits for both at once, and has what each of them finds", async () => {
  const owner = await makePerson();
  const embeddingModelId = await makeModel(fake.url, "fake-embedding", { type: "vector" });
  const id = await makeBase(owner, { embeddingModelId });
  await makeKnowledgeFile(owner, id, "yard.txt", "The yard opens at dawn.\n");
  await makeKnowledgeFile(owner, id, "vault.txt", "Only wardens enter the vault.\n");
  const state = fake.state as { onEmbeddings?: () => Promise<void> };
  const both = Promise.withResolvers<void>();
  let underWay = 0;
  let most = 0;
  state.onEmbeddings = async () => {
    most = Math.max(most, ++underWay);
    if (underWay === 2) both.resolve();
    await Promise.race([both.promise, new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref())]);
    underWay--;
  };
  const queries = [asIs("When does the yard open?"), asIs("Who enters the vault?")];
  const { settings } = await centerSettings();
  const [finds] = await searchBases(owner.actor, [{ id, settings, queries }], { app: "knowledge" });
  state.onEmbeddings = undefined;
  expect(most).toBe(2);
  expect(finds!.found.map(({ set }) => set.fileName).sort()).toEqual(["vault.txt", "yard.txt"]);
});
