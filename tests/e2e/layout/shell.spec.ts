import { ChatPage } from "../../pages/chat-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("the shell", () => {
  test("the command palette leads an administrator to the console by keyboard alone", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    await new ChatPage(page, t).open();
    await page.keyboard.press("ControlOrMeta+k");
    const palette = page.getByRole("dialog", { name: t("nav.palette.title") });
    await palette.getByRole("combobox").fill(t("screens.systemSystemManageModelAccess"));
    // The things of other areas come after the screen.
    await expect(palette.getByRole("option").first()).toContainText(t("screens.systemSystemManageModelAccess"));
    await expect(palette.getByRole("option").filter({ hasText: t("nav.palette.console") })).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/system\/system-manage\/model-access$/);
    await expect(page.getByRole("heading", { name: t("models.title") })).toBeVisible();
    await page.keyboard.press("ControlOrMeta+k");
    await palette.getByRole("combobox").fill(t("places.newChat.name"));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/personal\/chat\?id=[\w-]+$/);
  });

  test("staff find no console: not in the palette, the menu or by its address", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    await new ChatPage(page, t).open();
    await page.keyboard.press("ControlOrMeta+k");
    const palette = page.getByRole("dialog", { name: t("nav.palette.title") });
    await palette.getByRole("combobox").fill(t("screens.systemSystemManageModelAccess"));
    await expect(palette.getByRole("option").filter({ hasText: t("palette.baseSearch") })).toHaveCount(1);
    await expect(palette.getByRole("option").filter({ hasText: t("nav.palette.console") })).toHaveCount(0);
    await palette.getByRole("combobox").fill(t("places.newChat.name"));
    await expect(palette.getByRole("option").filter({ hasText: t("nav.palette.action") })).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(palette).toHaveCount(0);
    await page.getByRole("button", { name: t("nav.userMenu.open") }).click();
    await expect(page.getByRole("menuitem", { name: t("nav.userMenu.help") })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: t("nav.userMenu.systemSettings") })).toHaveCount(0);
    await page.goto("/system/system-manage/model-access");
    await expect(page).toHaveURL(/\/404$/);
    await expect(page.getByRole("heading", { name: t("common.notFound.title") })).toBeVisible();
    await page.getByRole("link", { name: t("common.action.home") }).click();
    await expect(page).toHaveURL(/\/personal\/chat$/);
  });

  test("help and the privacy statement open over the screen; the look is kept", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    await new ChatPage(page, t).open();
    for (const [entry, title] of [
      ["nav.userMenu.help", "common.document.help"],
      ["nav.userMenu.privacy", "common.document.privacy"],
    ] as const) {
      await page.getByRole("button", { name: t("nav.userMenu.open") }).click();
      await page.getByRole("menuitem", { name: t(entry) }).click();
      const dialog = page.getByRole("dialog", { name: t(title) });
      await expect(dialog.getByRole("article")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    }
    await page.getByRole("button", { name: t("nav.userMenu.open") }).click();
    await page.getByRole("menuitem", { name: t("nav.userMenu.theme") }).click();
    await page.getByRole("menuitemradio", { name: t("nav.userMenu.dark") }).click();
    await expect(page.locator("html")).toHaveClass(/dark/);
    await page.reload();
    await expect(page.locator("html")).toHaveClass(/dark/);
  });
});
