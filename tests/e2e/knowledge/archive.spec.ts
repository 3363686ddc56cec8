import { KnowledgeChatPage } from "../../pages/knowledge-chat-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const NAME = "Garden rules";

inBothLanguages("a base leaves and comes back", () => {
  test("it is exported, downloaded, and imported as a new base", async ({ page, t, makePerson, signIn }) => {
    const chat = new KnowledgeChatPage(page, t, await signIn(await makePerson()));
    await chat.makeBase(NAME, "garden.md", "The garden opens at nine.");
    await page.goto("/knowledge-center/management");
    await page
      .getByRole("article")
      .getByRole("button", { name: t("knowledge.more", { name: NAME }) })
      .click();
    await page.getByRole("menuitem", { name: t("knowledge.command.export") }).click();
    const exporting = page.getByRole("dialog", { name: t("knowledge.export.title") });
    await exporting.getByRole("button", { name: t("knowledge.export.begin"), exact: true }).click();
    const take = exporting.getByRole("button", { name: t("knowledge.export.download") });
    await expect(take).toBeVisible({ timeout: 30_000 });
    expect(await findings(page)).toEqual([]);
    const download = page.waitForEvent("download");
    await take.click();
    const archive = await (await download).path();
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: t("knowledge.import.button") }).click();
    const importing = page.getByRole("dialog", { name: t("knowledge.import.title") });
    // What lies behind a drawer is judged only while there is none.
    await expect(importing).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await importing.locator("input[type=file]").setInputFiles(archive);
    await expect(page).toHaveURL(/data-set\?id=/, { timeout: 30_000 });
    await expect(page.getByText("garden.md")).toBeVisible({ timeout: 30_000 });
    await page.goto("/knowledge-center/management");
    await expect(page.getByRole("heading", { name: NAME })).toHaveCount(2);
  });
});
