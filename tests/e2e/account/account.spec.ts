import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { LoginPage } from "../../pages/login-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, type Texts, test, tokenOf } from "../../setup/e2e";

/** The code an authenticator shows so many steps from now: a code works once, the next one already fits. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** From the user menu to the own account; answers one part of it. */
async function openAccount(page: Page, t: Texts, part: "sessions" | "password" | "factor") {
  await page.getByRole("button", { name: t("nav.userMenu.open") }).click();
  await page.getByRole("menuitem", { name: t("nav.userMenu.account") }).click();
  await page.waitForURL(/\/user\/info#security$/);
  const region = page.getByRole("region", { name: t(`account.tab.${part}`), exact: true });
  await expect(region).toBeVisible();
  return region;
}

/** Types the secret off, confirms it with a code, and keeps the recovery codes. */
async function setUp(page: Page, t: Texts, done: string): Promise<{ secret: string; codes: string[] }> {
  await expect(page.getByRole("img", { name: t("account.factor.qr") })).toBeVisible();
  const secret = ((await page.locator("dd code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel(t("account.factor.enter")).fill(codeOf(secret, -1));
  await page.getByRole("button", { name: t("account.factor.confirm") }).click();
  const list = page.getByRole("region", { name: t("account.factor.codesTitle") }).getByRole("listitem");
  await expect(list).toHaveCount(10);
  const codes = await list.allTextContents();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: t("account.factor.codesDownload") }).click();
  expect((await download).suggestedFilename()).toBe(t("account.factor.fileName"));
  await expect(page.getByRole("button", { name: done })).toBeDisabled();
  await page.getByLabel(t("account.factor.codesSaved")).check();
  await page.getByRole("button", { name: done }).click();
  return { secret, codes };
}

inBothLanguages("account and security", () => {
  test("shows the own sessions in words, and ends one and all others", async ({
    page,
    t,
    makePerson,
    signIn,
    playwright,
    baseURL,
  }) => {
    const person = await makePerson();
    const phone = await playwright.request.newContext({
      baseURL,
      userAgent:
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    });
    const phoneToken = await tokenOf(phone, person, baseURL ?? "");
    for (let more = 0; more < 2; more++) await tokenOf(phone, person, baseURL ?? "");
    await signIn(person);
    await page.goto("/personal/chat");
    const devices = await openAccount(page, t, "sessions");
    const rows = devices.getByRole("listitem");
    await expect(rows).toHaveCount(4);
    await expect(rows.first()).toContainText(t("account.sessions.current"));
    await expect(rows.filter({ hasText: "Safari 18 · iOS" })).toHaveCount(3);
    await rows.last().getByRole("button").click();
    await expect(rows).toHaveCount(3);
    await devices.getByRole("button", { name: t("account.sessions.endOthers") }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t("account.sessions.endOthers") })
      .click();
    await expect(rows).toHaveCount(1);
    const answer = await phone.get("/api/admin/user/self-info", { headers: { authorization: phoneToken } });
    expect(answer.status()).toBe(401);
    await phone.dispose();
  });

  test("changes the password with the rules shown live", async ({ page, t, makePerson, signIn }) => {
    const person = await makePerson();
    await signIn(person);
    await page.goto("/personal/chat");
    const form = await openAccount(page, t, "password");
    const field = (name: string) => form.getByRole("textbox", { name: t(`account.password.${name}`), exact: true });
    const submit = form.getByRole("button", { name: t("account.password.submit") });
    await submit.click();
    await expect(form.getByText(t("validation.passwordRequired"))).toBeVisible();
    await field("old").fill("Wrong1234");
    await field("next").fill("Changed456");
    await field("repeat").fill("Changed45");
    await submit.click();
    await expect(form.getByText(t("validation.passwordMismatch"))).toBeVisible();
    await field("repeat").fill("Changed456");
    await submit.click();
    await expect(form.getByText(t("validation.passwordWrong"))).toBeVisible();
    await field("old").fill(person.password);
    await submit.click();
    await expect(page.getByText(t("account.password.saved"))).toBeVisible();
    await expect(field("old")).toHaveValue("");
  });

  test("sets a second factor up; login asks for a code, takes a recovery code, and it is turned off", async ({
    page,
    t,
    makePerson,
    signIn,
    context,
  }) => {
    /** The browser knows of no session; an answer that is still on its way would renew the cookie. */
    const forget = async () => {
      await page.waitForLoadState("networkidle");
      // A page that runs nothing: the product itself would leave for the login meanwhile.
      await page.goto("/api/health");
      await context.clearCookies({ name: /session-token/ });
      await page.evaluate(() => localStorage.clear());
    };
    const person = await makePerson();
    await signIn(person);
    await page.goto("/personal/chat");
    const panel = await openAccount(page, t, "factor");
    await panel.getByRole("button", { name: t("account.factor.start") }).click();
    await panel.getByLabel(t("account.factor.passwordLabel")).fill("Wrong1234");
    await panel.getByRole("button", { name: t("account.factor.continue") }).click();
    await expect(panel.getByText(t("validation.passwordWrong"))).toBeVisible();
    await panel.getByLabel(t("account.factor.passwordLabel")).fill(person.password);
    await panel.getByRole("button", { name: t("account.factor.continue") }).click();
    const { secret, codes } = await setUp(page, t, t("account.factor.codesDone"));
    await expect(panel.getByText(t("account.factor.left", { count: 10 }))).toBeVisible();

    await forget();
    const login = new LoginPage(page, t);
    await login.open();
    await login.logIn(person);
    await expect(page.getByRole("heading", { name: t("account.login.codeTitle") })).toBeVisible();
    const code = page.getByLabel(t("account.login.code"), { exact: true });
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute("autocomplete", "one-time-code");
    const submit = page.getByRole("button", { name: t("account.login.submit") });
    await submit.click();
    await expect(code).toHaveAccessibleDescription(t("validation.codeRequired"));
    await code.fill("000000");
    await submit.click();
    await expect(page.getByRole("main").getByText(t("errors.secondFactorWrong"))).toBeVisible();
    await code.fill(codeOf(secret));
    await submit.click();
    await expect(page).toHaveURL(/\/personal\/chat$/);

    await forget();
    await login.open();
    await login.logIn(person);
    await page.getByRole("button", { name: t("account.login.useRecovery") }).click();
    await page.getByLabel(t("account.login.recovery"), { exact: true }).fill(codes[0] ?? "");
    await submit.click();
    await expect(page).toHaveURL(/\/personal\/chat$/);

    const again = await openAccount(page, t, "factor");
    await expect(again.getByText(t("account.factor.left", { count: 9 }))).toBeVisible();
    await again.getByRole("button", { name: t("account.factor.remove") }).click();
    await again.getByLabel(t("account.factor.passwordLabel")).fill(person.password);
    await again.getByLabel(t("account.factor.otpLabel")).fill(codes[1] ?? "");
    await again.getByRole("button", { name: t("account.factor.remove") }).click();
    await expect(again.getByText(t("account.factor.off"), { exact: true })).toBeVisible();
  });
});

test("account and security has no serious finding", async ({ page, t, makePerson, signIn }) => {
  const person = await makePerson();
  await signIn(person);
  await page.goto("/personal/chat");
  const devices = await openAccount(page, t, "sessions");
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  const factor = page.getByRole("region", { name: t("account.tab.factor"), exact: true });
  await expect(factor.getByRole("button", { name: t("account.factor.start") })).toBeVisible();
  await expect(page.getByRole("button", { name: t("account.password.submit") })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await factor.getByRole("button", { name: t("account.factor.start") }).click();
  await factor.getByLabel(t("account.factor.passwordLabel")).fill(person.password);
  await factor.getByRole("button", { name: t("account.factor.continue") }).click();
  await expect(page.getByRole("img", { name: t("account.factor.qr") })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
