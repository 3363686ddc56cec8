import { GET as hitRoute } from "@/app/api/admin/review/hits/[id]/route";
import { GET as hitsRoute } from "@/app/api/admin/review/hits/route";
import { PATCH as changeRoute, DELETE as removeRoute } from "@/app/api/admin/review/rules/[id]/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/admin/review/rules/route";
import { POST as trialRoute } from "@/app/api/admin/review/trial/route";
import { GET as readsRoute } from "@/app/api/user/records/reads/route";
import { closeDatabase, db } from "@/db/client";
import { purgeSessions } from "@/db/queries/records/policies";
import { recordPolicies } from "@/db/schema/records";
import { reviewHits, reviewRules } from "@/db/schema/review";
import { backgroundIdle } from "@/lib/background";
import { REVIEW_HIT_DAYS, REVIEW_RULES_MAX } from "@/lib/config/review-kinds";
import type { ReadPage } from "@/lib/features/records/dto";
import { clearLoggedContent } from "@/lib/features/records/jobs";
import type { ReviewHitDetail, ReviewHitDto, ReviewRulesDto } from "@/lib/features/review/dto";
import { purgeReviewHits } from "@/lib/features/review/jobs";
import { reviewInput } from "@/lib/review/review";
import { answer, call } from "@/tests/factories/call";
import { makeConversation, makeDepartment, makeMember } from "@/tests/factories/conversations";
import { makePerson, type Person } from "@/tests/factories/people";
import { makeRule, removeRules } from "@/tests/factories/review";

let keeper: Person;
let other: Person;
let outsider: Person;
let asker: Person;
let unit: { id: string; path: string };

const CODES = ["SYSTEM:CONFIG:TOOLS"];
const RULE = {
  name: "Projects",
  description: "Names nobody outside may hear",
  keywords: ["Blue Whale", "蓝鲸"],
  presetReply: "Please ask your manager.",
  reviewsInput: true,
  reviewsOutput: true,
};

beforeAll(async () => {
  unit = await makeDepartment();
  [keeper, other, asker] = [
    await makePerson({ codes: CODES }),
    await makePerson({ codes: CODES }),
    await makeMember(unit),
  ];
  outsider = await makePerson();
});
afterEach(async () => {
  await backgroundIdle(5000);
  await removeRules();
  await db().delete(recordPolicies);
});
afterAll(closeDatabase);

const create = (person: Person, input: object = {}) =>
  answer<{ id: string }>(createRoute, { token: person.token, body: { ...RULE, ...input } });
const list = async (person: Person) => (await answer<ReviewRulesDto>(listRoute, { token: person.token })).data!.items;
const change = (person: Person, id: string, body: object) =>
  answer(changeRoute, { token: person.token, method: "PATCH", params: { id }, body });
const hitsOf = async (person: Person, query: object = {}) =>
  (await answer<{ items: ReviewHitDto[]; total: number }>(hitsRoute, { token: person.token, query: query as never }))
    .data!;
const hit = async (person: Person, id: string) =>
  (await answer<ReviewHitDetail>(hitRoute, { token: person.token, params: { id } })).data!;

