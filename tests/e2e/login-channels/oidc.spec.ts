import { OIDC_CLIENT, startOidcServer } from "../../fakes/oidc-server";
import { expect, inBothLanguages, test } from "../../setup/e2e";
import { openLoginChannels } from "../../setup/e2e-login-channels";

const unique = (text: string) => `${text}${crypto.randomUUID().replaceAll("-", "").slice(0, 10)}`;

/** A provider of this journey's own, and its channel in the running product. */
async function withProvider(
  run: (at: {
    site: Awaited<ReturnType<typeof startOidcServer>>;
    channels: Awaited<ReturnType<typeof openLoginChannels>>;
    name: string;
  }) => Promise<void>,
): Promise<void> {
  const [site, channels] = await Promise.all([startOidcServer(), openLoginChannels()]);
  try {
    const name = unique("Provider ");
    await channels.make({
      kind: "oidc",
      name,
      settings: { issuer: site.issuer },
      secrets: { clientSecret: OIDC_CLIENT.secret },
      app: { appId: OIDC_CLIENT.id },
      provisioning: { roleIds: [await channels.roleId("staff")] },
    });
    await run({ site, channels, name });
  } finally {
    await channels.close();
    await site.close();
  }
}

inBothLanguages("OpenID Connect", () => {
  test("a person signs in at the provider and comes back to the page they asked for, twice as the same person", async ({
    page,
    context,
    t,
  }) => {
    await withProvider(async ({ site, channels, name }) => {
      const account = unique("o");
      site.know(account, {
        preferred_username: account,
        name: `Name ${account}`,
        email: `${account}@corp.test`,
        email_verified: true,
      });
      for (const round of [1, 2]) {
        await page.goto("/personal/document/document-analysis");
        await expect(page).toHaveURL(/\/login\?redirectUrl=/);
        await page.getByRole("link", { name }).click();
        // The provider remembers whom it knows.
        if (round === 1) {
          await page.getByLabel("Account", { exact: true }).fill(account);
          await page.getByRole("button", { name: "Sign in at the provider" }).click();
        }
        await expect(page).toHaveURL(/\/personal\/document\/document-analysis$/);
        expect(await channels.boundAccount(site.issuer, account)).toBe(account);
        await expect.poll(() => page.evaluate(() => Boolean(localStorage.getItem("token")))).toBe(true);
        expect(page.url()).not.toContain("jwt");
        // As in another browser that the provider knows already.
        await page.goto("/api/health");
        await context.clearCookies({ name: "authjs.session-token" });
        await page.evaluate(() => localStorage.clear());
      }
      await page.goto("/login");
      await expect(page.getByRole("button", { name: t("auth.login.submit"), exact: true })).toBeVisible();
    });
  });

  test("who cancels at the provider is told so on the login page, and can still use a password", async ({
    page,
    t,
    makePerson,
  }) => {
    await withProvider(async ({ name }) => {
      const person = await makePerson();
      await page.goto("/login?redirectUrl=%2Fuser%2Finfo");
      await page.getByRole("link", { name }).click();
      await page.getByRole("button", { name: "Cancel at the provider" }).click();
      await expect(page).toHaveURL(/\/login/);
      await expect(page.getByText(t("errors.channelDenied")).first()).toBeVisible();
      await page.getByLabel(t("auth.login.account"), { exact: true }).fill(person.account);
      await page.getByLabel(t("auth.login.password"), { exact: true }).fill(person.password);
      await page.getByRole("button", { name: t("auth.login.submit"), exact: true }).click();
      await expect(page).toHaveURL(/\/user\/info$/);
    });
  });

  test("an account of that name stays its owner's: the person is told how to link it", async ({
    page,
    t,
    makePerson,
  }) => {
    await withProvider(async ({ site, channels, name }) => {
      const owner = await makePerson();
      const stranger = unique("o");
      site.know(stranger, { preferred_username: owner.account, name: "Stranger", email: `${owner.account}@corp.test` });
      await page.goto("/login");
      await page.getByRole("link", { name }).click();
      await page.getByLabel("Account", { exact: true }).fill(stranger);
      await page.getByRole("button", { name: "Sign in at the provider" }).click();
      await expect(page.getByText(t("errors.channelAccountTaken")).first()).toBeVisible();
      expect(await channels.boundAccount(site.issuer, stranger)).toBeUndefined();
    });
  });
});
