import { LoginPage } from "../../pages/login-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("login", () => {
  test("checks both fields on blur and on submit, and puts the caret at the first wrong one", async ({ page, t }) => {
    const login = new LoginPage(page, t);
    await login.open();
    await login.account.focus();
    await login.password.focus();
    await expect(page.getByText(t("validation.accountRequired"))).toBeVisible();
    await expect(page.getByText(t("validation.passwordRequired"))).toBeHidden();
    await login.account.fill("   ");
    await login.submit.click();
    await expect(page.getByText(t("validation.passwordRequired"))).toBeVisible();
    await expect(login.account).toBeFocused();
    await expect(login.account).toHaveAttribute("aria-invalid", "true");
  });

  test("takes trimmed fields with Enter, says so and goes home", async ({ page, t, makePerson }) => {
    const person = await makePerson();
    const login = new LoginPage(page, t);
    await login.open();
    await login.fill({ account: `  ${person.account} `, password: ` ${person.password} ` });
    await login.password.press("Enter");
    await expect(page.getByText(t("common.toast.loggedIn"))).toBeVisible();
    await expect(page).toHaveURL(/\/personal\/chat$/);
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeTruthy();
  });

  test("refuses a wrong password in the same words as an unknown account", async ({ page, t, makePerson }) => {
    const person = await makePerson();
    const login = new LoginPage(page, t);
    await login.open();
    await login.logIn({ account: person.account, password: "Wrong1234" });
    const message = page.getByRole("main").getByText(t("errors.wrongCredentials"));
    await expect(message.first()).toBeVisible();
    await login.logIn({ account: `${person.account}x`, password: "Wrong1234" });
    await expect(message.first()).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  });

  test("brings back to where one was, with what was asked for", async ({ page, t, makePerson }) => {
    const person = await makePerson({ roleKeys: ["administrator"] });
    await page.goto("/system/system-manage/model-access?q=echo");
    await expect(page).toHaveURL(/\/login\?redirectUrl=/);
    await new LoginPage(page, t).logIn(person);
    await expect(page).toHaveURL(/\/system\/system-manage\/model-access\?q=echo$/);
    await expect(page.getByRole("heading", { name: t("models.title") })).toBeVisible();
  });

  test("asks a new person for a password of their own before anything else", async ({ page, t, makePerson }) => {
    const person = await makePerson({ mustChangePassword: true });
    const login = new LoginPage(page, t);
    await login.open();
    await login.logIn(person);
    await expect(page.getByRole("heading", { name: t("auth.firstLogin.title") })).toBeVisible();
    await page.goto("/personal/chat");
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel(t("auth.login.password"), { exact: true }).fill(person.password);
    await page.getByLabel(t("auth.firstLogin.newPassword"), { exact: true }).fill("short");
    await page.getByLabel(t("auth.firstLogin.repeat"), { exact: true }).fill("Different1");
    const submit = page.getByRole("button", { name: t("auth.firstLogin.submit") });
    await submit.click();
    await expect(page.getByText(t("validation.passwordRules"))).toBeVisible();
    await page.getByLabel(t("auth.firstLogin.newPassword"), { exact: true }).fill("Brandnew77");
    await submit.click();
    await expect(page.getByText(t("validation.passwordMismatch"))).toBeVisible();
    await page.getByLabel(t("auth.firstLogin.repeat"), { exact: true }).fill("Brandnew77");
    await submit.click();
    await expect(page).toHaveURL(/\/personal\/chat$/);
  });

  test("ends with logging out: pages and calls are closed", async ({ page, t, makePerson }) => {
    const person = await makePerson();
    const login = new LoginPage(page, t);
    await login.open();
    await login.logIn(person);
    await expect(page).toHaveURL(/\/personal\/chat$/);
    const token = await page.evaluate(() => localStorage.getItem("token"));
    await page.getByRole("button", { name: t("nav.userMenu.open") }).click();
    await page.getByRole("menuitem", { name: t("nav.userMenu.logout") }).click();
    await expect(page).toHaveURL(/\/login/);
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    await page.goto("/personal/chat");
    await expect(page).toHaveURL(/\/login/);
    const call = await page.request.get("/api/chat/sessions", { headers: { authorization: token ?? "" } });
    expect(call.status()).toBe(401);
  });

  test("keeps what was typed when the language is switched, and the look when the theme is", async ({ page, t }) => {
    const login = new LoginPage(page, t);
    await login.open();
    await login.fill({ account: "someone", password: "Typed1234" });
    const before = await page.locator("html").getAttribute("lang");
    await page.getByRole("button", { name: t("auth.login.switchLanguage"), exact: true }).click();
    await expect(page.locator("html")).not.toHaveAttribute("lang", before ?? "");
    await expect(page.locator("#username")).toHaveValue("someone");
    await expect(page.locator("#password")).toHaveValue("Typed1234");
    await page.reload();
    await expect(page.locator("html")).not.toHaveAttribute("lang", before ?? "");
  });
});

test("hostile targets of a login lead home", async ({ browser, baseURL, t, makePerson, signIn, page }) => {
  const person = await makePerson();
  await signIn(person);
  const targets = [
    "//evil.example",
    "https://evil.example/",
    "/\\evil.example",
    "javascript:alert(1)",
    "/%2f%2fevil.example",
    "/api/token/logout",
  ];
  for (const target of targets) {
    await page.goto(`/login?redirectUrl=${encodeURIComponent(target)}`);
    await expect(page, target).toHaveURL(`${baseURL}/personal/chat`);
  }
  const fresh = await browser.newPage({ baseURL });
  const login = new LoginPage(fresh, t);
  await fresh.context().addCookies([{ name: "current-locale", value: "zh_CN", url: baseURL }]);
  await login.open("//evil.example");
  await login.logIn(person);
  await expect(fresh).toHaveURL(`${baseURL}/personal/chat`);
  await fresh.close();
});