describe("rules", () => {
  it("are kept by whoever keeps the tools, and by nobody else", async () => {
    const { data } = await create(keeper);
    const id = data!.id;
    expect(await list(other)).toMatchObject([{ ...RULE, id, enabled: true, hits: 0 }]);
    const refused = [
      await call(listRoute, { token: outsider.token }),
      await call(createRoute, { token: outsider.token, body: RULE }),
      await call(changeRoute, { token: outsider.token, method: "PATCH", params: { id }, body: { enabled: false } }),
      await call(removeRoute, { token: outsider.token, method: "DELETE", params: { id } }),
      await call(trialRoute, { token: outsider.token, body: { text: "x", keywords: ["x"] } }),
      await call(hitsRoute, { token: outsider.token }),
      await call(hitRoute, { token: outsider.token, params: { id } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    expect((await answer(removeRoute, { token: other.token, method: "DELETE", params: { id } })).code).toBe(200);
    expect(await list(keeper)).toEqual([]);
    expect((await change(keeper, id, { enabled: false })).code).toBe(404);
  });

  it.each([
    [{ keywords: [] }, "no keyword"],
    [{ keywords: Array.from({ length: 101 }, (_, at) => `word ${at}`) }, "more than 100 keywords"],
    [{ keywords: ["x".repeat(101)] }, "a keyword of more than 100 characters"],
    [{ reviewsInput: false, reviewsOutput: false }, "neither side"],
    [{ presetReply: " " }, "no reply"],
    [{ name: "" }, "no name"],
  ])("%j is refused: %s", async (input: object, _why: string) => {
    expect((await create(keeper, input)).code).toBe(400);
    expect(await list(keeper)).toEqual([]);
  });

  it("take as many keywords as the specification says, and one name each", async () => {
    const keywords = Array.from({ length: 100 }, (_, at) => `${at}`.padEnd(100, "x"));
    expect((await create(keeper, { keywords })).code).toBe(200);
    expect((await create(other, { name: RULE.name.toUpperCase() })).code).toBe(409);
    await db()
      .insert(reviewRules)
      .values(Array.from({ length: REVIEW_RULES_MAX - 1 }, (_, at) => ({ ...RULE, name: `rule ${at}` })));
    expect((await create(keeper, { name: "One too many" })).code).toBe(409);
  });

  it("changed by two at once tell the second, and never lose both sides", async () => {
    const id = (await create(keeper)).data!.id;
    const { revision } = (await list(keeper))[0]!;
    expect((await change(keeper, id, { revision, presetReply: "No." })).code).toBe(200);
    expect((await change(other, id, { revision, presetReply: "Never." })).code).toBe(409);
    expect((await change(other, id, { reviewsInput: false })).code).toBe(200);
    expect((await change(other, id, { reviewsOutput: false })).code).toBe(400);
    expect(await list(other)).toMatchObject([{ presetReply: "No.", reviewsInput: false, reviewsOutput: true }]);
  });

  it("are tried on a text before they hold", async () => {
    const tried = async (text: string) =>
      (
        await answer<{ keyword: string | null }>(trialRoute, {
          token: keeper.token,
          body: { text, keywords: RULE.keywords },
        })
      ).data!.keyword;
    expect(await tried("die blue\u200bWHALE")).toBe("Blue Whale");
    expect(await tried("藍鯨計劃")).toBe("蓝鲸");
    expect(await tried("a whale, blue")).toBeNull();
  });
});

describe("hits", () => {
  async function held(text: string, sessionId?: string) {
    expect(await reviewInput(asker.actor, text, { app: "chat", sessionId })).toMatchObject({ ruleName: RULE.name });
    await backgroundIdle(5000);
  }

  it("are listed without words; these are read where the policy opens them, and their speaker sees so", async () => {
    const id = (await create(keeper)).data!.id;
    const { id: sessionId } = await makeConversation(asker, [{ question: "What of the whale?", answer: "-" }]);
    await held("What of the Blue Whale?", sessionId);
    const listed = await hitsOf(keeper, { ruleId: id });
    expect(listed).toMatchObject({
      total: 1,
      items: [{ keyword: "Blue Whale", side: "input", isReadable: false, user: { id: asker.id }, key: null }],
    });
    expect(JSON.stringify(listed)).not.toContain("What of");
    expect((await hit(keeper, listed.items[0]!.id)).content).toBeNull();
    const reads = async () => (await answer<ReadPage>(readsRoute, { token: asker.token })).data!.items.length;
    expect(await reads()).toBe(0);
    await db()
      .insert(recordPolicies)
      .values({ departmentId: unit.id, retentionDays: null, mayDelete: true, adminAccess: "content" });
    expect((await hit(other, listed.items[0]!.id)).content).toBe("What of the Blue Whale?");
    expect(await reads()).toBe(1);
    expect((await list(keeper))[0]).toMatchObject({ hits: 1 });
  });

  it("lose their words when the department keeps words no longer, and with their conversation", async () => {
    await create(keeper);
    const { id: sessionId } = await makeConversation(asker, [{ question: "Whale?", answer: "-" }]);
    await held("A Blue Whale", sessionId);
    await held("Another Blue Whale");
    const words = async () =>
      (await db().select({ content: reviewHits.content }).from(reviewHits)).map(({ content }) => content).sort();
    await clearLoggedContent();
    expect(await words()).toEqual(["A Blue Whale", "Another Blue Whale"]);
    await db().transaction((tx) => purgeSessions(tx, [sessionId]));
    expect(await words()).toEqual(["Another Blue Whale", null]);
    await db()
      .insert(recordPolicies)
      .values({ departmentId: unit.id, retentionDays: 7, mayDelete: true, adminAccess: "content" });
    await clearLoggedContent();
    expect(await words()).toEqual(["Another Blue Whale", null]);
    await db()
      .update(reviewHits)
      .set({ createdAt: new Date(Date.now() - 8 * 86_400_000) });
    await clearLoggedContent();
    expect(await words()).toEqual([null, null]);
    expect((await hitsOf(keeper)).total).toBe(2);
  });

  it("are narrowed by side, rule and words, and outlive their rule for so many days", async () => {
    const first = (await create(keeper)).data!.id;
    const second = await makeRule(["orca"]);
    await held("蓝鲸");
    expect((await hitsOf(keeper, { side: "output" })).total).toBe(0);
    expect((await hitsOf(keeper, { ruleId: second })).total).toBe(0);
    expect((await hitsOf(keeper, { keyword: "蓝" })).total).toBe(1);
    expect((await hitsOf(keeper, { keyword: "绿" })).total).toBe(0);
    await answer(removeRoute, { token: keeper.token, method: "DELETE", params: { id: first } });
    expect((await hitsOf(other)).items).toMatchObject([{ ruleId: null, ruleName: RULE.name }]);
    const old = new Date(Date.now() - (REVIEW_HIT_DAYS + 1) * 86_400_000);
    await db().update(reviewHits).set({ createdAt: old });
    await purgeReviewHits.execute({}, { jobId: "test", signal: new AbortController().signal });
    expect((await hitsOf(other)).total).toBe(0);
  });
});
