import { expect, inBothLanguages, test } from "../../setup/e2e";
import { speakAsTeams } from "../../setup/teams-client";
import { newcomer, withTenant } from "../../setup/tenant";

const TEAMS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Teams/1.7.00.1234";

inBothLanguages("The team client", () => {
  test.use({ userAgent: TEAMS });

  test("who opens us there is signed in at the asked page without a form", async ({ page }) => {
    await withTenant(async ({ tenant, channels }) => {
      const person = newcomer();
      await page.addInitScript(speakAsTeams, { token: await tenant.teamsToken(person) });
      await page.goto("/user/info");
      await expect(page).toHaveURL(/\/user\/info$/);
      await expect.poll(() => page.evaluate(() => Boolean(localStorage.getItem("token")))).toBe(true);
      expect(await channels.boundAccount(tenant.issuer, person.oid)).toBe(person.preferred_username);
    });
  });

  test("a token that is not taken, or none, shows the form and says nothing", async ({ page, t, consoleErrors }) => {
    await withTenant(async ({ tenant }) => {
      const expired = Math.floor(Date.now() / 1000) - 600;
      const wrong = await tenant.teamsToken(newcomer(), "2.0", { exp: expired });
      const noted: string[] = [];
      page.on("console", (message) => message.type() === "info" && noted.push(message.text()));
      await page.addInitScript(speakAsTeams, { token: wrong });
      await page.goto("/user/info");
      await expect(page.getByRole("button", { name: t("auth.login.submit"), exact: true })).toBeVisible();
      await expect(page).toHaveURL(/\/login\?redirectUrl=%2Fuser%2Finfo$/);
      await expect(page.getByText(t("errors.channelFailed"))).toHaveCount(0);
      expect(noted.some((line) => line.startsWith("team client sign-in:"))).toBe(true);
      expect(consoleErrors).toEqual([]);
    });
  });

  test("a window that only says it is Teams shows the form", async ({ page, t }) => {
    await withTenant(async () => {
      await page.goto("/login");
      await expect(page.getByRole("button", { name: t("auth.login.submit"), exact: true })).toBeVisible();
    });
  });

  test("after signing out the form shows, and the redirect to the tenant is the same person", async ({ page, t }) => {
    await withTenant(async ({ tenant, channels, name }) => {
      const person = newcomer();
      tenant.know(person.oid, person);
      await page.addInitScript(speakAsTeams, { token: await tenant.teamsToken(person) });
      await page.goto("/user/info");
      await expect(page).toHaveURL(/\/user\/info$/);
      await page.getByRole("button", { name: t("nav.userMenu.open") }).click();
      await page.getByRole("menuitem", { name: t("nav.userMenu.logout") }).click();
      await expect(page).toHaveURL(/\/login/);
      await expect(page.getByRole("button", { name: t("auth.login.submit"), exact: true })).toBeVisible();
      await page.getByRole("link", { name }).click();
      await page.getByLabel("Person").fill(person.oid);
      await page.getByRole("button", { name: "Accept" }).click();
      await expect(page).not.toHaveURL(/\/login/);
      await expect.poll(() => page.evaluate(() => Boolean(localStorage.getItem("token")))).toBe(true);
      expect(await channels.boundAccount(tenant.issuer, person.oid)).toBe(person.preferred_username);
    });
  });
});
