import { v7 } from "uuid";
import { OIDC_CLIENT, startOidcServer } from "../../fakes/oidc-server";
import { LoginPage } from "../../pages/login-page";
import { PersonalPage } from "../../pages/personal-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";
import { openLoginChannels } from "../../setup/e2e-login-channels";

const PEOPLE = "/system/user-manage/user-manage";

inBothLanguages("linked accounts", () => {
  let channels: Awaited<ReturnType<typeof openLoginChannels>>;
  let site: Awaited<ReturnType<typeof startOidcServer>>;
  let name: string;
  test.beforeAll(async () => {
    channels = await openLoginChannels();
    site = await startOidcServer();
    name = `Company ID ${v7().slice(-6)}`;
    await channels.make({
      kind: "oidc",
      name,
      settings: { issuer: site.issuer },
      secrets: { clientSecret: OIDC_CLIENT.secret },
      app: { appId: OIDC_CLIENT.id },
    });
  });
  test.afterAll(async () => {
    await channels.close();
    await site.close();
  });

  function newcomer(): string {
    const outside = `o${v7().replaceAll("-", "").slice(-10)}`;
    site.know(outside, {
      preferred_username: outside,
      name: outside,
      email: `${outside}@corp.test`,
      email_verified: true,
    });
    return outside;
  }

  test("an account is linked from inside, signs in from then on, and is unlinked", async ({
    page,
    t,
    makePerson,
    signIn,
    browser,
    baseURL,
    productLocale,
  }) => {
    const l = (key: string, args?: Record<string, string>) => t(`personal.links.${key}`, args);
    const person = await makePerson();
    const outside = newcomer();
    await signIn(person);
    const personal = new PersonalPage(page, t);
    await personal.open("info");
    const section = page.getByRole("region", { name: l("title"), exact: true });

    // Cancelled there: said in words, and nothing is linked.
    await section.getByRole("button", { name: l("link", { name }) }).click();
    await page.getByRole("button", { name: "Cancel at the provider" }).click();
    await expect(section.getByRole("alert")).toContainText(t("errors.channelDenied"));
    await expect(page).toHaveURL(/\/user\/info$/);
    await expect(section.getByRole("list", { name: l("list") })).toHaveCount(0);

    await section.getByRole("button", { name: l("link", { name }) }).click();
    await page.getByLabel("Account", { exact: true }).fill(outside);
    await page.getByRole("button", { name: "Sign in at the provider" }).click();
    await expect(page).toHaveURL(/\/user\/info$/);
    const row = section
      .getByRole("list", { name: l("list") })
      .getByRole("listitem")
      .filter({ hasText: name });
    await expect(row).toContainText(`${outside}@corp.test`);
    await expect(row).toContainText(l("neverUsed"));
    await expect(section.getByRole("button", { name: l("link", { name }), exact: true })).toHaveCount(0);
    expect(await findings(page)).toEqual([]);

    // A browser that knows neither: the outside account comes in as the person.
    const visitor = await browser.newContext({ baseURL });
    await visitor.addCookies([{ name: "current-locale", value: productLocale, url: baseURL }]);
    const other = await visitor.newPage();
    await new LoginPage(other, t).open("/user/info");
    await other.getByRole("link", { name, exact: true }).click();
    await other.getByLabel("Account", { exact: true }).fill(outside);
    await other.getByRole("button", { name: "Sign in at the provider" }).click();
    await expect(other).toHaveURL(/\/user\/info$/);
    await expect(new PersonalPage(other, t).profile).toContainText(person.account);

    await row.getByRole("button", { name: l("unlinkNamed", { name }) }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText(`${outside}@corp.test`);
    await dialog.getByRole("button", { name: l("unlink"), exact: true }).click();
    await expect(row).toHaveCount(0);
    await expect(section.getByRole("button", { name: l("link", { name }), exact: true })).toBeVisible();
    // What it had opened is over.
    await other.reload();
    await expect(other).toHaveURL(/\/login/);
    await visitor.close();
  });

  test("an administrator binds somebody by hand, who then comes in, and takes it away", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const b = (key: string, args?: Record<string, string>) => t(`organisation.users.binding.${key}`, args);
    const person = await makePerson();
    const outside = newcomer();
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    await page.goto(`${PEOPLE}?q=${person.account}`);
    await page
      .getByRole("row")
      .filter({ hasText: person.account })
      .getByRole("button", { name: person.name })
      .first()
      .click();
    const drawer = page.getByRole("dialog").first();
    const section = drawer.getByRole("region", { name: b("title"), exact: true });
    await expect(section.getByText(b("none"))).toBeVisible();
    // What is typed in the drawer survives.
    const email = drawer.getByRole("textbox", { name: t("organisation.users.field.email") });
    await email.fill("kept@corp.test");
    await section.getByRole("button", { name: b("add") }).click();
    const dialog = page.getByRole("dialog", { name: b("addTitle") });
    await dialog.getByRole("button", { name: b("add") }).click();
    await expect(dialog.getByText(t("validation.required")).first()).toBeVisible();
    await dialog.getByRole("combobox", { name: b("channel") }).click();
    await page.getByRole("option", { name }).click();
    await dialog.getByRole("textbox", { name: b("subject") }).fill(outside);
    await expect(dialog.getByText(b("where.oidc"))).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole("button", { name: b("add") }).click();
    await expect(dialog).toHaveCount(0);
    const row = section.getByRole("listitem").filter({ hasText: outside });
    await expect(row).toContainText(name);
    await expect(email).toHaveValue("kept@corp.test");
    expect(await channels.boundAccount(site.issuer, outside)).toBe(person.account);

    await row.getByRole("button", { name: b("remove", { name }) }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: b("ok") })
      .click();
    await expect(section.getByText(b("none"))).toBeVisible();
    expect(await channels.boundAccount(site.issuer, outside)).toBeUndefined();
  });
});
