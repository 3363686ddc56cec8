import { eq } from "drizzle-orm";
import { z } from "zod";
import { closeDatabase, db } from "@/db/client";
import { usageLedger } from "@/db/schema/models";
import { complete, completeObject, completeText } from "@/lib/models/complete";
import { flushLedger } from "@/lib/models/ledger";
import { resolveModel } from "@/lib/models/registry";
import { isBuiltin } from "@/lib/models/templates";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let u1: Person;
let u2: Person;

beforeAll(async () => {
  fake = await startModelServer();
});
beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

/** A call of a model that behaves as its name says. */
async function asking(person: Person, upstreamModel: string, text = "hello") {
  const model = await resolveModel(person.actor, await makeModel(fake.url, upstreamModel));
  return { actor: person.actor, app: "trial", model, messages: [{ role: "user" as const, content: text }] };
}

async function ledger({ id }: Person) {
  await flushLedger();
  return db().select().from(usageLedger).where(eq(usageLedger.userId, id));
}

it("reads an answer to its end, told while it comes, and charges the app and the person that asked", async () => {
  const pieces: string[] = [];
  const onText = (delta: string) => void pieces.push(delta);
  const input = await asking(u1, "fake-thinking");
  const { status, text, reasoning } = await complete({ ...input, onText });
  expect(status).toBe("done");
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join("")).toBe(text);
  expect(reasoning).not.toBe("");
  expect(isBuiltin(input.model)).toBe(false);
  expect(await ledger(u1)).toMatchObject([{ app: "trial", outcome: "done" }]);
  expect(await ledger(u2)).toEqual([]);
});

it("ends by its signal as stopped, by its time as interrupted, and begins nothing after either", async () => {
  const left = new AbortController();
  const onText = () => left.abort(new Error("left"));
  expect(await complete({ ...(await asking(u1, "fake-slow")), signal: left.signal, onText })).toMatchObject({
    status: "stopped",
    error: null,
  });
  const late = await complete({ ...(await asking(u2, "fake-slow")), timeoutMs: 300 });
  expect(late).toMatchObject({ status: "interrupted", error: "interrupted" });
  const asked = fake.state.requests.length;
  const again = { ...(await asking(u1, "fake-slow")), signal: left.signal };
  await expect(complete(again)).rejects.toMatchObject({ key: "interrupted" });
  await expect(completeText(again)).rejects.toThrow("left");
  expect(fake.state.requests).toHaveLength(asked);
  expect(await ledger(u1)).toMatchObject([{ outcome: "stopped" }]);
  expect(await ledger(u2)).toMatchObject([{ outcome: "interrupted" }]);
});

it("answers text or says what failed, with the limit's own figures", async () => {
  await expect(completeText(await asking(u1, "fake-401"))).rejects.toMatchObject({ key: "supplierUnauthorized" });
  const poor = await makePerson({ dailyTokenLimit: 0 });
  await expect(completeText(await asking(poor, "fake-echo"))).rejects.toMatchObject({
    key: "dailyTokenLimit",
    options: { args: { reset: "00:00" } },
  });
  expect(await ledger(poor)).toEqual([]);
  expect(await completeText(await asking(u2, "fake-echo", "plain words"))).toContain("plain words");
});

it("takes an object out of the words around it, and refuses another shape", async () => {
  const shape = z.object({ n: z.number() });
  const right = await asking(u1, "fake-echo", 'Here it is: {"n": 7} as asked');
  expect(await completeObject(shape, right)).toEqual({ n: 7 });
  expect(fake.state.requests.at(-1)!.body.response_format).toEqual({ type: "json_object" });
  for (const text of ['{"n": "seven"}', "no object at all"])
    await expect(completeObject(shape, await asking(u2, "fake-echo", text))).rejects.toMatchObject({
      key: "supplierMalformed",
    });
});
