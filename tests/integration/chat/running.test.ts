import { eq } from "drizzle-orm";
import { PATCH as sessionRoute } from "@/app/api/chat/sessions/[id]/route";
import { GET as listRoute } from "@/app/api/chat/sessions/route";
import { GET as documentChatRoute } from "@/app/api/documents/chats/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { runs } from "@/db/schema/conversation";
import { answer } from "@/tests/factories/call";
import { makeConversation } from "@/tests/factories/conversations";
import { makePerson, type Person } from "@/tests/factories/people";

let u1: Person;
let u2: Person;

beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterAll(closeDatabase);

type Page = { items: { id: string; running: boolean }[] };
const ROUND = [{ question: "q", answer: "a" }];

/** Two conversations, of which the first is being answered. */
async function oneRunning(person: Person, kind: "personal" | "document") {
  const running = await makeConversation(person, ROUND, { kind });
  const quiet = await makeConversation(person, ROUND, { kind });
  await db().update(runs).set({ status: "running" }).where(eq(runs.sessionId, running.id));
  return [running.id, quiet.id] as const;
}

it("a chat that is being answered says so in the list, and no other does", async () => {
  const [running, quiet] = await oneRunning(u1, "personal");
  const [theirs] = await oneRunning(u2, "personal");
  const { items } = (await answer<Page>(listRoute, { token: u1.token })).data!;
  expect(Object.fromEntries(items.map((item) => [item.id, item.running]))).toEqual({ [running]: true, [quiet]: false });
  expect(items.map(({ id }) => id)).not.toContain(theirs);
  const one = { token: u1.token, params: { id: running }, body: { title: "Renamed" }, method: "PATCH" };
  expect((await answer<Page["items"][0]>(sessionRoute, one)).data).toMatchObject({ title: "Renamed", running: true });
});

it("so does a conversation about documents", async () => {
  const [running, quiet] = await oneRunning(u1, "document");
  const { items } = (await answer<Page>(listRoute, { token: u1.token, query: { kind: "document" } })).data!;
  expect(Object.fromEntries(items.map((item) => [item.id, item.running]))).toEqual({ [running]: true, [quiet]: false });
  const one = { token: u1.token, params: { id: running } };
  expect((await answer<{ running: boolean }>(documentChatRoute, one)).data?.running).toBe(true);
  expect((await answer(documentChatRoute, { ...one, token: u2.token })).code).toBe(404);
});
