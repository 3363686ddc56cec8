import { BASE_DN, BIND_DN, BIND_PASSWORD, type Slapd, startSlapd } from "../../fakes/slapd";
import { LoginPage } from "../../pages/login-page";
import { expect, inBothLanguages, type Texts, test } from "../../setup/e2e";
import { openLoginChannels } from "../../setup/e2e-login-channels";

/* Channels are everybody's: what is on in one of these journeys is on in all of them. */
test.describe.configure({ mode: "serial" });

const NAME = "Staff directory";
let slapd: Slapd;
let channels: Awaited<ReturnType<typeof openLoginChannels>>;

test.beforeAll(async () => {
  slapd = await startSlapd();
  channels = await openLoginChannels();
});
test.afterAll(async () => {
  await channels?.close();
  await slapd?.stop();
});

const noDirectory = (t: Texts) => ({
  title: t("auth.login.directory.off"),
  back: t("auth.login.directory.back"),
});

inBothLanguages("without a directory", () => {
  test("the page says so and leads back", async ({ page, t }) => {
    await page.goto("/login-ad?redirectUrl=%2Fuser%2Finfo");
    await expect(page.getByRole("heading", { name: noDirectory(t).title })).toBeVisible();
    await page.getByRole("link", { name: noDirectory(t).back }).click();
    await expect(page).toHaveURL(/\/login\?redirectUrl=%2Fuser%2Finfo$/);
    await expect(new LoginPage(page, t).submit).toBeVisible();
  });
});

test("a directory is turned on", async () => {
  await channels.make({
    kind: "ldap",
    name: NAME,
    settings: { url: slapd.tlsUrl, caCertificate: slapd.ca, bindDn: BIND_DN, baseDn: BASE_DN },
    secrets: { bindPassword: BIND_PASSWORD },
    provisioning: { roleIds: [await channels.roleId("staff")] },
  });
});

inBothLanguages("with a directory", () => {
  test("its people come from the login page to the page they asked for", async ({ page, t }) => {
    const person = await slapd.addPerson({ under: slapd.people, name: "Alice 王" });
    await page.goto("/user/info");
    await expect(page).toHaveURL(/\/login\?redirectUrl=/);
    await page.getByRole("link", { name: NAME, exact: true }).click();
    await expect(page).toHaveURL(/\/login-ad\?redirectUrl=%2Fuser%2Finfo$/);
    await expect(page.getByRole("heading", { name: t("auth.login.directory.title", { name: NAME }) })).toBeVisible();
    await new LoginPage(page, t).logIn({ account: ` ${person.uid} `, password: person.password });
    await expect(page).toHaveURL(/\/user\/info$/);
    await expect(page.getByText("Alice 王").first()).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeTruthy();
    await page.goto("/login-ad");
    await expect(page).toHaveURL(/\/personal\/chat$/);
  });

  test("checks both fields, and tells nobody whether an account is there", async ({ page, t }) => {
    const person = await slapd.addPerson();
    await page.goto("/login-ad");
    const login = new LoginPage(page, t);
    await login.submit.click();
    await expect(page.getByText(t("validation.accountRequired"))).toBeVisible();
    await expect(page.getByText(t("validation.passwordRequired"))).toBeVisible();
    await expect(login.account).toBeFocused();
    const message = page.getByRole("main").getByText(t("errors.wrongCredentials"));
    await login.logIn({ account: person.uid, password: "Wrong1234" });
    await expect(message).toBeVisible();
    await login.logIn({ account: `${person.uid}x`, password: "Wrong1234" });
    await expect(message).toBeVisible();
    await page.getByRole("button", { name: t("auth.login.forgot") }).click();
    await expect(page.getByRole("dialog").getByText(t("auth.login.directory.forgot"))).toBeVisible();
  });

  test("asks for a verification code after three wrong passwords", async ({ page, t }) => {
    const person = await slapd.addPerson();
    await page.goto("/login-ad");
    const login = new LoginPage(page, t);
    for (let count = 0; count < 3; count++) {
      const answered = page.waitForResponse("**/api/login-ad");
      await login.logIn({ account: person.uid, password: "Wrong1234" });
      await answered;
    }
    await expect(page.getByLabel(t("auth.login.captcha"), { exact: true })).toBeVisible();
    await expect(page.getByAltText(t("auth.login.captchaImage"))).toBeVisible();
  });
});
