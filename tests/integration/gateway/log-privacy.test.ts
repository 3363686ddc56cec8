import { desc, eq } from "drizzle-orm";
import { DELETE as deleteChat } from "@/app/api/chat/sessions/[id]/route";
import { GET as readsRoute } from "@/app/api/user/records/reads/route";
import { POST as completions } from "@/app/api/v1/chat/completions/route";
import { closeDatabase, db } from "@/db/client";
import { findCall } from "@/db/queries/models/usage";
import { purgeSessions } from "@/db/queries/records/policies";
import { chatSessions } from "@/db/schema/conversation";
import { requestLogs } from "@/db/schema/gateway";
import { models } from "@/db/schema/models";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import { recordPolicies } from "@/db/schema/records";
import type {
  CursorPage,
  LogContentDto,
  LogDetailDto,
  LogRowDto,
  ReplayDto,
  SettingsDto,
} from "@/lib/features/gateway/dto";
import type { ReadPage } from "@/lib/features/records/dto";
import { clearLoggedContent } from "@/lib/features/records/jobs";
import { flushLedger } from "@/lib/models/ledger";
import { makeApiKey } from "@/tests/factories/api-keys";
import { answer, call } from "@/tests/factories/call";
import { askChat } from "@/tests/factories/chat-calls";
import { makeConversation, makeDepartment, makeMember } from "@/tests/factories/conversations";
import { eventually } from "@/tests/factories/eventually";
import { gateway } from "@/tests/factories/gateway";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

const SECRET = "机密蓝鲸 canary-log-41";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let admin: Person;
let manager: Person;
let reader: Person;
let inOpen: Person;
let inShut: Person;
let echo: string;
let open: { id: string; path: string };

beforeAll(async () => {
  fake = await startModelServer();
  open = await makeDepartment();
  const shut = await makeDepartment();
  [admin, manager, reader] = [
    await makePerson({ roles: ["administrator"] }),
    await makePerson({ codes: ["SYSTEM:GATEWAY"] }),
    await makePerson({ codes: ["SYSTEM:GATEWAY", "SYSTEM:CHAT:RECORD"] }),
  ];
  [inOpen, inShut] = [await makeMember(open), await makeMember(shut)];
  echo = await makeModel(fake.url, "fake-echo");
});
beforeEach(async () => {
  await db().delete(recordPolicies);
  await db().insert(recordPolicies).values({ departmentId: open.id, adminAccess: "content" });
  await level(admin, "full");
});
afterAll(async () => {
  await level(admin, "metadata");
  await db().delete(recordPolicies);
  await fake.close();
  await closeDatabase();
});

const level = (by: Person, requestLogLevel: string) => gateway(by, "PATCH settings", { body: { requestLogLevel } });
const detail = (by: Person, id: string) => gateway<LogDetailDto>(by, `GET logs/${id}`);
const openLog = (by: Person, id: string) => gateway<LogContentDto>(by, `POST logs/${id}/content`);
const replay = (by: Person, id: string) =>
  gateway<ReplayDto>(by, `POST logs/${id}/replay`, { body: { modelId: echo } });
const reads = async ({ token }: Person) => (await answer<ReadPage>(readsRoute, { token })).data!.items;

async function logged(person: Person, isTemporary = false): Promise<{ id: string; sessionId: string }> {
  await makeConversation(person, []);
  const { id: sessionId } = await makeConversation(person, [], { isTemporary });
  const { requestId } = await askChat(person, echo, SECRET, sessionId);
  return { id: (await findCall(db(), requestId))!.id, sessionId };
}

