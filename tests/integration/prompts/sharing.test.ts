import { eq } from "drizzle-orm";
import { POST as RELEASE } from "@/app/api/admin/prompts/[id]/release/route";
import { POST as REVIEW } from "@/app/api/admin/prompts/[id]/review/route";
import { DELETE as ADMIN_DELETE, PATCH as ADMIN_PATCH, GET as ADMIN_READ } from "@/app/api/admin/prompts/[id]/route";
import { POST as STATE } from "@/app/api/admin/prompts/[id]/state/route";
import { GET as ADMIN_VERSIONS } from "@/app/api/admin/prompts/[id]/versions/route";
import { GET as ADMIN_LIST } from "@/app/api/admin/prompts/route";
import { GET as NOTIFICATIONS } from "@/app/api/notifications/route";
import { PUT as KEEP } from "@/app/api/prompts/[id]/favourite/route";
import { POST as FORK } from "@/app/api/prompts/[id]/fork/route";
import { DELETE, PATCH, GET as READ } from "@/app/api/prompts/[id]/route";
import { POST as SHARE } from "@/app/api/prompts/[id]/share/route";
import { GET as VERSIONS } from "@/app/api/prompts/[id]/versions/route";
import { POST as WITHDRAW } from "@/app/api/prompts/[id]/withdraw/route";
import { GET as LIST } from "@/app/api/prompts/route";
import { db } from "@/db/client";
import { users } from "@/db/schema/organisation";
import type { NotificationPage } from "@/lib/features/notifications/dto";
import type { PromptDetail, PromptDto } from "@/lib/features/prompts/dto";
import { roleText } from "@/lib/features/prompts/service/use";
import { answer, type CallOptions } from "@/tests/factories/call";
import { makePerson, type Person, signIn } from "@/tests/factories/people";
import { makeDepartment, makeMember, makePrompt } from "@/tests/factories/prompts";

let reviewer: Person;
/** Sales and a team below it; purchasing beside it. */
let sales: string;
let seller: Person;
let junior: Person;
let buyer: Person;
beforeAll(async () => {
  reviewer = await makePerson({ codes: ["SYSTEM:CHAT:PROMPT"] });
  // The head office comes with the first person.
  sales = await makeDepartment();
  seller = await makeMember(sales);
  junior = await makeMember(await makeDepartment(sales));
  buyer = await makeMember(await makeDepartment());
});

const as = (person: Person, id?: string, more: CallOptions = {}) => ({
  token: person.token,
  ...(id && { params: { id } }),
  ...more,
});
const share = (person: Person, id: string, visibility: string) =>
  answer<PromptDetail>(SHARE, as(person, id, { body: { visibility } }));
const review = (id: string, version: number, approve = true, note = approve ? "" : "不合适") =>
  answer<PromptDetail>(REVIEW, as(reviewer, id, { body: { approve, note, version } }));
const write = (person: Person, prompt: PromptDetail, content: string) => {
  const { name, description, roleName, variables, categoryId, newestVersion: version } = prompt;
  const body = { name, description, roleName, variables, categoryId, version, content };
  return answer<PromptDetail>(PATCH, as(person, prompt.id, { method: "PATCH", body }));
};
const seen = async (person: Person, id: string) => (await answer<PromptDetail>(READ, as(person, id))).data?.content;
const inSquare = async (person: Person, name: string) =>
  (await answer<{ items: PromptDto[] }>(LIST, as(person, undefined, { query: { keyword: name } }))).data!.items.length;

