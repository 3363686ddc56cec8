import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { closeDatabase, db } from "@/db/client";
import { usageLedger } from "@/db/schema/models";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { flushLedger } from "@/lib/models/ledger";
import { resolveModel } from "@/lib/models/registry";
import { countPages, parseStored } from "@/lib/parsing/parse";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { readPagesByModel } from "@/lib/parsing/vision";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { makeDocumentFile } from "@/tests/factories/documents";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { fixture } from "@/tests/factories/parsing";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let person: Person;
beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
  await onlyBuiltinModels();
  fake = await startModelServer();
  person = await makePerson();
});
afterAll(async () => {
  closeIdleChildren();
  await fake.close();
  await stopJobs(100);
  await closeDatabase();
});

it("reads a scan through a model that sees: one metered call a page, its words as the page's text", async () => {
  const modelId = await makeModel(fake.url, "fake-echo", { abilities: ["visual"] });
  const model = await resolveModel(person.actor, modelId);
  const { storageKey } = await makeDocumentFile(person, "scan.pdf", fixture("scan.pdf"), "pdf");
  const scan = { storageKey, format: "pdf" } as const;
  expect(await countPages(scan)).toBe(1);
  const signal = new AbortController().signal;
  const told: number[] = [];
  const kept: [number, string][] = [];
  const texts = await readPagesByModel({
    ...scan,
    actor: person.actor,
    app: "chat",
    model,
    pages: 1,
    signal,
    keep: async (number, text) => void kept.push([number, text]),
    onProgress: (percent) => told.push(percent),
  });
  expect(told).toEqual([95]);
  expect(kept).toEqual([[1, texts[1]]]);
  const sent = fake.state.requests.at(-1)!.body.messages.at(-1).content;
  const picture = sent.find((part: { type: string }) => part.type === "image_url").image_url.url as string;
  expect(picture.startsWith("data:image/jpeg;base64,/9j/")).toBe(true);
  const { index } = await parseStored({ ...scan, run: v7(), options: { pageTexts: texts } });
  expect(index.parts).toMatchObject([{ kind: "page", number: 1, width: 612, height: 792, seen: true }]);
  expect(index.characters).toBeGreaterThan(20);
  await flushLedger();
  const calls = await db().select().from(usageLedger).where(eq(usageLedger.userId, person.id));
  expect(calls).toMatchObject([{ app: "chat", modelId, outcome: "done" }]);
});
