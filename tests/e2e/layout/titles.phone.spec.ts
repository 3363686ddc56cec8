import { ADMIN, expect, test } from "../../setup/e2e";

test.use({ language: "en_US" });

/** Screens with words on the buttons beside their title. */
const PATHS = [
  "/knowledge-center/management",
  "/personal/document/document-analysis",
  "/system/detail-manage/prompt-manage",
  "/system/gateway/model-supplier?tab=log",
  "/system/system-manage/sys-common",
  "/system/system-manage/model-access",
  "/system/system-manage/login-channel",
  "/system/system-manage/base-config-config",
  "/system/system-manage/terms-of-use",
  "/system/user-manage/user-manage",
  "/system-preview",
];

test("titles are whole on a phone, and the buttons beside them keep their names", async ({ page, signIn }) => {
  await signIn(ADMIN);
  for (const path of PATHS) {
    await page.goto(path);
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toBeVisible();
    const [shown, wanted] = await title.evaluate((element) => [element.clientWidth, element.scrollWidth]);
    expect({ path, isWhole: shown! >= wanted! }).toEqual({ path, isWhole: true });
    for (const button of await page.locator("header").filter({ has: title }).getByRole("button").all()) {
      await expect(button).toHaveAccessibleName(/\S/);
    }
  }
});