describe("the words of a logged call", () => {
  it("stay closed where the department's policy closes conversations, to replays too", async () => {
    const { id } = await logged(inShut);
    for (const by of [reader, admin]) {
      expect((await detail(by, id)).data).toMatchObject({ hasContent: true, closed: "policy", replayable: false });
      const refused = [await openLog(by, id), await replay(by, id)];
      for (const one of refused) expect(one).toMatchObject({ code: 403, data: { error: "recordClosed" } });
      expect(JSON.stringify(refused)).not.toContain("canary");
    }
    expect(await reads(inShut)).toEqual([]);
    // Their own words are no secret to themselves.
    const own = await logged(admin);
    expect((await openLog(admin, own.id)).data!.request).toContain(SECRET);
    expect(await reads(admin)).toEqual([]);
  });

  it("need the right to conversation records as well as the gateway's", async () => {
    const { id } = await logged(inOpen);
    expect((await detail(manager, id)).data).toMatchObject({ closed: "right", replayable: false });
    for (const refused of [await openLog(manager, id), await replay(manager, id)]) {
      expect(refused).toMatchObject({ code: 403, data: { error: "noPermission" } });
    }
    expect(await reads(inOpen)).toEqual([]);
  });

  it("are opened by policy and right, and the person sees by whom, as the operation log does", async () => {
    const { id, sessionId } = await logged(inOpen);
    expect((await detail(reader, id)).data).toMatchObject({ closed: null, replayable: true });
    expect((await openLog(reader, id)).data!.answerText).toBe(`Echo: ${SECRET}`);
    expect((await replay(admin, id)).data).toMatchObject({ outcome: "done" });
    const seen = await reads(inOpen);
    expect(seen.slice(0, 2)).toMatchObject([
      { reader: { account: admin.account }, call: { app: "chat" }, hasConversation: true },
      { reader: { account: reader.account }, call: { app: "chat" }, hasConversation: true },
    ]);
    expect(seen[0]!.href).toContain(sessionId);
    expect(await reads(inShut)).toEqual([]);
    const events = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.targetId, id))
      .orderBy(operationLogs.id);
    expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["gateway.log.open", reader.id],
      ["gateway.log.replay", admin.id],
    ]);
    // A replay makes no second copy of somebody else's words.
    await flushLedger();
    const [copy] = await db()
      .select()
      .from(requestLogs)
      .where(eq(requestLogs.userId, admin.id))
      .orderBy(desc(requestLogs.id))
      .limit(1);
    expect(copy).toMatchObject({ app: "replay", contentCipher: null });
  });

  it("that came in with a key belong to the key's owner", async () => {
    const [model] = await db().select().from(models).where(eq(models.id, echo));
    const idOf = async (person: Person) => {
      const { secret } = await makeApiKey(person);
      const response = await call(completions, {
        body: { model: model!.name, messages: [{ role: "user", content: SECRET }] },
        headers: { authorization: `Bearer ${secret}` },
      });
      await response.text();
      const items = await eventually(
        async () => {
          await flushLedger();
          const query = { userId: person.id, app: "open-api" };
          return (await gateway<CursorPage<LogRowDto>>(admin, "GET logs", { query })).data!.items;
        },
        (rows) => rows.length === 1,
      );
      return items[0]!.id;
    };
    expect(await openLog(reader, await idOf(inShut))).toMatchObject({ code: 403, data: { error: "recordClosed" } });
    expect((await openLog(reader, await idOf(inOpen))).data!.request).toContain(SECRET);
    expect((await reads(inOpen))[0]).toMatchObject({ call: { app: "open-api" }, hasConversation: false, href: null });
  });

  it("go with their conversation", async () => {
    const { id, sessionId } = await logged(inOpen);
    expect((await answer(deleteChat, { token: inOpen.token, params: { id: sessionId }, method: "DELETE" })).code).toBe(
      200,
    );
    expect((await detail(reader, id)).data).toMatchObject({ closed: "deleted" });
    expect(await openLog(reader, id)).toMatchObject({ code: 403, data: { error: "recordClosed" } });
    await db().transaction((tx) => purgeSessions(tx, [sessionId]));
    expect((await detail(reader, id)).data).toMatchObject({ hasContent: false });
  });

  it("of a temporary chat are never kept", async () => {
    expect((await detail(reader, (await logged(inOpen, true)).id)).data).toMatchObject({ hasContent: false });
    const first = await logged(inOpen);
    await db().update(chatSessions).set({ isTemporary: true }).where(eq(chatSessions.id, first.sessionId));
    expect(await openLog(reader, first.id)).toMatchObject({ code: 403 });
  });

  it("are kept no longer than the department keeps conversations", async () => {
    const [mine, other] = [await logged(inOpen), await logged(inShut)];
    const past = new Date(Date.now() - 8 * 86_400_000);
    await db().update(requestLogs).set({ createdAt: past });
    await db().update(recordPolicies).set({ retentionDays: 7 }).where(eq(recordPolicies.departmentId, open.id));
    expect(await clearLoggedContent()).toBeGreaterThan(0);
    expect((await detail(reader, mine.id)).data).toMatchObject({ hasContent: false });
    expect((await detail(reader, other.id)).data).toMatchObject({ hasContent: true });
    // Somebody who moves takes the rule of the new department along.
    await db().update(users).set({ departmentId: null }).where(eq(users.id, inShut.id));
    expect((await detail(reader, other.id)).data).toMatchObject({ closed: "policy" });
  });
});

describe("the level of the log", () => {
  it("is raised to one that keeps words by administrators alone, and lowered by whoever manages the gateway", async () => {
    await level(admin, "redacted");
    expect(await level(manager, "full")).toMatchObject({ code: 403, data: { error: "logLevelAdministrators" } });
    expect((await level(manager, "redacted")).code).toBe(200);
    expect((await level(manager, "metadata")).code).toBe(200);
    for (const higher of ["redacted", "full"]) expect((await level(manager, higher)).code).toBe(403);
    expect((await level(manager, "off")).code).toBe(200);
    expect((await level(manager, "metadata")).code).toBe(200);
    const settings = (by: Person) => gateway<SettingsDto>(by, "GET settings");
    expect((await settings(manager)).data).toMatchObject({ requestLogLevel: "metadata", mayKeepMore: false });
    expect((await settings(admin)).data).toMatchObject({ mayKeepMore: true });
  });
});
