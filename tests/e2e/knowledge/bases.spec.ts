import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const NAME = "House rules";

inBothLanguages("Management of knowledge bases", () => {
  test("a base is made, pinned, shown to another, deleted and taken back", async ({ page, t, makePerson, signIn }) => {
    const [owner, colleague] = [await makePerson(), await makePerson()];
    await signIn(owner);
    await page.goto("/knowledge-center/management");
    await page
      .getByRole("button", { name: t("knowledge.create") })
      .first()
      .click();
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel(t("knowledge.form.name")).fill(NAME);
    expect(await findings(page)).toEqual([]);
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(drawer).toHaveCount(0);
    // Wherever a new base led, it stands in the list.
    await page.goto("/knowledge-center/management");
    await expect(page.getByRole("heading", { name: NAME })).toBeVisible();
    await page.getByRole("button", { name: t("knowledge.shortcuts.pin", { name: NAME }) }).click();
    const shortcuts = page.getByRole("region", { name: t("knowledge.shortcuts.heading") });
    await expect(shortcuts.getByText(NAME)).toBeVisible();

    const more = page.getByRole("article").getByRole("button", { name: t("knowledge.more", { name: NAME }) });
    await more.click();
    await page.getByRole("menuitem", { name: t("knowledge.command.reach") }).click();
    await page.waitForURL(/\/knowledge-center\/visibility\?id=/);
    await page.getByRole("radio", { name: t("common.sharing.short.partial") }).click();
    const people = page.getByRole("combobox", { name: t("common.sharing.add.user") });
    await people.fill(colleague.account);
    await page.getByRole("option", { name: colleague.name }).click();
    await expect(page.getByText(t("knowledge.reach.effect", { before: 1, after: 2 }))).toBeVisible();
    await page.getByRole("button", { name: t("common.action.save") }).click();
    const reached = page.getByRole("region", { name: t("knowledge.reach.people") });
    await expect(reached.getByText(colleague.name)).toBeVisible();
    expect(await findings(page)).toEqual([]);

    await page.goto("/knowledge-center/management");
    await more.click();
    await page.getByRole("menuitem", { name: t("knowledge.command.delete") }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(/1/);
    await question.getByRole("button", { name: t("knowledge.delete.ok") }).click();
    await expect(page.getByRole("heading", { name: NAME })).toHaveCount(0);
    await page.getByRole("radio", { name: t("knowledge.part.trash") }).click();
    await page.getByRole("button", { name: t("knowledge.command.restore", { name: NAME }) }).click();
    await page.getByRole("radio", { name: t("knowledge.part.all") }).click();
    await expect(page.getByRole("heading", { name: NAME })).toBeVisible();
  });
});
