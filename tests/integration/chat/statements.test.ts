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
  context: /with recursive path/,
  question: /with turn as/,
  answer: /with settled as/,
};
// What is left is of all people, kept for some seconds (models, limits, tools) or written for many at once.
const OF_ONE_PERSON = /from "?(roles|user_roles|memories|user_preferences|users|chat_sessions|chat_messages|runs)\b/;

/** How often each was sent; nothing else was that concerns one person. */
function sent() {
  const kinds = Object.entries(ON_THE_WAY);
  const others = seen.filter((text) => !kinds.some(([, pattern]) => pattern.test(text)));
  expect(others.filter((text) => OF_ONE_PERSON.test(text))).toEqual([]);
  return Object.fromEntries(kinds.map(([name, pattern]) => [name, seen.filter((text) => pattern.test(text)).length]));
}

it("a question costs three statements, and one more of somebody new, while what all share is known", async () => {
  const ask = await chatOf(await makePerson());
  await ask();
  seen.length = 0;
  await ask();
  expect(sent()).toEqual({ session: 0, context: 1, question: 1, answer: 1 });
  // Making people and chats filled the cache of sessions.
  invalidateSessions();
  seen.length = 0;
  await ask();
  expect(sent()).toEqual({ session: 1, context: 1, question: 1, answer: 1 });
});

it("questions of many at the same moment share their statements", async () => {
  const questions: Awaited<ReturnType<typeof chatOf>>[] = [];
  for (let count = 0; count < 12; count++) questions.push(await chatOf(await makePerson()));
  invalidateSessions();
  await questions[0]!();
  seen.length = 0;
  await Promise.all(questions.slice(1).map((ask) => ask()));
  const counts = sent();
  // The first of each kind goes at once and alone; alone, all eleven would cost eleven.
  for (const name of ["session", "context", "question"]) {
    expect([name, counts[name]! >= 1 && counts[name]! <= 5]).toEqual([name, true]);
  }
  expect(counts.answer).toBeLessThanOrEqual(11);
});
