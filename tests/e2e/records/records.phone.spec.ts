import { expect, test } from "../../setup/e2e";

test("on a phone the records fit the screen and their controls are reachable", async ({
  page,
  t,
  makePerson,
  signIn,
}) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  for (const path of ["/system/detail-manage/detail-record", "/system/detail-manage/search-record", "/user/records"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([path, overflow]).toEqual([path, 0]);
  }
  await page.getByRole("button", { name: t("records.own.reads") }).tap();
  await expect(page.getByRole("dialog")).toContainText(t("records.reads.empty"));
});
