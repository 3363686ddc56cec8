import { v7 } from "uuid";
import { LoginPage } from "../../pages/login-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";
import { openLoginChannels } from "../../setup/e2e-login-channels";

const unique = (text: string) => `${text} ${v7().slice(-6)}`;

inBothLanguages("ways in on the login page", () => {
  let channels: Awaited<ReturnType<typeof openLoginChannels>>;
  test.beforeAll(async () => {
    channels = await openLoginChannels();
  });
  test.afterAll(() => channels.close());

  test("channels stand below the form as links of their name, and keep where one wanted to go", async ({ page, t }) => {
    const [site, directory, portal] = [unique("Company ID"), unique("Directory"), unique("Portal")];
    const id = await channels.make({ kind: "oidc", name: site, settings: { issuer: `https://${v7()}.example` } });
    await channels.make({ kind: "ldap", name: directory, settings: { url: "ldap://127.0.0.1", baseDn: "dc=a" } });
    await channels.make({
      kind: "jwt",
      name: portal,
      settings: { issuer: `https://${v7()}.example`, audience: "a", jwksUrl: "https://keys.example/jwks" },
    });
    const login = new LoginPage(page, t);
    await login.open("/user/token");
    const ways = page.getByRole("navigation", { name: t("auth.login.otherWays") });
    const link = ways.getByRole("link", { name: site, exact: true });
    await expect(link).toHaveAttribute("href", `/api/public/login/${id}/start?redirectUrl=%2Fuser%2Ftoken`);
    await expect(ways.getByRole("link", { name: directory, exact: true })).toHaveAttribute(
      "href",
      "/login-ad?redirectUrl=%2Fuser%2Ftoken",
    );
    // There is nothing to click on for those who come with a token.
    await expect(page.getByText(portal)).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
    await login.submit.focus();
    for (let steps = 0; steps < 30 && !(await link.evaluate((node) => node === document.activeElement)); steps++) {
      await page.keyboard.press("Tab");
    }
    await expect(link).toBeFocused();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

  test("a sign-in that failed elsewhere is said in words, once, and one may go on", async ({ page, t, makePerson }) => {
    const person = await makePerson();
    const login = new LoginPage(page, t);
    await page.goto("/login?failed=channelAccountTaken&redirectUrl=%2Fuser%2Finfo");
    const alert = page.getByRole("alert").filter({ hasText: t("errors.channelAccountTaken") });
    await expect(alert).toBeVisible();
    await expect(page).toHaveURL(/\/login\?redirectUrl=%2Fuser%2Finfo$/);
    expect(await findings(page)).toEqual([]);
    await page.reload();
    await login.submit.waitFor();
    await expect(page.getByText(t("errors.channelAccountTaken"))).toHaveCount(0);
    await login.logIn(person);
    await expect(page).toHaveURL(/\/user\/info$/);
  });

  test("what an address makes up is not repeated", async ({ page, t }) => {
    const login = new LoginPage(page, t);
    await page.goto("/login?failed=Call%20this%20number");
    await login.submit.waitFor();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText("Call this number")).toHaveCount(0);
  });
});
