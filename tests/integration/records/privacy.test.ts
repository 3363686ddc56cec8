import { and, eq, sql } from "drizzle-orm";
import { POST as openRoute } from "@/app/api/admin/records/[id]/content/route";
import { GET as detailRoute } from "@/app/api/admin/records/[id]/route";
import { GET as exportRoute } from "@/app/api/admin/records/export/route";
import { DELETE as dropRoute, PUT as policyRoute } from "@/app/api/admin/records/policies/[departmentId]/route";
import { GET as policiesRoute } from "@/app/api/admin/records/policies/route";
import { GET as listRoute } from "@/app/api/admin/records/route";
import { GET as readsRoute } from "@/app/api/user/records/reads/route";
import { closeDatabase, db } from "@/db/client";
import { chatSessions } from "@/db/schema/conversation";
import { operationLogs } from "@/db/schema/operation-log";
import { recordPolicies } from "@/db/schema/records";
import type { PoliciesDto, ReadPage, RecordContentDto, RecordDetailDto, RecordPage } from "@/lib/features/records/dto";
import { answer, call } from "@/tests/factories/call";
import { makeConversation, makeDepartment, makeMember } from "@/tests/factories/conversations";
import { makePerson, type Person } from "@/tests/factories/people";

type Place = Awaited<ReturnType<typeof makeDepartment>>;
let open: Place;
let below: Place;
let shut: Place;
let reader: Person;
let other: Person;
let manager: Person;
let u1: Person;
let u2: Person;

beforeAll(async () => {
  open = await makeDepartment();
  below = await makeDepartment(open);
  shut = await makeDepartment();
  [reader, other, manager] = [
    await makePerson({ codes: ["SYSTEM", "SYSTEM:CHAT:RECORD"] }),
    await makePerson({ codes: ["SYSTEM", "SYSTEM:CHAT:RECORD", "SYSTEM:GATEWAY"] }),
    await makePerson({ roles: ["staff"], codes: ["SYSTEM", "SYSTEM:ORG:DEPT"] }),
  ];
  u1 = await makeMember(below);
  u2 = await makeMember(shut);
});
beforeEach(async () => {
  await db().delete(recordPolicies);
  await policy(open, { adminAccess: "content" });
});
afterAll(async () => {
  await db().delete(recordPolicies);
  await closeDatabase();
});

const policy = (place: Place, body: object, by = manager) =>
  answer(policyRoute, {
    token: by.token,
    params: { departmentId: place.id },
    method: "PUT",
    body: { retentionDays: null, mayDelete: true, adminAccess: "metadata", ...body },
  });
const list = async (query: Record<string, string>, by = reader) =>
  (await answer<RecordPage>(listRoute, { token: by.token, query })).data!;
const csv = async (query: Record<string, string>) => {
  const response = await call(exportRoute, { token: reader.token, query: { ...query, format: "csv" } });
  expect(response.status).toBe(200);
  return response.text();
};
const openContent = (id: string, by = reader) =>
  answer<RecordContentDto>(openRoute, { token: by.token, params: { id }, method: "POST" });
const reads = async (by: Person) => (await answer<ReadPage>(readsRoute, { token: by.token })).data!.items;

describe("a department that shows figures only", () => {
  it("has its words in no list, no detail and no file, and a search does not give them away", async () => {
    const secret = "机密蓝鲸";
    const { id, answerIds } = await makeConversation(
      u2,
      [{ question: `${secret} 的预算`, answer: `${secret} 是 100 万`, feedback: "dislike", feedbackText: secret }],
      { title: secret },
    );
    const [row] = (await list({ userId: u2.id })).items;
    expect(row).toMatchObject({
      sessionId: id,
      closed: "policy",
      question: null,
      title: null,
      feedbackText: null,
      feedback: "dislike",
      inputTokens: 10,
    });
    expect((await list({ userId: u2.id, keyword: secret })).items).toEqual([]);
    expect((await list({ userId: u2.id, keyword: "预算" })).totalAtMost).toBe(0);
    const detail = await answer<RecordDetailDto>(detailRoute, { token: reader.token, params: { id: answerIds[0]! } });
    expect(detail.data).toMatchObject({ closed: "policy", question: null });
    expect(JSON.stringify(detail.data)).not.toContain(secret);
    const refused = await openContent(answerIds[0]!);
    expect(refused).toMatchObject({ code: 403, data: { error: "recordClosed" } });
    expect(await csv({ userId: u2.id })).not.toContain(secret);
    expect(await reads(u2)).toEqual([]);
  });

  it("is the same without any policy, and for people without a department", async () => {
    await db().delete(recordPolicies);
    await makeConversation(u1, [{ question: "没有策略", answer: "不显示" }]);
    const [row] = (await list({ userId: u1.id })).items;
    expect(row).toMatchObject({ closed: "policy", question: null });
  });
});

