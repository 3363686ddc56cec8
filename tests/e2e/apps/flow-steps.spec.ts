import { expect, inBothLanguages, test } from "../../setup/e2e";

const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`;

/** Somebody is asked after a text, and a text comes of it. */
const flow = (userId: string) => ({
  nodes: [
    { id: "start", type: "start", data: { variables: [{ name: "word", label: "Word", type: "text" }] } },
    { id: "first", type: "template", data: { template: "first {{start.word}}" } },
    {
      id: "ask",
      type: "human",
      data: { subject: "Sign", text: "{{first.text}}", assignee: "person", userId },
    },
    { id: "last", type: "template", data: { template: "last {{ask.comment}}" } },
    { id: "end", type: "answer", data: { text: "{{last.text}}" } },
  ],
  edges: [
    { source: "start", target: "first" },
    { source: "first", target: "ask" },
    { source: "ask", sourceHandle: "approved", target: "last" },
    { source: "last", target: "end" },
  ],
});

inBothLanguages("steps of a run", () => {
  test("whoever is waited for is reminded and hands over; one step runs again, alone or with what follows", async ({
    page,
    browser,
    t,
    makePerson,
    signIn,
  }) => {
    const [owner, asked, other] = [await makePerson(), await makePerson(), await makePerson()];
    const token = await signIn(owner);
    const headers = { authorization: token };
    const made = await page.request.post("/api/apps", {
      headers,
      data: { name: unique("Signing"), kind: "workflow", visibility: "all" },
    });
    const { id } = ((await made.json()) as { data: { id: string } }).data;
    const kept = await page.request.put(`/api/apps/${id}/draft`, { headers, data: flow(asked.id) });
    expect(kept.status()).toBe(200);
    expect((await page.request.post(`/api/apps/${id}/publish`, { headers, data: {} })).status()).toBe(200);

    await page.goto(`/apps/app/${id}`);
    await page.getByLabel("Word", { exact: false }).fill("x");
    await page
      .getByRole("form", { name: t("apps-runs.run.form") })
      .getByRole("button")
      .last()
      .click();
    const run = page.getByRole("region", { name: t("apps-runs.run.region"), exact: true });
    await expect(run).toContainText(t("apps-runs.wait.for", { name: asked.name }), { timeout: 20_000 });
    const remind = run.getByRole("button", { name: t("apps-runs.wait.remind"), exact: true });
    await remind.click();
    await expect(page.getByText(t("apps-runs.wait.reminded", { name: asked.name }))).toBeVisible();
    await expect(remind).toBeDisabled();
    // Nobody is urged twice within an hour, by another page neither.
    await page.reload();
    await remind.click();
    await expect(page.getByText(t("errors.waitReminded")).first()).toBeVisible();
    await run.getByRole("button", { name: t("apps-runs.wait.handOver"), exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox").fill(other.name);
    await page.getByRole("option", { name: other.name }).first().click();
    await dialog.getByRole("button", { name: t("apps-runs.wait.handOver"), exact: true }).click();
    await expect(run).toContainText(t("apps-runs.wait.for", { name: other.name }));

    const second = await browser.newPage();
    await signIn(other, second);
    await second.goto(page.url());
    const question = second.getByRole("region", { name: t("apps-runs.wait.title.approval"), exact: true });
    await expect(question).toContainText("first x");
    await question.getByLabel(t("apps-runs.wait.comment"), { exact: true }).fill("fine");
    await question.getByRole("button", { name: t("apps-runs.wait.approve"), exact: true }).click();
    await expect(question).toHaveCount(0);
    await second.close();
    await expect(run.getByRole("region", { name: t("apps-runs.run.answer"), exact: true })).toContainText("last fine");

    // On from a step of it, with what came before; and one step by itself.
    await page.goto(`/apps/app-params-edit/${id}?tab=debug`);
    const list = page.getByRole("list", { name: t("apps-runs.log.list"), exact: true });
    await list.getByRole("button").first().click();
    const step = (name: string) => run.getByRole("button", { name: new RegExp(`^${name}`) });
    await step(t("apps-flow.nodes.template")).last().click();
    await run.getByRole("button", { name: t("apps-runs.step.runFrom"), exact: true }).click();
    await expect(list.getByRole("button")).toHaveCount(2);
    await expect(run).toContainText(t("apps-runs.status.done"), { timeout: 15_000 });
    await expect(run).toContainText("last fine");
    await step(t("apps-flow.nodes.template")).last().click();
    await run.getByRole("button", { name: t("apps-runs.step.runOnly"), exact: true }).click();
    await expect(list.getByRole("button")).toHaveCount(3);
    await expect(run).toContainText(t("apps-runs.status.done"), { timeout: 15_000 });
  });
});
