import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const PAGE = "/system/system-manage/base-config-config?tab=backups";

// One backup at a time for the whole product.
test.describe.configure({ mode: "serial" });

inBothLanguages("backups", () => {
  test("are scheduled, made now with a passphrase, downloaded and deleted", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    await page.goto(PAGE);
    await page.getByLabel(t("backups.settings.passphrase"), { exact: true }).fill("short");
    await page.getByRole("button", { name: t("backups.settings.save"), exact: true }).click();
    await expect(page.getByText(t("validation.passphraseShort"))).toBeVisible();
    await page.getByLabel(t("backups.settings.passphrase"), { exact: true }).fill("correct horse battery");
    await page.getByRole("button", { name: t("backups.settings.save"), exact: true }).click();
    await expect(page.getByPlaceholder(t("backups.settings.passphraseSet"))).toBeVisible();

    await page.getByRole("button", { name: t("backups.list.now"), exact: true }).click();
    const row = page.getByRole("row").nth(1);
    await expect(row).toContainText(t("backups.status.done"), { timeout: 60_000 });
    const download = page.waitForEvent("download");
    await row.getByRole("link", { name: t("backups.list.download") }).click();
    expect((await download).suggestedFilename()).toMatch(/\.tar$/);

    await row.getByRole("button").last().click();
    await page.getByRole("menuitem", { name: t("backups.list.delete"), exact: true }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t("backups.remove.ok"), exact: true })
      .click();
    await expect(page.getByText(t("backups.empty.title"))).toBeVisible();
    await page.getByRole("checkbox", { name: t("backups.settings.remove") }).click();
    await page.getByRole("button", { name: t("backups.settings.save"), exact: true }).click();
    await expect(page.getByText(t("backups.settings.passphraseNone"))).toBeVisible();
  });
});

test("the panel keeps nobody out", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  await page.goto(PAGE);
  await expect(page.getByRole("heading", { name: t("backups.restore.title"), exact: true })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
