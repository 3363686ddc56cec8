import { OIDC_CLIENT, startOidcServer } from "../../fakes/oidc-server";
import { expect, inBothLanguages, test } from "../../setup/e2e";
import { openLoginChannels } from "../../setup/e2e-login-channels";

inBothLanguages("The channel marked as default", () => {
  test("takes a guest to its site by itself; not from the login page, and not after signing out", async ({
    page,
    t,
  }) => {
    const [site, channels] = await Promise.all([startOidcServer(), openLoginChannels()]);
    try {
      await channels.make({
        kind: "oidc",
        name: "Default",
        settings: { issuer: site.issuer },
        secrets: { clientSecret: OIDC_CLIENT.secret },
        app: { appId: OIDC_CLIENT.id },
        provisioning: { roleIds: [await channels.roleId("staff")] },
        isDefault: true,
      });
      const account = `o${crypto.randomUUID().slice(0, 12)}`;
      site.know(account, { preferred_username: account, name: "Olga" });
      const form = page.getByRole("button", { name: t("auth.login.submit"), exact: true });

      await page.goto("/login");
      await expect(form).toBeVisible();

      await page.goto("/user/info");
      await page.getByLabel("Account", { exact: true }).fill(account);
      await page.getByRole("button", { name: "Sign in at the provider" }).click();
      await expect(page).toHaveURL(/\/user\/info$/);

      await page.getByRole("button", { name: t("nav.userMenu.open") }).click();
      await page.getByRole("menuitem", { name: t("nav.userMenu.logout") }).click();
      await expect(form).toBeVisible();
      await page.goto("/user/info");
      await expect(page).toHaveURL(/\/login\?redirectUrl=%2Fuser%2Finfo$/);
      await expect(form).toBeVisible();
    } finally {
      await channels.close();
      await site.close();
    }
  });
});
