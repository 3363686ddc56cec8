import { expect, inBothLanguages, test } from "../../setup/e2e";
import { newcomer, withTenant } from "../../setup/tenant";

inBothLanguages("Microsoft Entra ID in a browser", () => {
  test("a person of the tenant comes to the page they asked for; who cancels is told so", async ({ page, t }) => {
    await withTenant(async ({ tenant, channels, name }) => {
      const person = newcomer();
      tenant.know(person.oid, person);
      await page.goto("/user/info");
      await expect(page).toHaveURL(/\/login\?redirectUrl=%2Fuser%2Finfo$/);
      await page.getByRole("link", { name }).click();
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(page.getByText(t("errors.channelDenied")).first()).toBeVisible();
      expect(await channels.boundAccount(tenant.issuer, person.oid)).toBeUndefined();

      await page.getByRole("link", { name }).click();
      await page.getByLabel("Person").fill(person.oid);
      await page.getByRole("button", { name: "Accept" }).click();
      await expect(page).toHaveURL(/\/user\/info$/);
      await expect.poll(() => page.evaluate(() => Boolean(localStorage.getItem("token")))).toBe(true);
      expect(await channels.boundAccount(tenant.issuer, person.oid)).toBe(person.preferred_username);
    });
  });
});
