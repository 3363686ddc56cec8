import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, inBothLanguages, LOCALES, type Person, test } from "../../setup/e2e";
import { addUsage } from "../../setup/e2e-usage";

const DASHBOARD = "/system/report-v2/dashboard";
const TOKENS = "/system/report-v2/tokens-stats";

/** Months of their own, one a language: other journeys leave no calls there. */
const monthOf = (locale: string) => `20${20 + LOCALES.indexOf(locale as (typeof LOCALES)[number])}-05`;
const custom = (month: string) => `period=custom&from=${month}-01&to=${month}-31`;

/** Two people of three days: chat, a failure, and an app the product does not know. */
async function seed(people: [Person, Person], month: string, mark: string): Promise<void> {
  const [one, two] = people;
  await addUsage([
    {
      userId: one.id,
      app: "chat",
      day: `${month}-04`,
      inputTokens: 1_000_000,
      outputTokens: 500_000,
      costMicros: 9_000_000,
    },
    { userId: one.id, app: "chat", day: `${month}-05`, inputTokens: 300, outputTokens: 20 },
    { userId: two.id, app: "chat", day: `${month}-05`, inputTokens: 40, outputTokens: 0, outcome: "failed" },
    { userId: two.id, app: `agent-${mark}`, day: `${month}-06`, inputTokens: 2000, outputTokens: 1000 },
  ]);
}

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

