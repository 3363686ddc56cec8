import type { PoolClient } from "pg";
import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { POST as createRoute } from "@/app/api/chat/sessions/route";
import { closeDatabase, pool } from "@/db/client";
import { invalidateSessions } from "@/lib/auth/session";
import { answer, call } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let quick: string;
/** What was sent to the database. */
const seen: string[] = [];

beforeAll(async () => {
  fake = await startModelServer();
  quick = await makeModel(fake.url, "fake-echo");
  const watched = new WeakSet<PoolClient>();
  pool().on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const watch = (...args: unknown[]) => {
      const [statement] = args as [string | { text: string }];
      seen.push(typeof statement === "string" ? statement : statement.text);
      return query(...args);
    };
    client.query = watch as unknown as typeof client.query;
  });
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

async function chatOf({ token }: Person) {
  const { data } = await answer<{ id: string }>(createRoute, { token, body: { title: "A chat" } });
  return async () => {
    const response = await call(answerRoute, { token, params: { id: data!.id }, body: { text: "hi", modelId: quick } });
    expect((await readStream(response)).finish?.status).toBe("done");
  };
}

/** What a question needs of the database, by what each statement begins to read or write. */
const ON_THE_WAY: Record<string, RegExp> = {
  session: /from "sessions"/,
  context: /with recursive session/,
  question: /with place as/,
  answer: /with settled as/,
};

it("a question of somebody new costs four statements while what all share is known", async () => {
  const questions: Awaited<ReturnType<typeof chatOf>>[] = [];
  for (let count = 0; count < 6; count++) questions.push(await chatOf(await makePerson()));
  // Making them filled the cache of sessions.
  invalidateSessions();
  await questions[0]!();
  seen.length = 0;
  await Promise.all(questions.slice(1).map((ask) => ask()));
  for (const [name, pattern] of Object.entries(ON_THE_WAY)) {
    expect([name, seen.filter((text) => pattern.test(text)).length]).toEqual([name, 5]);
  }
  const others = seen.filter((text) => !Object.values(ON_THE_WAY).some((pattern) => pattern.test(text)));
  // What is left is of all people, kept for some seconds (models, limits, tools) or written for many at once.
  const ofOne = /from "?(roles|user_roles|memories|user_preferences|users|chat_sessions|chat_messages|runs)\b/;
  expect(others.filter((text) => ofOne.test(text))).toEqual([]);
});
