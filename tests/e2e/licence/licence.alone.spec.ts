import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";
import { licenceFor } from "../../setup/e2e-licence";

const PAGE = "/system/system-manage/license-manage";

// There is one licence for the whole product.
test.describe.configure({ mode: "serial" });

inBothLanguages("the licence", () => {
  test("is looked at, installed by file, shown on every screen near its end, and removed", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const customer = `华信集团 ${crypto.randomUUID().slice(0, 6)}`;
    const licence = licenceFor(customer, 5);
    await page.goto(PAGE);
    await expect(page.getByText(t("licence.state.community.name"), { exact: true })).toBeVisible();

    await page.getByRole("button", { name: t("licence.install.open") }).click();
    const drawer = page.getByRole("dialog");
    const text = drawer.getByLabel(t("licence.install.text"));
    await text.fill(`${licence.slice(0, -6)}AAAAAA`);
    await drawer.getByRole("button", { name: t("licence.install.check") }).click();
    await expect(drawer.getByText(t("errors.licenceForeign"))).toBeVisible();
    await drawer
      .getByLabel(t("licence.install.file"))
      .and(page.locator("input"))
      .setInputFiles({ name: "example.lic", mimeType: "text/plain", buffer: Buffer.from(`${licence}\n`) });
    await expect(text).toHaveValue(licence);
    await expect(drawer.getByText(customer)).toBeVisible();
    await drawer.getByRole("button", { name: t("licence.install.ok"), exact: true }).click();
    await expect(drawer).toBeHidden();

    await expect(page.getByText(t("licence.state.expiring.name"), { exact: true })).toBeVisible();
    await expect(page.getByText(customer).first()).toBeVisible();
    await page.goto("/system/log-manage/operation-log?action=licence.install");
    await expect(page.getByRole("row").nth(1)).toContainText(t("log.action.licence_install"));
    await page.getByRole("link", { name: t("licence.strip.manage") }).click();

    await page.getByRole("listitem").filter({ hasText: customer }).getByRole("button").click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t("licence.remove.ok"), exact: true })
      .click();
    await expect(page.getByText(t("licence.state.community.name"), { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: t("licence.strip.manage") })).toHaveCount(0);
  });
});

test("keeps nobody out", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  await page.goto(PAGE);
  await expect(page.getByText(t("licence.state.community.name"), { exact: true })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: t("licence.install.open") }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel(t("licence.install.text")).fill(licenceFor("Example", 400));
  await drawer.getByRole("button", { name: t("licence.install.check") }).click();
  await expect(drawer.getByText("Example")).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
