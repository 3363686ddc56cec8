import type { Page } from "@playwright/test";
import { expect, inBothLanguages, type Person, type Texts, test } from "../../setup/e2e";

const start = {
  id: "start",
  type: "start",
  data: { variables: [{ name: "amount", label: "Amount", type: "number", required: true }] },
};
/** What is over a hundred is approved by the owner; the rest is answered at once. */
const flow = (ownerId: string) => ({
  nodes: [
    start,
    {
      id: "big",
      type: "condition",
      data: { branches: [{ id: "yes", name: "Big", tests: [{ left: "{{start.amount}}", op: "more", right: "100" }] }] },
    },
    {
      id: "ask",
      type: "human",
      data: { subject: "Expenses", text: "Pay {{start.amount}}?", assignee: "person", userId: ownerId },
    },
    { id: "paid", type: "answer", data: { text: "Paid **{{start.amount}}**: {{ask.comment}}" } },
    { id: "small", type: "answer", data: { text: "Small enough" } },
  ],
  edges: [
    { source: "start", target: "big" },
    { source: "big", sourceHandle: "yes", target: "ask" },
    { source: "big", sourceHandle: "else", target: "small" },
    { source: "ask", sourceHandle: "approved", target: "paid" },
  ],
});

/** Its code fails; there is nothing to wait for. */
const failing = {
  nodes: [
    { id: "start", type: "start", data: {} },
    { id: "sum", type: "code", data: { code: "throw new Error('no sum')" } },
    { id: "end", type: "answer", data: { text: "{{sum.result}}" } },
  ],
  edges: [
    { source: "start", target: "sum" },
    { source: "sum", target: "end" },
  ],
};

/** A workflow everybody may use, made by calls. */
async function makeFlow(page: Page, token: string, name: string, settings: object): Promise<string> {
  const headers = { authorization: token };
  const made = await page.request.post("/api/apps", { headers, data: { name, kind: "workflow", visibility: "all" } });
  const { id } = ((await made.json()) as { data: { id: string } }).data;
  expect((await page.request.put(`/api/apps/${id}/draft`, { headers, data: settings })).status()).toBe(200);
  expect((await page.request.post(`/api/apps/${id}/publish`, { headers, data: {} })).status()).toBe(200);
  return id;
}

const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function runWith(page: Page, t: Texts, amount: string) {
  await page.getByLabel("Amount", { exact: false }).fill(amount);
  await page
    .getByRole("form", { name: t("apps-runs.run.form") })
    .getByRole("button")
    .last()
    .click();
  await expect(page).toHaveURL(/\/result\?run=/);
}

