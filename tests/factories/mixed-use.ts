import { inArray } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { POST as createRoute } from "@/app/api/chat/sessions/route";
import { db } from "@/db/client";
import { insertPrice, listChannelsOf } from "@/db/queries/models/models";
import { departments, users } from "@/db/schema/organisation";
import { embed, generateImages } from "@/lib/models/calls";
import { ChatCall } from "@/lib/models/chat";
import { invalidateModels, resolveModel } from "@/lib/models/registry";
import { makeApiKey } from "@/tests/factories/api-keys";
import { answer, call } from "@/tests/factories/call";
import type { Door } from "@/tests/factories/http-door";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person, signIn } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";

/** Departments, people, models with prices, and keys for a mixed run. */
export async function makeCompany(url: string) {
  const root = await makePerson();
  const rootPath = root.actor.departmentPath;
  const sales = { id: v7(), path: "", name: `Sales ${v7()}`, parentId: root.actor.departmentId };
  sales.path = `${rootPath}${sales.id}/`;
  const north = { id: v7(), path: "", name: `North ${v7()}`, parentId: sales.id };
  north.path = `${sales.path}${north.id}/`;
  await db().insert(departments).values([sales, north]);
  const people = [root, ...(await Promise.all(Array.from({ length: 5 }, () => makePerson())))];
  const move = (who: Person[], departmentId: string) =>
    db()
      .update(users)
      .set({ departmentId })
      .where(
        inArray(
          users.id,
          who.map(({ id }) => id),
        ),
      );
  await move(people.slice(1, 3), sales.id);
  await move(people.slice(3, 5), north.id);
  for (const person of people) Object.assign(person, await signIn(person.id));
  const models = {
    echo: await makeModel(url, "fake-echo"),
    thinking: await makeModel(url, "fake-thinking"),
    length: await makeModel(url, "fake-length"),
    context: await makeModel(url, "fake-context"),
    slow: await makeModel(url, "fake-slow"),
    vector: await makeModel(url, "fake-embedding", { type: "vector" }),
    image: await makeModel(url, "fake-image", { type: "image" }),
  };
  for (const [index, id] of Object.values(models).entries()) {
    const [channel] = await listChannelsOf(db(), id);
    await insertPrice(db(), {
      channelId: channel!.id,
      validFrom: "2020-01-01",
      currency: "CNY",
      inputPerMillion: 1_234_567 * (index + 1),
      outputPerMillion: 7_654_321 * (index + 1),
      perImage: 12_345,
    });
  }
  invalidateModels();
  const keys = await Promise.all(people.slice(0, 3).map((person) => makeApiKey(person)));
  return { people, sales, north, models, keys };
}
export type Company = Awaited<ReturnType<typeof makeCompany>>;

/** Runs tasks, so many at a time. */
export async function inTurns<T>(tasks: readonly (() => Promise<T>)[], width: number): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < tasks.length; index = next++) results[index] = await tasks[index]!();
  };
  await Promise.all(Array.from({ length: width }, work));
  return results;
}

/** Questions of a person's chat, one after another: the first opens it. */
export async function chatting(person: Person, modelId: string, questions: number): Promise<void> {
  // A chat with a name: none is made for it, which would be a call of its own.
  const { data } = await answer<{ id: string }>(createRoute, { token: person.token, body: { title: "Mixed use" } });
  for (let index = 0; index < questions; index++) {
    const body = { text: `question ${index}`, modelId };
    await readStream(await call(answerRoute, { token: person.token, params: { id: data!.id }, body }));
  }
}

/** A call of the Open API; answers the tokens the client was told of. */
export async function keyCall(door: Door, secret: string, path: string, body: object): Promise<number> {
  const response = await fetch(`${door.url}/api/v1/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) return 0;
  const lines = text.startsWith("data:") ? text.split("\n").map((line) => line.replace(/^data: ?/, "")) : [text];
  const told = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line).usage?.total_tokens ?? 0);
  return told.reduce((sum: number, tokens: number) => sum + tokens, 0);
}

/** A call of another area, straight through the one door to models. */
export async function areaCall(person: Person, app: string, kind: "vector" | "image", modelId: string): Promise<void> {
  const model = await resolveModel(person.actor, modelId);
  const input = { actor: person.actor, app, requestId: v7(), model };
  if (kind === "vector") await embed(input, { inputs: ["text", "其他"] });
  else await generateImages(input, { prompt: "a house", count: 2 });
}

/** A chat call that is stopped before or while it is answered. */
export async function stoppedCall(person: Person, app: string, modelId: string, afterMs: number): Promise<void> {
  const model = await resolveModel(person.actor, modelId);
  const messages = [{ role: "user" as const, content: "hello" }];
  const asked = new ChatCall({ actor: person.actor, app, requestId: v7(), model, messages, options: {} });
  setTimeout(() => asked.stop(), afterMs);
  await asked.settle(await asked.read({ onText: () => undefined, onReasoning: () => undefined }));
}
