import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { closeDatabase, db } from "@/db/client";
import { files } from "@/db/schema/files";
import { models } from "@/db/schema/models";
import { invalidateModels } from "@/lib/models/registry";
import { listToolsFor } from "@/lib/tools/registry";
import { runTool } from "@/lib/tools/run";
import { makeModel } from "@/tests/factories/models";
import { makePerson } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

const model = { id: v7(), abilities: ["tool_call"] };
const signal = new AbortController().signal;
let fake: Awaited<ReturnType<typeof startModelServer>>;

beforeAll(async () => {
  fake = await startModelServer();
});
beforeEach(async () => {
  await db().delete(models).where(eq(models.type, "image"));
  invalidateModels();
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

const isOffered = async (person: Awaited<ReturnType<typeof makePerson>>) =>
  (await listToolsFor(person.actor, model)).some(({ key }) => key === "generate_image");

it("is offered once there is an image model, and keeps its pictures as the person's own files", async () => {
  const [first, second] = [await makePerson(), await makePerson()];
  expect(await isOffered(first)).toBe(false);
  expect(await runTool(first.actor, "generate_image", { prompt: "x" }, { signal })).toMatchObject({
    error: "toolNotFound",
  });
  await makeModel(fake.url, "fake-image", { type: "image" });
  expect(await isOffered(first)).toBe(true);
  const drawn = await runTool(first.actor, "generate_image", { prompt: "一只猫", count: 2 }, { signal, model });
  expect(drawn).toMatchObject({ isError: false, text: expect.stringMatching(/^2 drawn with fake-image/) });
  const kept = await db()
    .select()
    .from(files)
    .where(and(eq(files.ownerId, first.id), eq(files.status, "uploaded"), eq(files.purpose, "drawing")));
  expect(kept).toHaveLength(2);
  expect((drawn.data as { files: { id: string; type: string }[] }).files.map(({ id }) => id).sort()).toEqual(
    kept.map(({ id }) => id).sort(),
  );
  expect(kept.every(({ isPublic }) => !isPublic)).toBe(true);
  expect(await db().select().from(files).where(eq(files.ownerId, second.id))).toEqual([]);
});

it("says in words what the supplier or a limit refuses, and wrong arguments cost nothing", async () => {
  const person = await makePerson();
  await makeModel("http://127.0.0.1:1/v1", "fake-image", { type: "image" });
  const refused = await runTool(person.actor, "generate_image", { prompt: "x" }, { signal });
  expect(refused).toMatchObject({ isError: true, error: "supplierUnreachable" });
  const wrong = await runTool(person.actor, "generate_image", { prompt: "x", count: 9 }, { signal });
  expect(wrong).toMatchObject({ error: "toolArguments" });
});
