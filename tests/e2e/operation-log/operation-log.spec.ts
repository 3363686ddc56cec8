import { readFile } from "node:fs/promises";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test, tokenOf } from "../../setup/e2e";

const PAGE = "/system/log-manage/operation-log";

// The settings and the check of the log are one for all.
test.describe.configure({ mode: "serial" });

inBothLanguages("the operation log", () => {
  test("tells what was done, narrows, opens a row and is exported", async ({
    page,
    t,
    makePerson,
    signIn,
    baseURL,
  }) => {
    const admin = await makePerson({ roleKeys: ["administrator"] });
    const staff = await makePerson();
    const token = await signIn(admin);
    const staffToken = await tokenOf(page.request, staff, baseURL ?? "");
    const refused = await page.request.get("/api/admin/operation-log/export", {
      headers: { authorization: staffToken },
    });
    expect(refused.status()).toBe(403);
    const headers = { authorization: token };
    for (const retentionDays of [400, 365]) {
      await page.request.patch("/api/admin/operation-log/settings", { data: { retentionDays }, headers });
    }
    await signIn(admin);

    await page.goto(PAGE);
    const rows = page.getByRole("row");
    await page.getByRole("searchbox", { name: t("operation-log.search") }).fill(staff.account);
    const refusal = rows.filter({ hasText: t("log.action.log_export") }).filter({ hasText: staff.name });
    await expect(refusal).toContainText(t("operation-log.result.refused"));
    await expect(page).toHaveURL(new RegExp(`q=${staff.account}`));
    await refusal.click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByText(t("errors.noPermission"))).toBeVisible();
    await drawer.getByRole("button", { name: t("operation-log.only.person") }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole("button", { name: new RegExp(staff.name) }).first()).toBeVisible();

    await page.goto(`${PAGE}?q=${admin.account}&action=log.settings.change`);
    await expect(rows).toHaveCount(3);
    await rows.nth(1).click();
    await expect(drawer.locator("del")).toContainText("400");
    await expect(drawer.locator("ins")).toContainText("365");
    await page.reload();
    await expect(drawer.locator("ins")).toContainText("365");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: t("common.export.label"), exact: true }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: t("common.export.csv") }).click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text.trim().split("\r\n")).toHaveLength(3);
    expect(text).toContain(t("log.action.log_settings_change"));

    await page.getByRole("searchbox", { name: t("operation-log.search") }).fill("nothing-like-this");
    await page.getByRole("button", { name: t("common.table.clearFilters") }).click();
    await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
  });

  test("is checked, and says until when it is kept", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    await page.goto(PAGE);
    await page
      .getByRole("button", { name: t("operation-log.actions.chain") })
      .first()
      .click();
    const drawer = page.getByRole("dialog");
    const start = drawer.getByRole("button", {
      name: new RegExp(`${t("operation-log.chain.start")}|${t("operation-log.chain.again")}`),
    });
    await start.click();
    await expect(drawer.getByRole("button", { name: t("operation-log.chain.again") })).toBeVisible();
    await expect(drawer.getByRole("status")).toBeVisible();
    await expect(drawer.getByRole("alert")).toHaveCount(0);

    const days = drawer.getByLabel(t("operation-log.chain.retentionDays"));
    await days.fill("30");
    await drawer.getByRole("button", { name: t("operation-log.chain.save") }).click();
    await expect(drawer.getByText(t("validation.range"))).toBeVisible();
    await days.fill("366");
    await drawer.getByRole("button", { name: t("operation-log.chain.save") }).click();
    await expect(drawer.getByRole("button", { name: t("operation-log.chain.save") })).toBeDisabled();
  });
});

test("keeps nobody out", async ({ page, makePerson, signIn }) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  await page.goto(PAGE);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("row").nth(1).click();
  await expect(page.getByRole("dialog").locator("dl").first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.goto(`${PAGE}?open=chain`);
  await expect(page.getByRole("dialog").locator("dl").first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
