import { expect, test } from "../../setup/e2e";

test("on a phone the reports fit the screen and their controls are reachable", async ({
  page,
  t,
  makePerson,
  signIn,
}) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  for (const path of ["dashboard", "tokens-stats/user", "app-stats-detail/chat/chat"]) {
    await page.goto(`/system/report-v2/${path}?period=year`);
    await expect(page.getByRole("button", { name: new RegExp(t("reports.period.year")) })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([path, overflow]).toEqual([path, 0]);
  }
  await page.getByRole("button", { name: new RegExp(t("reports.period.year")) }).click();
  await page.getByRole("menuitemradio", { name: t("reports.period.7d") }).click();
  await expect(page).toHaveURL(/period=7d/);
});