describe("sharing with a department", () => {
  it("reaches it and those below it once it was approved, and nobody else", async () => {
    const prompt = await makePrompt(seller, { content: "第一版" });
    expect((await share(seller, prompt.id, "department")).data).toMatchObject({
      status: "pending",
      releasedVersion: null,
    });
    expect((await answer(READ, as(junior, prompt.id))).code).toBe(404);
    expect((await review(prompt.id, 1)).data).toMatchObject({ status: "approved", releasedVersion: 1 });
    expect(await seen(junior, prompt.id)).toBe("第一版");
    expect(await inSquare(junior, prompt.name)).toBe(1);
    expect((await answer(READ, as(buyer, prompt.id))).code).toBe(404);
    expect(await inSquare(buyer, prompt.name)).toBe(0);
    expect((await answer(FORK, as(buyer, prompt.id, { body: {} }))).code).toBe(404);
    expect((await answer(KEEP, as(buyer, prompt.id, { method: "PUT", body: {} }))).code).toBe(404);
    // A colleague reads it, and that is all.
    expect((await answer(DELETE, as(junior, prompt.id, { method: "DELETE" }))).code).toBe(404);
    expect((await answer(VERSIONS, as(junior, prompt.id))).code).toBe(404);
  });

  it("does not reach above it", async () => {
    const prompt = await makePrompt(junior, { content: "小组" });
    await share(junior, prompt.id, "department");
    await review(prompt.id, 1);
    expect((await answer(READ, as(seller, prompt.id))).code).toBe(404);
  });

  it("needs a department", async () => {
    const loner = await makePerson();
    await db().update(users).set({ departmentId: null }).where(eq(users.id, loner.id));
    const person = { ...loner, ...(await signIn(loner.id)) };
    const { id } = await makePrompt(person);
    expect((await share(person, id, "department")).code).toBe(422);
  });
});

describe("a released prompt", () => {
  it("stays pinned while its owner writes on, and moves with the next approval", async () => {
    const first = await makePrompt(seller, { content: "公开版" });
    await share(seller, first.id, "all");
    await review(first.id, 1);
    const draft = (await write(seller, first, "秘密草稿")).data!;
    expect(draft).toMatchObject({ status: "approved", newestVersion: 2, releasedVersion: 1 });
    const read = (await answer<PromptDetail>(READ, as(buyer, first.id))).data!;
    expect(read).toMatchObject({ content: "公开版", version: 1, newestVersion: 1, reviewNote: "" });
    const copy = (await answer<PromptDetail>(FORK, as(buyer, first.id, { body: {} }))).data!;
    expect(copy).toMatchObject({ content: "公开版", forkOf: { id: first.id } });
    // Nor does the console read it before it is handed in.
    expect((await answer<PromptDetail>(ADMIN_READ, as(reviewer, first.id))).data!.content).toBe("公开版");
    expect((await answer(ADMIN_VERSIONS, as(reviewer, first.id))).code).toBe(404);

    await share(seller, first.id, "all");
    expect(await seen(buyer, first.id)).toBe("公开版");
    expect((await answer<PromptDetail>(ADMIN_READ, as(reviewer, first.id))).data!.content).toBe("秘密草稿");
    await review(first.id, 2);
    expect(await seen(buyer, first.id)).toBe("秘密草稿");
  });

  it("shared with another circle is seen by nobody before it is approved anew", async () => {
    const prompt = await makePrompt(seller, { content: "部门内" });
    await share(seller, prompt.id, "department");
    await review(prompt.id, 1);
    await share(seller, prompt.id, "all");
    expect((await answer(READ, as(buyer, prompt.id))).code).toBe(404);
    expect((await answer(READ, as(junior, prompt.id))).code).toBe(404);
    await review(prompt.id, 1);
    expect(await seen(buyer, prompt.id)).toBe("部门内");
  });

  it("withdrawn, deleted or switched off is gone for others, also as a role and a favourite", async () => {
    const role = await makePrompt(seller, { type: "role", content: "你是采购顾问" });
    await share(seller, role.id, "all");
    await review(role.id, 1);
    await answer(KEEP, as(buyer, role.id, { method: "PUT", body: {} }));
    expect(await roleText(buyer.actor, role.id, "zh_CN")).toEqual({ name: role.name, content: "你是采购顾问" });

    await answer(STATE, as(reviewer, role.id, { body: { enabled: false } }));
    await expect(roleText(buyer.actor, role.id, "zh_CN")).rejects.toThrow("notFound");
    expect(await seen(seller, role.id)).toBe("你是采购顾问");
    await answer(STATE, as(reviewer, role.id, { body: { enabled: true } }));
    expect(await seen(buyer, role.id)).toBe("你是采购顾问");

    await answer(WITHDRAW, as(seller, role.id, { body: {} }));
    await expect(roleText(buyer.actor, role.id, "zh_CN")).rejects.toThrow("notFound");
    const kept = await answer<{ total: number }>(LIST, as(buyer, undefined, { query: { tab: "favourites" } }));
    expect(kept.data!.total).toBe(0);
    expect((await answer(ADMIN_READ, as(reviewer, role.id))).code).toBe(404);
  });
});

