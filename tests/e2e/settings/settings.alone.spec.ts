import type { APIRequestContext, Page } from "@playwright/test";
import { LoginPage } from "../../pages/login-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, type Person, test, tokenOf } from "../../setup/e2e";

const CONFIG = "/system/system-manage/base-config-config";
const TERMS = "/system/system-manage/terms-of-use";
/** Ways in which a text has run in other products; here nothing of it may. */
const PAYLOADS = [
  "<script>window.__ran=1</script>",
  "<img src=x onerror=window.__ran=1>",
  "<svg onload=window.__ran=1></svg>",
  "[a](javascript:window.__ran=1)",
  "![a](javascript:window.__ran=1)",
  "[a](data:text/html,<script>window.__ran=1</script>)",
  "<a href=javascript:window.__ran=1>a</a>",
  "<iframe srcdoc='<script>parent.__ran=1</script>'></iframe>",
  '"><script>window.__ran=1</script>',
  "</title><script>window.__ran=1</script>",
  "{{constructor.constructor('window.__ran=1')()}}",
];
const ran = (page: Page) => page.evaluate(() => (window as { __ran?: number }).__ran);

// Last of all by its name: terms that were published are asked of everybody from then on.

/** Accepts whatever applies: an earlier test may have asked everybody. */
async function ready(request: APIRequestContext, person: Person, origin: string): Promise<string> {
  const token = await tokenOf(request, person, origin);
  const headers = { authorization: token };
  const { data } = await (await request.get("/api/admin/user/terms", { headers })).json();
  if (data) await request.post("/api/admin/user/terms", { headers, data: { versionId: data.id, language: "zh_CN" } });
  return token;
}

async function publish(request: APIRequestContext, token: string, markdown: string, mustAccept: boolean) {
  const headers = { authorization: token };
  const { data: draft } = await (await request.post("/api/admin/terms", { headers, data: {} })).json();
  const texts = { markdownZh: markdown, markdownEn: markdown, noteZh: markdown.slice(0, 400), noteEn: "" };
  const { data } = await (await request.patch(`/api/admin/terms/${draft.id}`, { headers, data: texts })).json();
  const answer = await request.post(`/api/admin/terms/${draft.id}/publish`, {
    headers,
    data: { mustAccept, updatedAt: data.updatedAt },
  });
  expect(answer.status()).toBe(200);
}

