import { DocumentsPage, textFile } from "../../pages/documents-page";
import { ReadingPage } from "../../pages/reading-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const HOTEL = "The hotel rate in first-tier cities is at most 600 yuan a night.";
const TRAIN = "Trains are booked in second class unless the journey takes more than six hours.";

inBothLanguages("conversations about documents", () => {
  test("an answer over two documents cites both; a mark opens exactly its words", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    const documents = new DocumentsPage(page, t);
    await documents.open();
    await documents.add(textFile("hotels.md", `${HOTEL}\n`), textFile("trains.txt", `${TRAIN}\n`));
    await documents.ask("hotels.md", "trains.txt");

    const reading = new ReadingPage(page, t);
    await expect(reading.documents.getByRole("listitem")).toHaveCount(2);
    await reading.pickModel("fake-reader");
    await reading.ask("What do hotels and trains cost?");
    const answer = await reading.answered();
    const marks = reading.marks(answer);
    await expect(marks).toHaveCount(2);
    for (const index of [0, 1]) {
      const mark = marks.nth(index);
      const id = (await mark.getAttribute("data-mark")) ?? "";
      await mark.click();
      await expect(mark).toHaveAttribute("aria-pressed", "true");
      const said = await reading.marked(id);
      expect([HOTEL, TRAIN]).toContain(said.trim());
    }
    await expect(answer.getByRole("list", { name: t("chat.sources.heading") }).getByRole("listitem")).toHaveCount(2);
    await expect(answer).toContainText(t("chat.steps.finished"));
    expect(await findings(page)).toEqual([]);

    await page.reload();
    await expect(reading.marks(await reading.answered())).toHaveCount(2);
  });

  test("the table answers for each document, and both are exported", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const documents = new DocumentsPage(page, t);
    await documents.open();
    await documents.add(textFile("hotels.md", `${HOTEL}\n`), textFile("trains.txt", `${TRAIN}\n`));
    await documents.ask("hotels.md", "trains.txt");
    const reading = new ReadingPage(page, t);
    await reading.pickModel("fake-reader");
    await reading.ask("Tell me");
    await reading.answered();
    const word = page.waitForEvent("download");
    await page.getByRole("button", { name: t("documents.chat.export") }).click();
    await page.getByRole("menuitem", { name: t("common.export.docx") }).click();
    expect((await word).suggestedFilename()).toMatch(/\.docx$/);

    await reading.tableTab.click();
    await page.getByRole("textbox", { name: t("documents.table.question") }).fill("What is it about?");
    await page.getByRole("button", { name: t("documents.table.ask"), exact: true }).click();
    const table = page.getByRole("table");
    await expect(table.getByRole("row").filter({ hasText: "hotels.md" }).locator("[data-mark]").first()).toBeVisible({
      timeout: 60_000,
    });
    await expect(table.getByRole("row").filter({ hasText: "trains.txt" }).locator("[data-mark]").first()).toBeVisible({
      timeout: 60_000,
    });
    expect(await findings(page)).toEqual([]);
    const sheet = page.waitForEvent("download");
    await page.getByRole("button", { name: t("common.export.label") }).click();
    await page.getByRole("menuitem", { name: t("common.export.xlsx") }).click();
    expect((await sheet).suggestedFilename()).toMatch(/\.xlsx$/);
  });

  test("settings are checked, kept and reset", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const documents = new DocumentsPage(page, t);
    await documents.open();
    await documents.add(textFile("hotels.md", `${HOTEL}\n`));
    await documents.ask("hotels.md");
    const open = page.getByRole("button", { name: t("documents.config.title") });
    await open.click();
    const drawer = page.getByRole("dialog", { name: t("documents.config.title") });
    const template = drawer.getByRole("textbox", { name: t("documents.config.template") });
    await template.fill("no placeholder");
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(drawer.getByText(t("validation.questionPlaceholder"))).toBeVisible();
    await template.fill("Short: {{question}}");
    await drawer.getByRole("spinbutton", { name: t("documents.config.memory") }).fill("3");
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(drawer).toBeHidden();
    await page.reload();
    await open.click();
    await expect(template).toHaveValue("Short: {{question}}");
    await expect(drawer.getByRole("spinbutton", { name: t("documents.config.memory") })).toHaveValue("3");
    await drawer.getByRole("button", { name: t("documents.config.reset") }).click();
    await expect(drawer.getByRole("spinbutton", { name: t("documents.config.memory") })).toHaveValue("5");
    expect(await findings(page)).toEqual([]);
  });
});