inBothLanguages("runs of workflows", () => {
  test("a colleague runs a workflow from the square, its owner approves, and the editor shows the way it took", async ({
    page,
    browser,
    t,
    makePerson,
    signIn,
  }) => {
    const owner: Person = await makePerson();
    const token = await signIn(owner);
    const name = unique("Expenses");
    const id = await makeFlow(page, token, name, flow(owner.id));

    const colleague = await browser.newPage();
    await signIn(await makePerson(), colleague);
    await colleague.goto(`/apps/square?q=${encodeURIComponent(name)}`);
    await colleague.getByRole("link", { name, exact: true }).click();
    await expect(colleague).toHaveURL(/\/result$/);
    // Nothing is begun before the form is filled in.
    await button(colleague, t("apps-runs.run.start")).click();
    await expect(colleague.getByLabel("Amount", { exact: false })).toBeFocused();
    await runWith(colleague, t, "40");
    const result = colleague.getByRole("region", { name: t("apps-runs.run.answer"), exact: true });
    await expect(result).toContainText("Small enough");
    // With what was filled in, changed: this time somebody is asked.
    await runWith(colleague, t, "250");
    const run = colleague.getByRole("region", { name: t("apps-runs.run.region"), exact: true });
    await expect(run).toContainText(t("apps-runs.wait.for", { name: owner.name }));

    // The owner finds it above the square and in the bell.
    await page.goto("/apps/square");
    await page.getByRole("button", { name: new RegExp(t("apps-list.waits")) }).click();
    const waits = page.getByRole("dialog", { name: t("apps-runs.waits.title"), exact: true });
    await expect(waits).toContainText("Expenses");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: t("nav.notifications.openUnread", { count: 1 }) }).click();
    await page.getByRole("dialog").getByRole("link").filter({ hasText: "Expenses" }).click();
    const question = page.getByRole("region", { name: t("apps-runs.wait.title.approval"), exact: true });
    await expect(question).toContainText("Pay 250?");
    await question.getByLabel(t("apps-runs.wait.comment"), { exact: true }).fill("all receipts there");
    await question.getByRole("button", { name: t("apps-runs.wait.approve"), exact: true }).click();
    await expect(question).toHaveCount(0);

    await expect(result).toContainText("Paid 250: all receipts there", { timeout: 15_000 });
    await expect(colleague.getByRole("region", { name: t("apps-runs.history.title") }).getByRole("link")).toHaveCount(
      2,
    );
    await colleague.close();

    // In the editor: the run of the colleague without a word of it, and one's own with all of them.
    await page.goto(`/apps/app-params-edit/${id}?tab=debug`);
    const list = page.getByRole("list", { name: t("apps-runs.log.list"), exact: true });
    await expect(list.getByRole("button")).toHaveCount(2);
    await list.getByRole("button").first().click();
    const log = page.getByRole("region", { name: t("apps-runs.run.region"), exact: true });
    await expect(log).toContainText(t("apps-runs.run.waited"));
    await expect(log).not.toContainText("receipts");
    await expect(page.getByRole("region", { name: t("apps-runs.run.graph"), exact: true })).toBeVisible();
  });

  test("a run that failed is tried again, one that waits is cancelled, and a draft is tried before it is published", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const owner = await makePerson();
    const token = await signIn(owner);
    const broken = await makeFlow(page, token, unique("Broken"), failing);
    await page.goto(`/apps/app/${broken}`);
    await button(page, t("apps-runs.run.start")).click();
    const run = page.getByRole("region", { name: t("apps-runs.run.region"), exact: true });
    const retry = run.getByRole("button", { name: t("apps-runs.run.retry"), exact: true });
    await expect(run.getByRole("alert")).toContainText("no sum", { timeout: 15_000 });
    await retry.click();
    await expect(retry).toHaveCount(0);
    // It fails as before, and says so again.
    await expect(retry).toBeVisible({ timeout: 15_000 });

    const id = await makeFlow(page, token, unique("Approval"), flow(owner.id));
    await page.goto(`/apps/app-params-edit/${id}?tab=preview`);
    await page.getByLabel("Amount", { exact: false }).fill("300");
    await button(page, t("apps-runs.run.start")).click();
    await expect(run).toContainText("Pay 300?", { timeout: 15_000 });
    await run.getByRole("button", { name: t("apps-runs.run.cancel"), exact: true }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t("apps-runs.run.cancel"), exact: true })
      .click();
    await expect(run).toContainText(t("apps-runs.status.cancelled"));
    await expect(run.getByText("Pay 300?")).toHaveCount(0);
  });

  test("a schedule and a webhook are added to a workflow, switched off and removed", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const owner = await makePerson();
    const token = await signIn(owner);
    const id = await makeFlow(page, token, unique("Nightly"), flow(owner.id));
    await page.goto(`/apps/app-params-edit/${id}?tab=debug`);
    await button(page, t("apps-editor.triggers")).click();
    const sheet = page.getByRole("dialog", { name: new RegExp(t("apps-runs.triggers.title")) });
    await sheet.getByRole("button", { name: t("apps-runs.triggers.addSchedule"), exact: true }).click();
    await sheet.getByLabel(t("apps-runs.triggers.name"), { exact: true }).fill("Every morning");
    await sheet.getByLabel(t("apps-runs.triggers.time"), { exact: true }).fill("07:45");
    await sheet.getByLabel("Amount", { exact: false }).fill("5");
    await sheet.getByRole("button", { name: t("apps-runs.triggers.create"), exact: true }).click();
    const rows = sheet.getByRole("list", { name: t("apps-runs.triggers.title"), exact: true }).getByRole("listitem");
    await expect(rows).toContainText(["Every morning"]);
    await expect(rows.first()).toContainText("07:45");

    await sheet.getByRole("button", { name: t("apps-runs.triggers.addWebhook"), exact: true }).click();
    await sheet.getByRole("button", { name: t("apps-runs.triggers.create"), exact: true }).click();
    await expect(sheet.getByRole("region", { name: t("apps-runs.triggers.secretTitle"), exact: true })).toBeVisible();
    await sheet.getByRole("button", { name: t("apps-runs.triggers.close"), exact: true }).click();
    await expect(rows).toHaveCount(2);

    await rows.filter({ hasText: "Every morning" }).getByRole("switch").click();
    await expect(rows.filter({ hasText: "Every morning" })).toContainText(t("apps-runs.triggers.off"));
    await rows
      .filter({ hasText: "Every morning" })
      .getByRole("button", { name: t("apps-runs.triggers.more", { name: "Every morning" }) })
      .click();
    await page.getByRole("menuitem", { name: t("apps-runs.triggers.delete"), exact: true }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t("apps-runs.triggers.delete"), exact: true })
      .click();
    await expect(rows).toHaveCount(1);
  });
});