describe("a review", () => {
  it("approves the text that was read and no later one", async () => {
    const prompt = await makePrompt(seller, { content: "无害" });
    await share(seller, prompt.id, "all");
    await write(seller, prompt, "有害");
    expect((await review(prompt.id, 1)).code).toBe(409);
    expect((await answer(READ, as(buyer, prompt.id))).code).toBe(404);
  });

  it("is made once, by somebody who may, with a reason when it refuses", async () => {
    const prompt = await makePrompt(seller, { content: "x" });
    expect((await review(prompt.id, 1)).code).toBe(404);
    await share(seller, prompt.id, "all");
    const body = { approve: true, note: "", version: 1 };
    expect((await answer(REVIEW, as(seller, prompt.id, { body }))).code).toBe(403);
    expect((await review(prompt.id, 1, false, " ")).code).toBe(400);
    expect((await review(prompt.id, 1, false, "请去掉客户姓名")).code).toBe(200);
    expect((await review(prompt.id, 1)).code).toBe(409);
    const own = (await answer<PromptDetail>(READ, as(seller, prompt.id))).data!;
    expect(own).toMatchObject({ status: "rejected", reviewNote: "请去掉客户姓名" });
    const told = await answer<NotificationPage>(NOTIFICATIONS, as(seller));
    expect(told.data!.items[0]).toMatchObject({
      kind: "promptRejected",
      body: `“${prompt.name}”：请去掉客户姓名`,
      href: `/personal/chat?view=prompts&tab=mine&prompt=${prompt.id}`,
    });
    const others = await answer<NotificationPage>(NOTIFICATIONS, as(buyer));
    expect(others.data!.items.filter(({ href }) => href?.includes(prompt.id))).toEqual([]);
    // Written anew it is a draft again, which the console does not see.
    expect((await write(seller, own, "y")).data!.status).toBe("draft");
    expect((await answer(ADMIN_READ, as(reviewer, prompt.id))).code).toBe(404);
  });

  it("is the console's only door to people's prompts", async () => {
    const prompt = await makePrompt(seller, { content: "x" });
    const draft = await answer<{ items: PromptDto[] }>(
      ADMIN_LIST,
      as(reviewer, undefined, { query: { keyword: prompt.name } }),
    );
    expect(draft.data!.items).toEqual([]);
    await share(seller, prompt.id, "all");
    const listed = await answer<{ items: PromptDto[]; pending: number }>(
      ADMIN_LIST,
      as(reviewer, undefined, { query: { keyword: prompt.name, status: "pending", origin: "people" } }),
    );
    expect(listed.data!.items).toMatchObject([{ id: prompt.id, creator: seller.account, visibility: "all" }]);
    expect(listed.data!.pending).toBeGreaterThan(0);
    const { name, description, content, roleName, variables, categoryId } = prompt;
    const body = { name, description, content, roleName, variables, categoryId, version: 1 };
    expect((await answer(ADMIN_PATCH, as(reviewer, prompt.id, { method: "PATCH", body }))).code).toBe(404);
    expect((await answer(ADMIN_DELETE, as(reviewer, prompt.id, { method: "DELETE" }))).code).toBe(404);
    expect((await answer(RELEASE, as(reviewer, prompt.id, { body: { version: 1 } }))).code).toBe(404);
  });
});
