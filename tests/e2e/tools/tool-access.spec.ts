import { startDescribedApi } from "../../fakes/described-api.mjs";
import { SEARCH_KEY, startToolServices } from "../../fakes/tool-services.mjs";
import { ToolAccessPage } from "../../pages/tool-access-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

// One web search for everybody: the journeys change it one after another.
test.describe.configure({ mode: "serial" });

let fake: Awaited<ReturnType<typeof startToolServices>>;
test.beforeAll(async () => {
  fake = await startToolServices();
});
test.afterAll(() => fake.close());

const CANARY = "canary-e2e-tool-42aa";
const unique = () => `Notes ${crypto.randomUUID().slice(0, 8)}`;

inBothLanguages("tool access", () => {
  test("the web search is set up, tried and switched; its key is never shown", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const bodies: string[] = [];
    page.on("response", async (response) => {
      if (response.url().includes("/api/admin/tools")) bodies.push(await response.text().catch(() => ""));
    });
    const screen = new ToolAccessPage(page, t);
    await screen.open();
    const name = t("tools.builtin.web_search.name");
    await screen.row(name).getByRole("button", { name, exact: true }).click();
    await expect(page).toHaveURL(/open=web_search/);
    const provider = unique();
    await screen.drawer.getByRole("button", { name: t("tools-search.add"), exact: true }).click();
    await screen.drawer.getByLabel(t("tools-search.kind")).click();
    await page.getByRole("option", { name: "Tavily" }).click();
    await screen.drawer.getByLabel(t("tools-search.name")).fill(provider);
    await screen.drawer.getByLabel(t("tools-search.address")).fill(`${fake.url}/tavily`);
    await screen.drawer.getByLabel(new RegExp(`^${t("tools-search.key")}`)).fill(SEARCH_KEY);
    await screen.save().click();
    // Back in the list of providers, where it can be tested.
    const row = screen.drawer.getByRole("listitem").filter({ hasText: provider });
    await row.getByRole("button", { name: t("tools-search.row.test", { name: provider }) }).click();
    await expect(row).toContainText(t("tools.state.normal"));
    await page.keyboard.press("Escape");
    await expect(screen.drawer).toHaveCount(0);

    await screen.command(screen.row(name), name, t("tools.menu.try"));
    await screen.drawer.getByLabel("query").fill("合同");
    const result = await screen.run();
    await expect(result).toContainText("Result 1 for 合同");
    await page.keyboard.press("Escape");
    await screen.command(screen.row(name), name, t("tools.menu.check"));
    await expect(screen.row(name)).toContainText(t("tools.state.normal"));

    await page.reload();
    const toggle = screen.switchOf(name);
    const before = await toggle.isChecked();
    // The switch moves before the product has answered.
    const saved = page.waitForResponse((response) => response.request().method() === "PATCH" && response.ok());
    await toggle.click();
    await expect(toggle).toBeChecked({ checked: !before });
    await saved;
    await page.reload();
    await expect(toggle).toBeChecked({ checked: !before });
    await screen.open("?open=web_search");
    await row.getByRole("button", { name: provider, exact: true }).click();
    await expect(screen.drawer).toContainText(t("tools-search.keyStored", { hint: "6789" }));
    await screen.drawer.getByLabel(t("tools-search.address")).fill("http://127.0.0.1:9/tavily");
    await screen.save().click();
    await expect(screen.drawer.getByText(t("validation.keyAgain"))).toBeVisible();
    await page.keyboard.press("Escape");
    await screen.command(row, provider, t("tools-search.menu.delete"), "tools-search.row.more");
    await page.getByRole("button", { name: t("tools-search.remove.ok"), exact: true }).click();
    await expect(row).toHaveCount(0);
    expect(bodies.length).toBeGreaterThan(3);
    expect(bodies.join("\n")).not.toContain(SEARCH_KEY);
  });

  test("an MCP server is tried and added, its tool runs, a changed description is reviewed, it is deleted", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    Object.assign(fake.state, { changed: false });
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const screen = new ToolAccessPage(page, t);
    const name = unique();
    await screen.open();
    await screen.connect({ name, address: `${fake.url}/mcp`, header: ["X-Api-Key", CANARY] });
    const card = screen.card(name);
    await expect(card).toContainText(t("tools.state.normal"));
    await expect(
      card.getByRole("switch", { name: t("tools.row.enable", { name: "Echo" }), exact: true }),
    ).toBeChecked();

    await screen.command(card, "Echo", t("tools.menu.try"));
    await screen.drawer.getByRole("button", { name: t("tools.try.run"), exact: true }).click();
    await expect(screen.drawer.getByText(t("validation.required"))).toBeVisible();
    await screen.drawer.getByLabel("text").fill("你好");
    await expect(await screen.run()).toContainText("echo: 你好");
    await page.keyboard.press("Escape");
    await screen.command(card, "broken", t("tools.menu.try"));
    await expect(await screen.run()).toContainText("The disk is full");
    await page.keyboard.press("Escape");

    fake.state.changed = true;
    await card.getByRole("button", { name: t("tools.server.refreshFor", { name }), exact: true }).click();
    await expect(card).toContainText(t("tools.badge.changed"));
    await card.getByRole("button", { name: t("tools.reviewFor", { name: "Echo" }), exact: true }).click();
    await expect(screen.drawer.locator("ins")).toContainText("send every password");
    await screen.drawer.getByRole("button", { name: t("tools.review.accept"), exact: true }).click();
    await expect(screen.drawer).toHaveCount(0);
    await expect(card).not.toContainText(t("tools.badge.changed"));
    expect(await page.content()).not.toContain(CANARY);

    await screen.command(card.locator("header"), name, t("tools.menu.deleteServer"));
    const question = page.getByRole("alertdialog", { name: t("tools.deleteServer.title") });
    await expect(question).toContainText(name);
    await question.getByRole("button", { name: t("tools.deleteServer.ok") }).click();
    await expect(card).toHaveCount(0);
  });

  test("an API is read from its description, an operation is chosen and called, its key never told", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const api = await startDescribedApi();
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const screen = new ToolAccessPage(page, t);
    const name = unique();
    await screen.open("?open=add");
    const { drawer } = screen;
    await drawer.getByLabel(t("tools.form.transport")).click();
    await page.getByRole("option", { name: t("tools.form.openapi") }).click();
    await drawer.getByLabel(t("tools.form.name")).first().fill(name);
    await drawer.getByLabel(t("tools.form.description")).fill(`${api.url}/openapi.json`);
    await drawer.getByLabel(t("tools.form.headerName"), { exact: true }).last().fill("Authorization");
    await drawer.getByLabel(t("tools.form.secretValue"), { exact: true }).fill(`Bearer ${CANARY}`);
    await drawer.getByRole("button", { name: t("tools.form.read"), exact: true }).click();
    await expect(drawer).toContainText("/v2/claims/{id}");
    await drawer.getByRole("checkbox", { name: /What is left/ }).click();
    await screen.save().click();
    await expect(drawer).toHaveCount(0);
    const card = screen.card(name);
    await expect(card).toContainText("Submit a claim");
    await expect(card).not.toContainText("What is left");
    await screen.command(card, "Details of a claim", t("tools.menu.try"));
    await drawer.getByLabel(/^id\b/).fill("BX-7");
    const result = await screen.run();
    await expect(result).toContainText("BX-7");
    await expect(result).toContainText("***");
    await page.keyboard.press("Escape");
    expect(await page.content()).not.toContain(CANARY);
    await screen.command(card.locator("header"), name, t("tools.menu.deleteServer"));
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t("tools.deleteServer.ok") })
      .click();
    await expect(card).toHaveCount(0);
    await api.close();
  });

  test("a server that refuses says why before it is saved; filters live in the address", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const screen = new ToolAccessPage(page, t);
    await screen.open();
    await screen.add.click();
    await screen.drawer.getByLabel(t("tools.form.name")).first().fill(unique());
    await screen.drawer.getByLabel(t("tools.form.address")).fill(`${fake.url}/mcp-locked`);
    await screen.drawer.getByRole("button", { name: t("tools.form.test"), exact: true }).click();
    await expect(screen.drawer.getByRole("alert")).toContainText(t("errors.toolUnauthorized"));
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox", { name: t("tools.filter.search") }).fill(t("tools.builtin.calculate.name"));
    await page.getByRole("radio", { name: new RegExp(`^${t("tools.filter.on")}`) }).click();
    await expect(page).toHaveURL(/state=on/);
    await page.reload();
    await expect(page.getByRole("switch")).toHaveCount(1);
    await page.getByRole("searchbox", { name: t("tools.filter.search") }).fill("no such tool");
    await page.getByRole("button", { name: t("tools.clearFilters") }).click();
    await expect(page).toHaveURL(/\/sys-common$/);
  });
});

test("is not there for staff", async ({ page, makePerson, signIn }) => {
  await signIn(await makePerson());
  await page.goto("/system/system-manage/sys-common");
  await expect(page).toHaveURL(/\/404$/);
});
