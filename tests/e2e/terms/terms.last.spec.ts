import type { APIRequestContext, Page } from "@playwright/test";
import { LoginPage } from "../../pages/login-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, type Person, test, tokenOf } from "../../setup/e2e";

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

// Last of all: terms that were published are asked of everybody from then on.

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

test("terms of use have no serious finding", async ({ page, t, makePerson, signIn, request, baseURL }) => {
  const admin = await makePerson({ roleKeys: ["administrator"] });
  await ready(request, admin, baseURL ?? "");
  await signIn(admin);
  await page.goto(TERMS);
  await expect(page.getByRole("heading", { name: t("terms.title") })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
