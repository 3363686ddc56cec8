import { OIDC_CLIENT, startOidcServer } from "../../fakes/oidc-server";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const PATH = "/system/system-manage/login-channel";
const unique = (text: string) => `${text}${crypto.randomUUID().replaceAll("-", "").slice(0, 8)}`;

inBothLanguages("The screen of login channels", () => {
  test("a channel is made, tested at its provider, turned on, comes in, and is turned off and deleted", async ({
    page,
    t,
    makePerson,
    signIn,
    browser,
    baseURL,
    productLocale,
  }) => {
    const provider = await startOidcServer();
    const c = (key: string, args?: Record<string, string | number>) => t(`login-channels.${key}`, args);
    const [zh, en, person] = [unique("统一登录"), unique("Sign-on "), unique("ada")];
    const name = productLocale === "zh_CN" ? zh : en;
    provider.know(person, { preferred_username: person, name: "Ada", groups: ["research"] });
    try {
      await signIn(await makePerson({ roleKeys: ["administrator"] }));
      await page.goto(PATH);
      await expect(page.getByText(c("password.state"))).toBeVisible();
      await page.getByRole("button", { name: c("add"), exact: true }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: c("kinds.oidc") })
        .click();

      const form = page.getByRole("dialog", { name: c("addKind", { kind: c("kinds.oidc") }) });
      const save = form.getByRole("button", { name: t("common.action.save"), exact: true });
      await save.click();
      await expect(form.getByText(t("validation.required")).first()).toBeVisible();
      await form.getByRole("textbox", { name: c("form.nameZh") }).fill(zh);
      await form.getByRole("textbox", { name: c("form.nameEn") }).fill(en);
      await form.getByRole("textbox", { name: c("fields.oidc.appId.label") }).fill(OIDC_CLIENT.id);
      await form.getByRole("textbox", { name: c("fields.oidc.issuer.label") }).fill(provider.issuer);
      await form.getByLabel(c("fields.oidc.clientSecret.label")).fill(OIDC_CLIENT.secret);
      const start =
        (await form
          .locator("code")
          .filter({ hasText: /\/start$/ })
          .textContent()) ?? "";
      expect(await findings(page)).toEqual([]);
      await save.click();

      // Saved, and now tested: the real way to the provider and back.
      await page.getByRole("button", { name: c("test.go") }).click();
      await page.getByLabel("Account", { exact: true }).fill(person);
      await page.getByRole("button", { name: "Sign in at the provider" }).click();
      const outcome = page.getByRole("dialog", { name: c("test.title") });
      await expect(outcome.getByText(c("test.passed"), { exact: true })).toBeVisible();
      await expect(outcome.getByText(c("test.new"))).toBeVisible();
      await expect(outcome.getByText(person, { exact: true }).first()).toBeVisible();
      await expect(outcome.getByText(productLocale === "zh_CN" ? "员工" : "Staff", { exact: true })).toBeVisible();
      expect(new URL(page.url()).search).toBe("");
      await outcome.getByRole("button", { name: c("test.turnOn") }).click();
      const row = page.getByRole("listitem").filter({ hasText: name });
      await expect(row).toContainText(c("row.on"));

      // Somebody else, in a browser of their own.
      const visitor = await browser.newContext();
      const theirs = await visitor.newPage();
      await theirs.goto(`${baseURL}${new URL(start).pathname}`);
      await theirs.getByLabel("Account", { exact: true }).fill(person);
      await theirs.getByRole("button", { name: "Sign in at the provider" }).click();
      await expect(theirs).toHaveURL(/\/personal\//);
      await visitor.close();

      await page.reload();
      await expect(row).toContainText(c("row.people", { count: 1 }));
      await row.getByRole("switch").click();
      const question = page.getByRole("alertdialog");
      await question.getByRole("button", { name: c("disable.ok") }).click();
      await expect(row).toContainText(c("row.off"));

      await row.getByRole("button", { name: c("row.more", { name }) }).click();
      await page.getByRole("menuitem", { name: c("menu.delete") }).click();
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: c("remove.ok") })
        .click();
      await expect(row).toHaveCount(0);
    } finally {
      await provider.close();
    }
  });

  test("a test that is cancelled at the provider says so, and what was typed is not lost without asking", async ({
    page,
    t,
    makePerson,
    signIn,
    productLocale,
  }) => {
    const provider = await startOidcServer();
    const c = (key: string, args?: Record<string, string | number>) => t(`login-channels.${key}`, args);
    const [zh, en] = [unique("统一登录"), unique("Sign-on ")];
    const name = productLocale === "zh_CN" ? zh : en;
    try {
      const token = await signIn(await makePerson({ roleKeys: ["administrator"] }));
      const created = await page.request.post("/api/admin/login-channels", {
        headers: { authorization: token },
        data: {
          kind: "oidc",
          nameZh: zh,
          nameEn: en,
          settings: { issuer: provider.issuer },
          secrets: { clientSecret: OIDC_CLIENT.secret },
          app: { appId: OIDC_CLIENT.id },
        },
      });
      expect(created.status()).toBe(200);
      await page.goto(PATH);
      const row = page.getByRole("listitem").filter({ hasText: name });
      await row.getByRole("switch").click();
      await page.getByRole("button", { name: c("test.go") }).click();
      await page.getByRole("button", { name: "Cancel at the provider" }).click();
      const outcome = page.getByRole("dialog", { name: c("test.title") });
      await expect(outcome.getByRole("alert")).toContainText(c("reasons.denied"));
      await expect(outcome.getByRole("button", { name: c("test.turnOn") })).toHaveCount(0);

      await outcome.getByRole("button", { name: c("test.edit") }).click();
      const form = page.getByRole("dialog", { name });
      await expect(form.getByText(c("secret.stored"), { exact: true })).toBeVisible();
      await form.getByRole("textbox", { name: c("form.nameEn") }).fill(`${en} 2`);
      await form.getByRole("button", { name: t("common.action.cancel") }).click();
      const question = page.getByRole("alertdialog");
      await expect(question).toContainText(c("leave.title"));
      await question.getByRole("button", { name: t("common.action.cancel") }).click();
      await expect(form.getByRole("textbox", { name: c("form.nameEn") })).toHaveValue(`${en} 2`);
      await form.getByRole("button", { name: t("common.action.save"), exact: true }).click();
      await expect(form).toHaveCount(0);
      const { data } = (await created.json()) as { data: { id: string } };
      const gone = await page.request.delete(`/api/admin/login-channels/${data.id}`, {
        headers: { authorization: token },
      });
      expect(gone.status()).toBe(200);
    } finally {
      await provider.close();
    }
  });
});