inBothLanguages("reports", () => {
  test.describe.configure({ mode: "serial" });
  let people: [Person, Person];
  let month: string;
  const mark = Math.random().toString(36).slice(2, 8);

  test.beforeAll(async ({ people: factory, productLocale }) => {
    people = [await factory.make(), await factory.make()];
    month = monthOf(productLocale);
    await seed(people, month, mark);
  });
  test.beforeEach(async ({ makePerson, signIn }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
  });

  test("the dashboard tells a period, by pointer, by keyboard, as a table and as files", async ({ page, t }) => {
    await page.goto(`${DASHBOARD}?${custom(month)}`);
    const figures = page.locator("dl").first();
    await expect(figures).toContainText("1.5");
    await expect(figures).toContainText(/¥9\.00/);
    const chart = page.getByRole("slider", { name: t("reports.metric.tokens") });
    await chart.focus();
    await page.keyboard.press("Home");
    for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
    await expect(chart).toHaveAttribute("aria-valuetext", new RegExp(`${t("reports.series.input")} 1,000,000`));
    await expect(page.getByText("1,500,000")).toBeVisible();

    // From the bar to the single record.
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: t("reports.calls.title") });
    await expect(drawer.getByRole("status")).toHaveText(t("reports.calls.count", { count: 1 }));
    await drawer.getByRole("button", { expanded: false }).first().click();
    await expect(drawer).toContainText(people[0].name);
    await expect(drawer).toContainText("¥9.00");
    await expect(page).toHaveURL(new RegExp(`calls=${month}-04`));
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);

    await page.getByRole("button", { name: t("common.chart.asTable") }).click();
    await expect(page.getByRole("table", { name: t("reports.metric.tokens") })).toContainText("1,000,000");

    await page.getByRole("button", { name: t("common.export.label"), exact: true }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: t("common.export.csv") }).click();
    const file = await download;
    expect(file.suggestedFilename()).toContain(t("reports.title"));
    expect(readFileSync(await file.path(), "utf8")).toContain(`${month}-04,1,`);
  });

  test("a period is chosen from the menu and stays after a reload", async ({ page, t }) => {
    await page.goto(DASHBOARD);
    await page.getByRole("button", { name: new RegExp(`^${t("reports.period.label")}`) }).click();
    await page.getByRole("menuitemradio", { name: t("reports.period.year") }).click();
    await page.getByRole("radio", { name: t("reports.grain.month") }).click();
    await expect(page).toHaveURL(/\?period=year&grain=month$/);
    await page.reload();
    await expect(page.getByRole("radio", { name: t("reports.grain.month") })).toBeChecked();
    await page.getByRole("button", { name: new RegExp(`^${t("reports.period.label")}`) }).click();
    await page.getByRole("menuitemradio", { name: t("reports.period.custom") }).click();
    await page.getByLabel(t("reports.period.from"), { exact: true }).fill(`${month}-01`);
    await page.getByLabel(t("reports.period.to"), { exact: true }).fill(`${month}-31`);
    await expect(page.locator("dl").first()).toContainText("1.5");
  });

  test("token statistics: tabs, search, filters, records and the app's own page", async ({ page, t }) => {
    await page.goto(TOKENS);
    await expect(page).toHaveURL(new RegExp(`${TOKENS}/app$`));
    await page.goto(`${TOKENS}/app?${custom(month)}`);
    await expect(row(page, t("apps.chat"))).toContainText("1,500,360");
    await expect(row(page, `agent-${mark}`)).toContainText("3,000");

    await page.getByRole("searchbox", { name: t("reports.tokens.search.app") }).fill(t("apps.chat"));
    await expect(row(page, `agent-${mark}`)).toHaveCount(0);
    await expect(page).toHaveURL(/q=/);
    await page.getByRole("button", { name: t("reports.filter.clear") }).click();

    await page.getByRole("button", { name: new RegExp(`^${t("reports.filter.user")}`) }).click();
    await page.getByRole("dialog").getByRole("searchbox").fill(people[1].account);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: new RegExp(people[1].name) })
      .click();
    await expect(row(page, t("apps.chat"))).toContainText("40");
    await expect(page).toHaveURL(new RegExp(`user=${people[1].id}`));

    await page.getByRole("link", { name: t("reports.tokens.user") }).click();
    await expect(row(page, people[1].name)).toContainText("3,040");
    await expect(row(page, people[0].name)).toHaveCount(0);
    await page.getByRole("button", { name: t("reports.tokens.callsOf", { name: people[1].name }) }).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByRole("listitem")).toHaveCount(2);
    await drawer.getByRole("switch").click();
    await expect(drawer.getByRole("listitem")).toHaveCount(1);
    await expect(drawer).toContainText(t("reports.outcome.failed"));
    await page.keyboard.press("Escape");

    await page.goto(`${TOKENS}/app?${custom(month)}`);
    await page.getByRole("link", { name: t("apps.chat") }).click();
    await expect(page.getByRole("heading", { level: 1, name: t("apps.chat") })).toBeVisible();
    await expect(page).toHaveURL(/app-stats-detail\/chat\//);
    await expect(row(page, people[0].name)).toBeVisible();
    await page
      .getByRole("link", { name: t("reports.tokens.title") })
      .last()
      .click();
    await expect(row(page, `agent-${mark}`)).toBeVisible();
  });

  test("a month's statement is looked at and downloaded", async ({ page, t }) => {
    await page.goto(`${TOKENS}/dept?${custom(month)}`);
    const tree = page.getByRole("tree", { name: t("reports.tokens.dept") });
    await expect(tree.getByRole("treeitem").first()).toContainText("1,503,360");
    const inside = tree.getByRole("link").first();
    await expect(inside).toHaveAttribute("href", /\/tokens-stats\/user\?.*dept=/);
    await page.getByRole("button", { name: t("reports.statement.open") }).click();
    const drawer = page.getByRole("dialog", { name: t("reports.statement.title") });
    await expect(drawer.getByRole("article")).toContainText("1,503,360");
    await drawer.getByRole("button", { name: new RegExp(`^${t("reports.statement.department")}`) }).click();
    await page
      .getByRole("button", { name: /Head office|总部/ })
      .first()
      .click();
    await expect(drawer.getByRole("article")).toContainText(t("reports.statement.own"));
    const download = page.waitForEvent("download");
    await drawer.getByRole("button", { name: t("reports.statement.excel") }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    // On paper stands the statement and nothing else.
    await page.emulateMedia({ media: "print" });
    await expect(page.locator(".print-layer")).toBeVisible();
    await expect(drawer).toBeHidden();
  });
});

test("whoever may not see the reports finds no page", async ({ page, makePerson, signIn }) => {
  await signIn(await makePerson());
  for (const path of [DASHBOARD, `${TOKENS}/app`]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/404$/);
  }
});
