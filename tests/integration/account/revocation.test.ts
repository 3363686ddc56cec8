import { POST as resetRoute } from "@/app/api/admin/org/users/[id]/reset-password/route";
import { PATCH as changeRoute } from "@/app/api/admin/org/users/[id]/route";
import { GET as overviewRoute } from "@/app/api/admin/preview/overview/route";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { POST as stopRoute } from "@/app/api/chat/runs/[id]/stop/route";
import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { POST as createChatRoute } from "@/app/api/chat/sessions/route";
import { GET as modelsRoute } from "@/app/api/v1/models/route";
import { closeDatabase } from "@/db/client";
import type { StartMetadata, StreamLine } from "@/lib/stream/parts";
import { findLocalRun } from "@/lib/stream/runs";
import { makeApiKey } from "@/tests/factories/api-keys";
import { answer, call } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { roleIdOf } from "@/tests/factories/organisation";
import { makePerson, type Person, signIn } from "@/tests/factories/people";
import { cookieOf } from "@/tests/factories/sessions";
import { until } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

/* SECURITY AU-08: what an administrator does to a person acts on the very next call, on every credential. */
jest.setTimeout(30_000);

let fake: Awaited<ReturnType<typeof startModelServer>>;
let administrator: Person;
let u1: Person;
let u2: Person;

beforeAll(async () => {
  fake = await startModelServer();
});
beforeEach(async () => {
  administrator = await makePerson({ roles: ["administrator"] });
  [u1, u2] = [await makePerson({ roles: ["administrator"] }), await makePerson({ roles: ["administrator"] })];
});
afterEach(() => jest.useRealTimers());
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

const change = async (id: string, body: object) => {
  const { code } = await answer(changeRoute, {
    token: administrator.token,
    method: "PATCH",
    params: { id },
    body,
  });
  expect(code).toBe(200);
};
const codesOf = async (person: Person, cookie: string, secret: string) => [
  (await call(overviewRoute, { token: person.token })).status,
  (await call(overviewRoute, { cookie })).status,
  (await call(modelsRoute, { token: `Bearer ${secret}` })).status,
];

it("a disabled person is out: by token, by page cookie and by API key; others are not", async () => {
  const [{ cookie }, { secret }] = [await cookieOf(u1), await makeApiKey(u1)];
  const [other, otherKey] = [await cookieOf(u2), await makeApiKey(u2)];
  expect(await codesOf(u1, cookie, secret)).toEqual([200, 200, 200]);
  await change(u1.id, { status: "disabled" });
  expect(await codesOf(u1, cookie, secret)).toEqual([401, 401, 401]);
  expect(await codesOf(u2, other.cookie, otherKey.secret)).toEqual([200, 200, 200]);
});

it("a role that was taken away opens nothing any more", async () => {
  const { cookie } = await cookieOf(u1);
  expect((await call(overviewRoute, { cookie })).status).toBe(200);
  await change(u1.id, { roleIds: [await roleIdOf("staff")] });
  expect((await call(overviewRoute, { token: u1.token })).status).toBe(403);
  expect((await call(overviewRoute, { cookie })).status).toBe(403);
  // Still who they are.
  expect((await call(selfInfoRoute, { token: u1.token })).status).toBe(200);
});

it("a password that was reset ends every session", async () => {
  const { cookie } = await cookieOf(u1);
  const { code } = await answer(resetRoute, {
    token: administrator.token,
    params: { id: u1.id },
    body: { password: "Reset12345" },
  });
  expect(code).toBe(200);
  expect((await call(selfInfoRoute, { token: u1.token })).status).toBe(401);
  expect((await call(selfInfoRoute, { cookie })).status).toBe(401);
  expect((await call(selfInfoRoute, { token: u2.token })).status).toBe(200);
});

it("an open answer stream ends within a minute of its reader being disabled", async () => {
  const model = await makeModel(fake.url, "fake-slow");
  const chat = await answer<{ id: string }>(createChatRoute, { token: u1.token, body: {} });
  // Only the intervals of the guard: queries and the stream itself keep real time.
  jest.useFakeTimers({
    doNotFake: [
      "Date",
      "hrtime",
      "nextTick",
      "performance",
      "queueMicrotask",
      "setImmediate",
      "clearImmediate",
      "setTimeout",
      "clearTimeout",
    ],
  });
  const response = await call(answerRoute, {
    token: u1.token,
    params: { id: chat.data!.id },
    body: { text: "slow", modelId: model },
  });
  const reader = response.body!.getReader();
  const first = await reader.read();
  expect(first.done).toBe(false);
  jest.advanceTimersByTime(60_000);
  expect((await reader.read()).done).toBe(false);
  await change(u1.id, { status: "disabled" });
  jest.advanceTimersByTime(60_000);
  let lines = 0;
  while (!(await reader.read()).done) lines += 1;
  // The model would have gone on for 400 words.
  expect(lines).toBeLessThan(300);

  // The answer itself goes on, it belongs to the server: its person ends it.
  const start = JSON.parse(new TextDecoder().decode(first.value).split("\n", 1)[0] ?? "") as StreamLine & {
    type: "start";
  };
  const { runId } = start.messageMetadata as StartMetadata;
  expect(findLocalRun(runId)?.finished).toBe(false);
  await change(u1.id, { status: "enabled" });
  const { token } = await signIn(u1.id);
  await call(stopRoute, { token, method: "POST", params: { id: runId } });
  await until(() => findLocalRun(runId)?.finished !== false);
});
