import { DocumentsPage, textFile } from "../../pages/documents-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const TRAVEL = `# Travel rules

Employees ask for approval before a journey. The hotel rate in first-tier cities is at most 600 yuan a night.

In the high season the hotel rate may rise by twenty per cent. Costs above the rate are paid by the traveller.
`;

inBothLanguages("documents", () => {
  test("bad files of a batch are refused in words while the others are read", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    const documents = new DocumentsPage(page, t);
    await documents.open();
    await expect(page.getByRole("heading", { name: t("documents.empty.title") })).toBeVisible();
    await documents.choose(
      textFile("travel.md", TRAVEL),
      textFile("run.exe", "MZ"),
      { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nnothing of a file") },
      textFile("nothing.txt", ""),
    );
    await expect(documents.upload("run.exe")).toContainText(t("ingestion.upload.refused.type"));
    await expect(documents.upload("nothing.txt")).toContainText(t("ingestion.upload.refused.empty"));
    await expect(documents.upload("broken.pdf").getByRole("alert")).toContainText(t("errors.documentBroken"));
    await documents.ready("travel.md");

    await documents.choose(textFile("again.md", TRAVEL));
    await expect(documents.upload("again.md")).toContainText(t("ingestion.upload.duplicate"));
    await documents
      .upload("again.md")
      .getByRole("button", { name: t("ingestion.upload.openExisting") })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("travel.md");
    expect(await findings(page)).toEqual([]);
  });

  test("the overview leads back to the words", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const documents = new DocumentsPage(page, t);
    await documents.open();
    await documents.readWith("fake-reader");
    await documents.add(textFile("travel.md", TRAVEL));
    expect(await findings(page)).toEqual([]);
    await documents.row("travel.md").getByRole("link").click();
    await expect(documents.overview.getByRole("heading", { name: t("documents.overview.summary") })).toBeVisible({
      timeout: 60_000,
    });
    await documents.overview.locator("[data-mark]").first().click();
    await expect(page.locator("mark[data-citation]").first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.goBack();
    await expect(documents.row("travel.md")).toBeVisible();
    // What is asked about stays beside the conversation.
    await documents.row("travel.md").getByRole("link").click();
    await page.getByRole("button", { name: t("documents.ask.this") }).click();
    await expect(page).toHaveURL(/comminicate\?id=/);
    await expect(page.locator("[data-reader]")).toContainText(TRAVEL.split("\n").at(-2) ?? "");
  });

  test("folders, search, the trash and undo", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const documents = new DocumentsPage(page, t);
    await documents.open();
    await documents.add(textFile("travel.md", TRAVEL), textFile("stock.txt", "The stock is counted in June."));

    await page.getByRole("button", { name: t("documents.folder.create") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("Rules");
    await dialog.getByRole("button", { name: t("common.action.confirm") }).click();
    const folder = page.getByRole("link", { name: /^Rules/ });
    await expect(folder).toContainText("0");
    await documents.command("travel.md", t("documents.command.moveTo"));
    await dialog.getByRole("combobox").click();
    await page.getByRole("option", { name: "Rules" }).click();
    await dialog.getByRole("button", { name: t("documents.command.move"), exact: true }).click();
    await expect(folder).toContainText("1");
    await folder.click();
    await expect(page.getByRole("heading", { level: 1, name: "Rules" })).toBeVisible();
    const inFolder = page.getByRole("region", { name: t("documents.title"), exact: true });
    await expect(inFolder.getByRole("row").filter({ hasText: "stock.txt" })).toHaveCount(0);

    await page.getByRole("link", { name: new RegExp(`^${t("documents.folder.all")}`) }).click();
    // The field of the folder that is being left takes no search for the next one.
    await expect(page.getByRole("heading", { level: 1, name: t("documents.title"), exact: true })).toBeVisible();
    await documents.search.fill("stock");
    await expect(documents.row("travel.md")).toHaveCount(0);
    await expect(documents.row("stock.txt")).toBeVisible();
    await documents.command("stock.txt", t("documents.command.delete"));
    await expect(page.getByText(t("common.table.noResult"))).toBeVisible();
    await page.getByRole("button", { name: t("common.action.undo") }).click();
    await expect(documents.row("stock.txt")).toBeVisible();
  });
});