describe("a department that opens its words", () => {
  it("opens those below it too, until one of them says otherwise", async () => {
    await makeConversation(u1, [{ question: '蓝鲸 "100%" 问题', answer: "回答" }]);
    expect((await list({ userId: u1.id, keyword: '蓝鲸 "100%' })).items).toHaveLength(1);
    expect((await list({ userId: u1.id, keyword: "蓝鲸_" })).items).toHaveLength(0);
    expect((await list({ departmentId: open.id })).items[0]).toMatchObject({ closed: null, user: { id: u1.id } });
    await policy(below, { adminAccess: "metadata" });
    expect((await list({ userId: u1.id, keyword: "蓝鲸" })).items).toEqual([]);
    const [row] = (await list({ userId: u1.id })).items;
    expect(row!.closed).toBe("policy");
    const dropped = await answer(dropRoute, {
      token: manager.token,
      params: { departmentId: below.id },
      method: "DELETE",
    });
    expect(dropped.code).toBe(200);
    expect((await list({ userId: u1.id, keyword: "蓝鲸" })).items).toHaveLength(1);
  });

  it("writes down who read, without the title, and its owner sees it; nobody else does", async () => {
    const { id, answerIds } = await makeConversation(
      u1,
      [
        { question: "第一问", answer: "第一答" },
        { question: "第二问", answer: "第二答" },
      ],
      { title: "年度总结" },
    );
    const before = (await reads(u1)).length;
    const content = await openContent(answerIds[0]!);
    expect(content.data!.items.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    const [event] = await db()
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.action, "record.open"), eq(operationLogs.targetId, id)));
    expect(event).toMatchObject({ actorId: reader.id, targetName: "", result: "success" });
    expect(JSON.stringify(event)).not.toContain("年度总结");
    await openContent(answerIds[1]!, other);
    const seen = await reads(u1);
    expect(seen).toHaveLength(before + 2);
    expect(seen[0]).toMatchObject({ title: "年度总结", reader: { account: other.account } });
    expect(seen[0]!.href).toContain(id);
    expect(seen[1]!.reader.account).toBe(reader.account);
    expect(await reads(u2)).toEqual([]);
  });

  it("tells the owner of an export with words as well, once for a conversation", async () => {
    const { id } = await makeConversation(u1, [
      { question: "导出一", answer: "=1+1" },
      { question: "导出二", answer: "答" },
    ]);
    const before = (await reads(u1)).length;
    const text = await csv({ userId: u1.id });
    expect(text).toContain("导出一");
    // A formula stays a text.
    expect(text).toContain("'=1+1");
    const after = await reads(u1);
    expect(after.slice(0, after.length - before).filter(({ href }) => href?.includes(id))).toHaveLength(1);
  });

  it("keeps what was deleted, or never to be stored, as figures", async () => {
    const gone = await makeConversation(u1, [{ question: "删掉的话", answer: "x" }], { deletedAt: new Date() });
    const brief = await makeConversation(u1, [{ question: "临时的话", answer: "x" }], { isTemporary: true });
    const rows = (await list({ userId: u1.id })).items;
    expect(rows.find(({ sessionId }) => sessionId === gone.id)).toMatchObject({ closed: "deleted", question: null });
    expect(rows.find(({ sessionId }) => sessionId === brief.id)).toMatchObject({ closed: "temporary", question: null });
    expect((await list({ userId: u1.id, keyword: "的话" })).items).toEqual([]);
    expect((await openContent(gone.answerIds[0]!)).code).toBe(403);
    expect((await openContent(brief.answerIds[0]!)).code).toBe(403);
  });
});

describe("policies", () => {
  it("are seen by readers of records and changed only with the right to departments", async () => {
    const refused = await policy(shut, { adminAccess: "content" }, reader);
    expect(refused.code).toBe(403);
    const seen = await answer<PoliciesDto>(policiesRoute, { token: reader.token });
    expect(seen.data!.canEdit).toBe(false);
    const row = (id: string) => seen.data!.items.find(({ departmentId }) => departmentId === id)!;
    expect(row(open.id)).toMatchObject({ isOwn: true, policy: { adminAccess: "content" } });
    expect(row(below.id)).toMatchObject({ isOwn: false, policy: { adminAccess: "content" } });
    expect(row(shut.id)).toMatchObject({ isOwn: false, fromName: null, policy: { adminAccess: "metadata" } });
    expect((await answer<PoliciesDto>(policiesRoute, { token: manager.token })).data!.canEdit).toBe(true);
    expect((await answer(policiesRoute, { token: u1.token })).code).toBe(403);
    const [event] = await db()
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.action, "record.policy.change"), eq(operationLogs.targetId, open.id)))
      .orderBy(sql`${operationLogs.id} desc`);
    expect(event).toMatchObject({ actorId: manager.id, after: { adminAccess: "content" } });
  });

  it("refuse days out of range and departments that are not there", async () => {
    for (const retentionDays of [0, 3651, 1.5]) {
      const { code, data } = await policy(shut, { retentionDays });
      expect(code).toBe(400);
      expect(data).toMatchObject({ fields: { retentionDays: expect.any(String) } });
    }
    expect((await policy({ id: u1.id, path: "" }, {})).code).toBe(404);
    expect((await policy({ id: "x", path: "" }, {})).code).toBe(404);
  });

  it("leave everybody's sessions where they are", async () => {
    const rows = await db().select().from(chatSessions).where(eq(chatSessions.userId, u2.id));
    expect(rows.length).toBeGreaterThan(0);
  });
});
