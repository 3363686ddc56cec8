import { eq } from "drizzle-orm";
import { GET as followRoute } from "@/app/api/chat/runs/[id]/stream/route";
import { POST as askRoute } from "@/app/api/knowledge/answer/route";
import { PATCH as changeRoute } from "@/app/api/knowledge/bases/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { chatMessages } from "@/db/schema/conversation";
import { knowledgeFiles } from "@/db/schema/knowledge";
import { backgroundIdle } from "@/lib/background";
import type { KnowledgeFileDto } from "@/lib/features/knowledge/dto";
import { materialOf } from "@/lib/features/knowledge/service/chat/material";
import { asIs } from "@/lib/features/knowledge/service/retrieval/queries";
import { searchBases } from "@/lib/features/knowledge/service/retrieval/search-bases";
import { centerSettings } from "@/lib/features/knowledge/service/retrieval/settings";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import type { MessagePart } from "@/lib/stream/parts";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { unique } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";
import { summary } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

const NAME = "vault-lease.txt";
const HIDDEN = "heliotrope";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let owner: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
  owner = await makePerson();
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

interface Vault {
  id: string;
  file: KnowledgeFileDto;
}
const change = (id: string, body: object) =>
  answer(changeRoute, { token: owner.token, method: "PATCH", params: { id }, body });

const WAYS: [what: string, withdraw: (vault: Vault) => Promise<unknown>][] = [
  ["its base", (base) => change(base.id, { visibility: "self" })],
  [
    "the file itself",
    ({ file }) => db().update(knowledgeFiles).set({ visibility: "self" }).where(eq(knowledgeFiles.id, file.id)),
  ],
];

it.each(WAYS)("no model is told what was found in a file once %s is withdrawn", async (_, withdraw) => {
  const { actor } = await makePerson();
  const id = await makeBase(owner, { name: unique("Vault"), visibility: "all" });
  const file = await makeKnowledgeFile(owner, id, NAME, "The vault is in the cellar.\n");
  const search = { id, settings: (await centerSettings()).settings, queries: [asIs("Where is the vault?")] };
  const [finds] = await searchBases(actor, [search], { app: "knowledge" });
  const told = async () => (await materialOf(actor, finds!.found, 1000)).passages.map(({ text }) => text);
  expect(await told()).toEqual(["The vault is in the cellar."]);
  await withdraw({ id, file });
  expect(await told()).toEqual([]);
});

it.each(WAYS)("an answer that runs says and keeps no more word of a file once %s is withdrawn", async (_, withdraw) => {
  const person = await makePerson();
  const [first, second] = ["The vault is in the cellar.", `The lease goes on${", and on".repeat(40)}, ${HIDDEN}.`];
  const id = await makeBase(owner, { name: unique("Vault"), visibility: "all" });
  const file = await makeKnowledgeFile(owner, id, NAME, `${first}\n${second}\n`);
  const slow = await makeModel(fake.url, "fake-reader-slow");
  const question = `Cite “${first}”\nCite “${second}”`;
  const response = await call(askRoute, { token: person.token, body: { baseIds: [id], question, modelId: slow } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let shown = "";
  const readUntil = async (words: string) => {
    while (!shown.includes(words)) {
      const { done, value } = await reader.read();
      if (done) return;
      shown += value;
    }
  };
  await readUntil('"data-citation"');
  const before = shown.length;
  await withdraw({ id, file });
  await readUntil('"finish"');
  expect(shown).toContain('"error":"sourcesWithdrawn"');
  const {
    text: said,
    finish,
    start,
  } = summary(
    shown
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
  expect(finish).toEqual({ status: "interrupted", error: "sourcesWithdrawn" });
  expect(said).toContain("cellar");
  expect(said).not.toContain(HIDDEN);
  expect(shown.slice(before)).not.toContain(NAME);
  await backgroundIdle(10_000);
  const [row] = await db().select().from(chatMessages).where(eq(chatMessages.id, start.answerId));
  expect(row).toMatchObject({ status: "interrupted", error: "sourcesWithdrawn" });
  // Not hidden from readers alone: it is not stored.
  const parts = row!.parts as MessagePart[];
  expect(JSON.stringify(parts)).not.toContain(NAME);
  expect(parts.flatMap((part) => (part.type === "citation" ? [part.citation.quote] : []))).toEqual([""]);
  expect((await call(followRoute, { token: person.token, params: { id: start.runId } })).status).toBe(410);
});
