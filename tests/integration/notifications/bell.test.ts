import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { POST as createRoute } from "@/app/api/chat/sessions/route";
import { POST as readRoute } from "@/app/api/notifications/read/route";
import { GET as notificationsRoute } from "@/app/api/notifications/route";
import { POST as cancelRoute } from "@/app/api/tasks/[id]/cancel/route";
import { GET as tasksRoute } from "@/app/api/tasks/route";
import { closeDatabase } from "@/db/client";
import type { NotificationPage, TaskDto } from "@/lib/features/notifications/dto";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { answer, call } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readSome, readStream, until } from "@/tests/factories/stream";
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

async function ask(behaviour: string) {
  const { data } = await answer<{ id: string }>(createRoute, { token: u1.token, body: {} });
  const modelId = await makeModel(fake.url, behaviour);
  const body = { text: "Long question", modelId };
  return { chat: data!.id, response: await call(answerRoute, { token: u1.token, params: { id: data!.id }, body }) };
}

const inbox = async (person: Person, language = "en_US") =>
  (
    await answer<NotificationPage>(notificationsRoute, {
      token: person.token,
      headers: { cookie: `current-locale=${language}` },
    })
  ).data!;
const tasks = async (person: Person) =>
  (await answer<{ items: TaskDto[] }>(tasksRoute, { token: person.token })).data!.items;

describe("notifications", () => {
  it("tell whoever left that the answer is ready, in the reader's language, until they are read", async () => {
    const { chat, response } = await ask("fake-long");
    await readSome(response, 5);
    const page = await until(async () => {
      const found = await inbox(u1);
      return found.unread > 0 && found;
    });
    expect(page.unread).toBe(1);
    expect(page.items[0]).toMatchObject({
      kind: "answerReady",
      title: "An answer is ready",
      body: "“Long question” has a new answer",
      href: `/personal/chat?id=${chat}`,
      readAt: null,
    });
    expect((await inbox(u1, "zh_CN")).items[0]?.title).toBe("回答已完成");
    expect(await inbox(u2)).toMatchObject({ items: [], unread: 0 });

    // Somebody else's reading changes nothing.
    await answer(readRoute, { token: u2.token, body: { ids: [page.items[0]!.id] } });
    expect((await inbox(u1)).unread).toBe(1);
    await answer(readRoute, { token: u1.token, body: {} });
    expect((await inbox(u1)).unread).toBe(0);
  });

  it("say nothing to whoever stayed", async () => {
    const { response } = await ask("fake-echo");
    await readStream(response);
    expect((await inbox(u1)).items).toEqual([]);
  });
});

describe("tasks", () => {
  it("list the person's running answers, and cancelling ends them", async () => {
    const { chat, response } = await ask("fake-slow");
    await readSome(response, 5);
    const [task] = await tasks(u1);
    expect(task).toMatchObject({
      kind: "answer",
      state: "running",
      cancellable: true,
      href: `/personal/chat?id=${chat}`,
    });
    expect(task!.title).toContain("Long question");
    expect(await tasks(u2)).toEqual([]);

    const cancel = (person: Person) =>
      answer(cancelRoute, { token: person.token, params: { id: task!.id }, raw: "{}" });
    expect((await cancel(u2)).code).toBe(404);
    expect(await tasks(u1)).toHaveLength(1);
    expect((await cancel(u1)).code).toBe(200);
    await until(async () => (await tasks(u1)).length === 0);
    const { data } = await answer<{ items: ChatMessageDto[] }>(messagesRoute, {
      token: u1.token,
      params: { id: chat },
    });
    expect(data!.items.at(-1)?.status).toBe("stopped");
  });
});
