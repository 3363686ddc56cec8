import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const CONFIG = "/system/system-manage/base-config-config";
/** A text that has run in other products; here nothing of it may. */
const PAYLOAD = "</title><script>window.__ran=1</script>";

inBothLanguages("basic configuration", () => {
  test("is changed in one form, saved by keyboard, shown at once, and taken back", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const admin = await makePerson({ roleKeys: ["administrator"] });
    await signIn(admin);
    await page.goto(CONFIG);
    const title = page.getByLabel(t("configuration.custom.browserPageSignature"), { exact: true });
    await title.fill(PAYLOAD);
    await expect(page.getByText(t("configuration.unsaved"))).toBeVisible();
    await page.keyboard.press("Control+s");
    await expect(page.getByText(t("configuration.unsaved"))).toBeHidden();
    await page.reload();
    await expect(page).toHaveTitle(/<script>/);
    expect(await page.evaluate(() => (window as { __ran?: number }).__ran)).toBeUndefined();
    await page.getByRole("button", { name: t("configuration.history.open") }).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByText(t("configuration.custom.browserPageSignature")).first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await drawer
      .getByRole("button", { name: t("configuration.history.restore"), exact: true })
      .last()
      .click();
    const kind = t("configuration.kind.customConfig");
    const asked = page.getByRole("dialog", {
      name: t("configuration.history.restoreTitle", { kind, version: 0 }),
    });
    await asked.getByRole("button", { name: t("configuration.history.restore"), exact: true }).click();
    await expect(asked).toBeHidden();
    await expect(drawer.getByText(t("configuration.history.current")).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(title).toHaveValue("");
  });

  test("says at the field what is wrong, asks before changes are left, and sends a test letter", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const admin = await makePerson({ roleKeys: ["administrator"] });
    await signIn(admin);
    await page.goto(CONFIG);
    const zone = page.getByLabel(t("configuration.custom.timeZone"), { exact: true });
    await zone.fill("Mars/Olympus");
    await page.keyboard.press("Control+s");
    await expect(zone).toHaveAttribute("aria-invalid", "true");
    await page
      .getByRole("link", { name: t("terms.title") })
      .first()
      .click();
    await expect(page.getByRole("alertdialog", { name: t("configuration.leave.title") })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(zone).toHaveValue("Mars/Olympus");
    await page.getByRole("button", { name: t("configuration.discard") }).click();
    await page.getByLabel(t("configuration.mail.host"), { exact: true }).fill("169.254.169.254");
    await page.getByLabel(t("configuration.mail.from"), { exact: true }).fill("a@product.test");
    await page.getByLabel(t("configuration.mail.testTo"), { exact: true }).fill("b@product.test");
    await page.getByRole("button", { name: t("configuration.mail.test"), exact: true }).click();
    await expect(page.getByText(t("errors.addressRefused"))).toBeVisible();
  });

  test("goes out as one file and comes in after a preview", async ({ page, t, makePerson, signIn, request }) => {
    const admin = await makePerson({ roleKeys: ["administrator"] });
    const headers = { authorization: await signIn(admin) };
    const file = await (await request.get("/api/admin/config/settings", { headers })).json();
    file.sections.configuration[0].value.loginTaglineZh = `导入 ${Date.now()}`;
    await page.goto(CONFIG);
    await page
      .locator("input[type=file][accept*=json]")
      .setInputFiles({ name: "s.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(file)) });
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(t("configuration.custom.loginTaglineZh"))).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole("button", { name: t("configuration.file.apply") }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel(t("configuration.custom.loginTaglineZh"), { exact: true })).toHaveValue(/^导入/);
  });
});

test("the basic configuration has no serious finding", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  await page.goto(CONFIG);
  await expect(page.getByRole("heading", { name: t("configuration.section.mail.title") })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
