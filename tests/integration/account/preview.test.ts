import { GET as aboutRoute } from "@/app/api/admin/preview/about/route";
import { GET as overviewRoute } from "@/app/api/admin/preview/overview/route";
import { closeDatabase, db } from "@/db/client";
import { listFailedJobs } from "@/db/queries/preview/overview";
import { models } from "@/db/schema/models";
import { CHECK_LIST } from "@/lib/features/preview/checks";
import type { AboutDto, FindingDto } from "@/lib/features/preview/dto";
import { CHECKS } from "@/lib/features/preview/kinds";
import { loadMessages } from "@/lib/i18n/messages";
import { makeApiKey } from "@/tests/factories/api-keys";
import { answer } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";

let administrator: Person;
beforeAll(async () => {
  administrator = await makePerson({ roles: ["administrator"] });
});
afterAll(closeDatabase);

const overview = async (person: Person) =>
  (await answer<{ findings: FindingDto[] }>(overviewRoute, { token: person.token })).data!.findings;
const finding = async (name: string, person = administrator) =>
  (await overview(person)).find((found) => found.name === name);

it("an administrator sees every check, each with words in both languages", async () => {
  const findings = await overview(administrator);
  expect(findings.map(({ name }) => name)).toEqual([...CHECKS]);
  for (const locale of ["zh_CN", "en_US"] as const) {
    const { check } = (await loadMessages(locale)).preview as { check: Record<string, Record<string, string>> };
    for (const { name, state, variant } of findings) expect(check[name]?.[variant ?? state]).toBeTruthy();
  }
});

it("others see what their codes allow, with links they may open only", async () => {
  const dashboard = await makePerson({ codes: ["SYSTEM:REPORT:DASHBOARD"] });
  expect(await overview(dashboard)).toEqual([]);
  const gateway = await makePerson({ codes: ["SYSTEM:GATEWAY"] });
  const seen = await overview(gateway);
  expect(seen.map(({ name }) => name)).toEqual(["models", "health"]);
  // The model page wants another code.
  expect(seen.map(({ href }) => href)).toEqual([null, "/system/gateway/model-supplier"]);
  const staff = await makePerson();
  expect((await answer(overviewRoute, { token: staff.token })).code).toBe(403);
});

it("a failing model turns the health check red", async () => {
  const name = `abnormal-${crypto.randomUUID()}`;
  await db().insert(models).values({ name, type: "chat", status: "abnormal" });
  const found = await finding("health");
  expect(found?.state).toBe("error");
  expect(Number(found?.args.models)).toBeGreaterThan(0);
});

it("keys that end soon are told of: all to administrators, their own to others", async () => {
  const owner = await makePerson({ codes: ["SYSTEM:OPEN:API"] });
  const stranger = await makePerson({ codes: ["SYSTEM:OPEN:API"] });
  await makeApiKey(owner, { expiresAt: new Date(Date.now() + 3 * 86_400_000) });
  await makeApiKey(owner, { expiresAt: new Date(Date.now() + 90 * 86_400_000) });
  expect(await finding("keys", owner)).toMatchObject({ state: "warning", args: { count: 1 } });
  expect(await finding("keys", stranger)).toMatchObject({ state: "done" });
  expect((await finding("keys"))?.state).toBe("warning");
});

it("each check is quick, and one that fails takes no other with it", async () => {
  await overview(administrator);
  for (const name of CHECKS) {
    const started = performance.now();
    await CHECK_LIST[name].run(administrator.actor);
    expect([name, performance.now() - started < 500]).toEqual([name, true]);
  }
  const broken = jest.spyOn(CHECK_LIST.disk, "run").mockRejectedValue(new Error("no such folder"));
  const names = (await overview(administrator)).map(({ name }) => name);
  broken.mockRestore();
  expect(names).toEqual(CHECKS.filter((name) => name !== "disk"));
});

it("failed jobs are none where there is no queue yet", async () => {
  expect(await listFailedJobs(db())).toEqual([]);
});

it("about tells every signed-in person which product this is, and no secret", async () => {
  const staff = await makePerson();
  const { data } = await answer<AboutDto>(aboutRoute, { token: staff.token });
  expect(data).toMatchObject({ product: "子午", licence: "community", requestId: "test-request" });
  expect(Object.keys(data!).sort()).toEqual(
    ["database", "instance", "licence", "licensee", "product", "requestId", "version"].sort(),
  );
  expect((await answer(aboutRoute, {})).code).toBe(401);
});