inBothLanguages("basic configuration", () => {
  test("is changed in one form, saved by keyboard, shown at once, and taken back", async ({
    page,
    t,
    makePerson,
    signIn,
    request,
    baseURL,
  }) => {
    const admin = await makePerson({ roleKeys: ["administrator"] });
    await ready(request, admin, baseURL ?? "");
    await signIn(admin);
    await page.goto(CONFIG);
    const title = page.getByLabel(t("configuration.custom.browserPageSignature"), { exact: true });
    await title.fill(PAYLOADS[9] ?? "");
    await expect(page.getByText(t("configuration.unsaved"))).toBeVisible();
    await page.keyboard.press("Control+s");
    await expect(page.getByText(t("configuration.unsaved"))).toBeHidden();
    await page.reload();
    await expect(page).toHaveTitle(/<script>/);
    expect(await ran(page)).toBeUndefined();
    await page.getByRole("button", { name: t("configuration.history.open") }).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByText(t("configuration.custom.browserPageSignature")).first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await drawer
      .getByRole("button", { name: t("configuration.history.restore"), exact: true })
      .last()
      .click();
    const kind = t("configuration.kind.customConfig");
    const asked = page.getByRole("dialog", {
      name: t("configuration.history.restoreTitle", { kind, version: 0 }),
    });
    await asked.getByRole("button", { name: t("configuration.history.restore"), exact: true }).click();
    await expect(asked).toBeHidden();
    await expect(drawer.getByText(t("configuration.history.current")).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(title).toHaveValue("");
  });

  test("says at the field what is wrong, asks before changes are left, and sends a test letter", async ({
    page,
    t,
    makePerson,
    signIn,
    request,
    baseURL,
  }) => {
    const admin = await makePerson({ roleKeys: ["administrator"] });
    await ready(request, admin, baseURL ?? "");
    await signIn(admin);
    await page.goto(CONFIG);
    const zone = page.getByLabel(t("configuration.custom.timeZone"), { exact: true });
    await zone.fill("Mars/Olympus");
    await page.keyboard.press("Control+s");
    await expect(zone).toHaveAttribute("aria-invalid", "true");
    await page
      .getByRole("link", { name: t("terms.title") })
      .first()
      .click();
    await expect(page.getByRole("alertdialog", { name: t("configuration.leave.title") })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(zone).toHaveValue("Mars/Olympus");
    await page.getByRole("button", { name: t("configuration.discard") }).click();
    await page.getByLabel(t("configuration.mail.host"), { exact: true }).fill("169.254.169.254");
    await page.getByLabel(t("configuration.mail.from"), { exact: true }).fill("a@product.test");
    await page.getByLabel(t("configuration.mail.testTo"), { exact: true }).fill("b@product.test");
    await page.getByRole("button", { name: t("configuration.mail.test"), exact: true }).click();
    await expect(page.getByText(t("errors.addressRefused"))).toBeVisible();
  });

  test("goes out as one file and comes in after a preview", async ({
    page,
    t,
    makePerson,
    signIn,
    request,
    baseURL,
  }) => {
    const admin = await makePerson({ roleKeys: ["administrator"] });
    const token = await ready(request, admin, baseURL ?? "");
    const headers = { authorization: token };
    const file = await (await request.get("/api/admin/config/settings", { headers })).json();
    file.sections.configuration[0].value.loginTaglineZh = `导入 ${Date.now()}`;
    await signIn(admin);
    await page.goto(CONFIG);
    await page
      .locator("input[type=file][accept*=json]")
      .setInputFiles({ name: "s.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(file)) });
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(t("configuration.custom.loginTaglineZh"))).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole("button", { name: t("configuration.file.apply") }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel(t("configuration.custom.loginTaglineZh"), { exact: true })).toHaveValue(/^导入/);
  });
});

inBothLanguages("terms of use", () => {
  test("are written, published and asked for; who accepted stands in the list", async ({
    page,
    t,
    makePerson,
    signIn,
    request,
    baseURL,
  }) => {
    const admin = await makePerson({ roleKeys: ["administrator"] });
    await ready(request, admin, baseURL ?? "");
    await signIn(admin);
    await page.goto(TERMS);
    await page.getByRole("button", { name: new RegExp(`${t("terms.newDraft")}|${t("terms.editDraft")}`) }).click();
    // A new draft begins with what applies: the text must differ from that of the other language's run.
    const text = [...PAYLOADS, crypto.randomUUID()].join("\n\n");
    await page.getByRole("textbox", { name: t("terms.markdownZh") }).fill(text);
    await page.getByRole("textbox", { name: t("terms.markdownEn") }).fill(text);
    await expect(page.getByText(t("terms.unsaved"))).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: t("terms.publish.open"), exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: t("terms.publish.ask.title") }).click();
    await dialog.getByRole("button", { name: t("terms.publish.ok"), exact: true }).click();
    // The one who publishes is asked too, at the next call.
    await expect(page).toHaveURL(/\/login\?step=terms/);
    await expect(page.getByRole("heading", { name: t("auth.terms.title") })).toBeVisible();
    expect([await ran(page), await findings(page)]).toEqual([undefined, []]);
    await page.getByRole("button", { name: t("auth.terms.submit") }).click();
    await expect(page.getByText(t("auth.terms.mustAgree"))).toBeVisible();
    await page.getByRole("checkbox").click();
    await page.getByRole("button", { name: t("auth.terms.submit") }).click();
    await expect(page).toHaveURL(new RegExp(TERMS));
    await page.getByRole("table").getByRole("button").first().click();
    await page.getByRole("tab", { name: t("terms.tab.acceptances") }).click();
    await page.getByRole("searchbox", { name: t("terms.acceptances.search") }).fill(admin.account);
    await expect(page.getByRole("dialog").getByText(admin.name)).toBeVisible();
    expect([await ran(page), await findings(page)]).toEqual([undefined, []]);
  });

  test("stand between a person and the product until they are accepted", async ({
    page,
    t,
    makePerson,
    request,
    baseURL,
  }) => {
    const admin = await makePerson({ roleKeys: ["administrator"] });
    await publish(request, await ready(request, admin, baseURL ?? ""), PAYLOADS.join("\n\n"), true);
    const person = await makePerson();
    const login = new LoginPage(page, t);
    await login.open();
    await login.logIn(person);
    await expect(page.getByRole("heading", { name: t("auth.terms.title") })).toBeVisible();
    const token = await page.evaluate(() => localStorage.getItem("token"));
    const call = () => page.request.get("/api/chat/sessions", { headers: { authorization: token ?? "" } });
    expect((await call()).status()).toBe(403);
    await page.goto("/personal/chat");
    await expect(page).toHaveURL(/\/login\?step=terms/);
    expect([await ran(page), await findings(page)]).toEqual([undefined, []]);
    await page.getByRole("checkbox").click();
    await page.getByRole("button", { name: t("auth.terms.submit") }).click();
    await expect(page).toHaveURL(/\/personal\/chat/);
    expect((await call()).status()).toBe(200);
  });
});

test("both screens have no serious finding", async ({ page, t, makePerson, signIn, request, baseURL }) => {
  const admin = await makePerson({ roleKeys: ["administrator"] });
  await ready(request, admin, baseURL ?? "");
  await signIn(admin);
  await page.goto(CONFIG);
  await expect(page.getByRole("heading", { name: t("configuration.section.mail.title") })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.goto(TERMS);
  await expect(page.getByRole("heading", { name: t("terms.title") })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
