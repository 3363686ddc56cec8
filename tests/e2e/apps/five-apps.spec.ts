import { createHmac } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { startOwnApi } from "../../fakes/own-api.mjs";
import { AppsPage } from "../../pages/apps-page";
import { ChatPage } from "../../pages/chat-page";
import { FlowPage } from "../../pages/flow-page";
import { KnowledgeChatPage } from "../../pages/knowledge-chat-page";
import { OwnToolsPage } from "../../pages/own-tools-page";
import { expect, inBothLanguages, type Person, type Texts, test } from "../../setup/e2e";

// Two of them call the same service, which listens at one port.
test.describe.configure({ mode: "serial" });

let api: Awaited<ReturnType<typeof startOwnApi>>;
test.beforeAll(async () => {
  api = await startOwnApi({ port: Number(process.env.E2E_PORT ?? 3900) + 4 });
});
test.afterAll(() => api.close());

/** The last call of the service. */
const lastSeen = () => (api.state.seen as { path: string; headers: Record<string, string> }[]).at(-1)!;

const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`;
type SignIn = (person: Person, page?: Page) => Promise<string>;

/** A second person's window. */
async function colleagueOf(browser: Browser, t: Texts, person: Person, signIn: SignIn) {
  const page = await browser.newPage();
  await signIn(person, page);
  return { page, apps: new AppsPage(page, t), chat: new ChatPage(page, t) };
}

/** Its use is counted; it is changed, published anew, and taken back. */
async function analyseAndRollBack(apps: AppsPage, change: () => Promise<void>, isBack: () => Promise<void>) {
  const { page, t } = apps;
  await apps.tab("analysis");
  await expect(page.getByRole("term").filter({ hasText: t("apps-editor.analysis.figure.people") })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: /^1$/ }).first()).toBeVisible();
  await apps.tab("arranging");
  await change();
  await apps.publish();
  await apps.rollBackTo(1);
  await apps.tab("arranging");
  await isBack();
}

const told = (apps: AppsPage, kind: "agent" | "assistant" | "generation", first: string) =>
  analyseAndRollBack(
    apps,
    () => apps.instructions(kind).fill("Otherwise."),
    () => expect(apps.instructions(kind)).toContainText(first),
  );

/** The form of a workflow is filled in and sent. */
async function runWith(page: Page, t: Texts, value: string) {
  await page.getByLabel(t("apps-editor.variables.newLabel", { number: 1 }), { exact: false }).fill(value);
  await page
    .getByRole("form", { name: t("apps-runs.run.form") })
    .getByRole("button")
    .last()
    .click();
  await expect(page).toHaveURL(/\?run=/);
}

inBothLanguages("five apps built from nothing", () => {
  test("an agent over a base, with an imported tool", async ({ page, browser, t, makePerson, signIn }) => {
    const token = await signIn(await makePerson());
    const base = unique("Orders");
    await new KnowledgeChatPage(page, t, token).makeBase(base, "orders.md", "Orders are sent within two days.", {
      visibility: "all",
    });
    Object.assign(api.state, { operations: 2 });
    const tools = new OwnToolsPage(page, t);
    await tools.open("/apps/custom-import", t("tools-own.import.title"));
    await page.getByLabel(t("tools-own.import.address")).fill(`${api.url}/openapi.json`);
    await tools.button(t("tools-own.import.read")).click();
    // Of a short description all operations are chosen.
    await tools.button(t("tools-own.import.create", { count: 4 })).click();
    await expect(page).toHaveURL(/custom-import\?id=/);

    const apps = new AppsPage(page, t);
    const name = unique("Agent");
    await apps.make("agent", name);
    await apps.instructions("agent").fill("Answer briefly.");
    await apps.chooseModel("fake-agent");
    await apps.pick(t("apps-editor.bases.add"), base);
    const tool = page.getByRole("switch", { name: /^Order 0/ });
    await tool.click();
    await apps.publish();
    await apps.showToAll();
    const listed = await page.request.get(`/api/apps/parts`, { headers: { authorization: token } });
    const { data } = (await listed.json()) as {
      data: { tools: { name: string; title: string; parameters: { name: string }[] }[] };
    };
    const { name: called, parameters } = data.tools.find(({ title }) => title.startsWith("Order 0"))!;
    const args = Object.fromEntries(parameters.map((one) => [one.name, "1"]));

    const other = await colleagueOf(browser, t, await makePerson(), signIn);
    await other.apps.openFromSquare(name);
    await other.chat.ask(`When are orders sent?\nuse ${called} ${JSON.stringify(args)}`);
    await expect(other.page.getByRole("log").getByText(/Result: /)).toBeVisible();
    await expect(other.page.getByRole("log")).toContainText("Order 0");
    expect(lastSeen().path).toContain("/orders/0");
    await other.page.close();
    await apps.tab("arranging");
    await told(apps, "agent", "Answer briefly.");
  });

  test("a chat assistant with a review rule", async ({ page, browser, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const apps = new AppsPage(page, t);
    const name = unique("Assistant");
    await apps.make("assistant", name);
    await apps.instructions("assistant").fill("Help.");
    await apps.chooseModel("fake-echo");
    await apps.section("reviewRules");
    await apps.button(t("apps-editor.rules.add")).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel(t("review.field.name"), { exact: false }).fill("Rivals");
    await drawer.getByLabel(t("review.field.keywords"), { exact: false }).fill("Acme Rival");
    await drawer.getByLabel(t("review.field.reply"), { exact: false }).fill("Let us talk about us");
    await drawer.getByRole("button", { name: t("common.action.save"), exact: true }).click();
    await expect(page.getByRole("switch", { name: t("apps-editor.rules.use", { name: "Rivals" }) })).toBeChecked();
    // The draft is tried beside it, and nothing that was typed is lost by a reload.
    const trial = page.getByRole("region", { name: t("apps-editor.trial.title"), exact: true });
    await trial.getByRole("textbox", { name: t("chat.composer.label") }).fill("hello draft");
    await trial.getByRole("textbox", { name: t("chat.composer.label") }).press("Enter");
    await expect(trial).toContainText("Echo: hello draft");
    await page.reload();
    await expect(apps.instructions("assistant")).toHaveText("Help.");
    await apps.publish();
    await apps.showToAll();

    const other = await colleagueOf(browser, t, await makePerson(), signIn);
    await other.apps.openFromSquare(name);
    await other.chat.ask("what of acmerival?");
    await expect(other.page.getByRole("log").getByText("Let us talk about us")).toBeVisible();
    await other.chat.ask("and of us?");
    await expect(other.page.getByRole("log").getByText("Echo: and of us?")).toBeVisible();
    // It stands among the apps used last, and its conversations are kept.
    await other.page.reload();
    await expect(other.page.getByRole("log").getByText("Echo: and of us?")).toBeVisible();
    await expect(other.page.getByRole("region", { name: t("apps-list.recent"), exact: true })).toContainText(name);
    await other.page.close();
    await told(apps, "assistant", "Help.");
  });

  test("a content generator with a form, and what it wrote as a Word file", async ({
    page,
    browser,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    const apps = new AppsPage(page, t);
    const name = unique("Writer");
    await apps.make("generation", name);
    await apps.instructions("generation").fill("Write about {{field1}}");
    await apps.button(t("apps-editor.variables.add")).click();
    await apps.chooseModel("fake-echo");
    await apps.publish();
    await apps.showToAll();

    const { page: second, apps: its } = await colleagueOf(browser, t, await makePerson(), signIn);
    await its.openFromSquare(name);
    await second.getByLabel(t("apps-editor.variables.newLabel", { number: 1 }), { exact: false }).fill("rain");
    await its.button(t("apps-chat.result.run")).click();
    await expect(second).toHaveURL(/\?run=/);
    await expect(second.getByRole("log")).toContainText("Echo:");
    await its.button(t("common.export.label")).click();
    const [file] = await Promise.all([
      second.waitForEvent("download"),
      second.getByRole("menuitem", { name: t("common.export.docx") }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.docx$/);
    await second.close();
    await told(apps, "generation", "Write about");
  });

  test("a workflow that sorts, searches, goes through a list, asks and calls", async ({
    page,
    browser,
    t,
    makePerson,
    signIn,
  }) => {
    const owner = await makePerson();
    const token = await signIn(owner);
    const base = unique("Rules");
    await new KnowledgeChatPage(page, t, token).makeBase(base, "trips.md", "A trip is approved by the owner.", {
      visibility: "all",
    });
    const apps = new AppsPage(page, t);
    const flow = new FlowPage(page, t);
    const f = (key: string, values?: Record<string, string | number>) => t(`apps-flow.form.${key}`, values);
    const name = unique("Trips");
    await apps.make("workflow", name);
    await flow.node("start").click();
    await flow.button(t("apps-editor.variables.add")).click();
    await flow.node("start").focus();
    for (const kind of ["knowledge", "iteration", "http"]) await flow.add(kind, `${kind}1`);
    // Into the way between two of them.
    await flow.node("iteration1").click();
    await flow.add("human", "human1");
    await flow.node("start").click();
    await flow.add("classifier", "classifier1");
    await expect(flow.edges()).toHaveCount(6);

    const word = t("apps-editor.variables.newLabel", { number: 1 });
    await flow.open("classifier1");
    await apps.chooseModel("fake-echo");
    await flow.insert(f("classifyInput"), word);
    for (const [number, called] of [
      [1, "Echo: trip"],
      [2, "other"],
    ] as const) {
      await flow.field(f("className", { number })).fill(called);
    }
    await flow.open("knowledge1");
    await flow.settings.getByLabel(t("apps-editor.bases.add"), { exact: true }).fill(base);
    await page.getByRole("option", { name: base }).click();
    await flow.insert(f("query"), word);
    await flow.open("iteration1");
    await flow.field(f("list")).fill("{{knowledge1.passages}}");
    await flow.button(f("openBody", { count: 0 })).click();
    await flow.canvas.click({ position: { x: 300, y: 300 } });
    await flow.add("template", "template1");
    await flow.field(f("templateText")).fill("- {{iteration1.item.text}}");
    await page
      .getByRole("navigation", { name: t("apps-flow.crumbs.label"), exact: true })
      .getByRole("button", { name: t("apps-flow.crumbs.root"), exact: true })
      .click();
    await flow.open("iteration1");
    await flow.field(f("itemOutput")).fill("{{template1.text}}");
    await flow.open("human1");
    await flow.field(f("subject")).fill("Trip");
    await flow.field(f("humanText")).fill("{{iteration1.results}}");
    await flow.settings.getByLabel(f("assignee"), { exact: true }).click();
    await page.getByRole("option", { name: f("assignees.owner"), exact: true }).click();

    await flow.open("http1");
    await flow.settings.getByLabel(f("method"), { exact: true }).click();
    await page.getByRole("option", { name: "POST", exact: true }).click();
    await flow.field(f("url")).fill(`${api.url}/trips`);
    await flow.button(t("apps-flow.secrets.add")).click();
    const dialog = page.getByRole("dialog", { name: t("apps-flow.secrets.new"), exact: true });
    await dialog.getByRole("textbox").first().fill("KEY");
    await dialog.locator("input[type=password]").fill("canary-of-trips");
    await dialog.getByRole("button", { name: t("apps-flow.secrets.save"), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    const headers = flow.settings.getByRole("group", { name: new RegExp(`^${f("headers")}`) });
    await headers.getByRole("button", { name: f("add"), exact: true }).click();
    await headers.getByRole("textbox").first().fill("x-key");
    await flow.insert(f("valueOf", { name: "x-key" }), "KEY");
    await flow.settings.getByLabel(f("bodyType"), { exact: true }).click();
    await page.getByRole("option", { name: "JSON", exact: true }).click();
    await flow.field(f("bodyText")).fill('{"lines": {{iteration1.results}}, "said": "{{human1.comment}}"}');
    await flow.open("answer");
    await flow.field(f("answerText")).fill("Booked: {{http1.json.key}} {{http1.json.body}}");
    await expect(page.getByText(t("apps-flow.check.none"), { exact: true })).toBeVisible();
    await apps.publish();
    await apps.showToAll();

    const { page: second, apps: its } = await colleagueOf(browser, t, await makePerson(), signIn);
    await its.openFromSquare(name);
    await runWith(second, t, "trip");
    const run = second.getByRole("region", { name: t("apps-runs.run.region"), exact: true });
    await expect(run).toContainText(t("apps-runs.wait.for", { name: owner.name }), { timeout: 20_000 });
    await page.goto("/apps/square");
    await page.getByRole("button", { name: new RegExp(t("apps-list.waits")) }).click();
    await page
      .getByRole("dialog", { name: t("apps-runs.waits.title"), exact: true })
      .getByRole("link")
      .first()
      .click();
    const question = page.getByRole("region", { name: t("apps-runs.wait.title.approval"), exact: true });
    await expect(question).toContainText("A trip is approved by the owner.");
    await question.getByLabel(t("apps-runs.wait.comment"), { exact: true }).fill("enjoy");
    await question.getByRole("button", { name: t("apps-runs.wait.approve"), exact: true }).click();
    const result = second.getByRole("region", { name: t("apps-runs.run.answer"), exact: true });
    await expect(result).toContainText("Booked: ***", { timeout: 20_000 });
    await expect(result).toContainText("enjoy");
    expect(lastSeen().headers["x-key"]).toBe("canary-of-trips");
    await second.close();
    const [id] = /[0-9a-f-]{36}/.exec((await page.url()).split("/app/")[1] ?? "") ?? [];
    await page.goto(`/apps/app-params-edit/${id}`);
    await analyseAndRollBack(
      apps,
      async () => {
        await flow.open("answer");
        await flow.field(f("answerText")).fill("Otherwise");
      },
      async () => {
        await flow.open("answer");
        await expect(flow.field(f("answerText"))).toContainText("Booked:");
      },
    );
  });

  test("a workflow that another system begins by webhook", async ({ page, browser, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const apps = new AppsPage(page, t);
    const flow = new FlowPage(page, t);
    const name = unique("Hook");
    await apps.make("workflow", name);
    await flow.node("start").click();
    await flow.button(t("apps-editor.variables.add")).click();
    await flow.open("answer");
    const said = t("apps-flow.form.answerText");
    await flow.field(said).fill("Got ");
    await flow.field(said).press("End");
    await flow.insert(said, t("apps-editor.variables.newLabel", { number: 1 }));
    await apps.publish();
    await apps.showToAll();
    await apps.button(t("apps-editor.triggers")).click();
    const sheet = page.getByRole("dialog", { name: new RegExp(t("apps-runs.triggers.title")) });
    await sheet.getByRole("button", { name: t("apps-runs.triggers.addWebhook"), exact: true }).click();
    await sheet.getByRole("button", { name: t("apps-runs.triggers.create"), exact: true }).click();
    const secret = await sheet
      .getByRole("region", { name: t("apps-runs.triggers.secretTitle"), exact: true })
      .locator("code")
      .textContent();
    const address = await sheet.locator("code").nth(1).textContent();
    const body = JSON.stringify({ field1: "an order" });
    const time = String(Math.floor(Date.now() / 1000));
    const signature = `v1=${createHmac("sha256", secret ?? "")
      .update(`${time}.${body}`)
      .digest("hex")}`;
    const response = await page.request.post(address ?? "", {
      headers: {
        "content-type": "application/json",
        "x-hook-timestamp": time,
        "x-hook-signature": signature,
      },
      data: Buffer.from(body),
    });
    expect(response.status()).toBe(200);
    await page.keyboard.press("Escape");
    await apps.tab("runs");
    const list = page.getByRole("list", { name: t("apps-runs.log.list"), exact: true });
    await list.getByRole("button").first().click();
    const run = page.getByRole("region", { name: t("apps-runs.run.region"), exact: true });
    await expect(run).toContainText("Got an order", { timeout: 20_000 });

    const { page: second, apps: its } = await colleagueOf(browser, t, await makePerson(), signIn);
    await its.openFromSquare(name);
    await runWith(second, t, "a word");
    await expect(second.getByRole("region", { name: t("apps-runs.run.answer"), exact: true })).toContainText(
      "Got a word",
    );
    await second.close();
    await analyseAndRollBack(
      apps,
      async () => {
        await flow.open("answer");
        await flow.field(said).fill("Otherwise");
      },
      async () => {
        await flow.open("answer");
        await expect(flow.field(said)).toContainText("Got ");
      },
    );
  });
});
