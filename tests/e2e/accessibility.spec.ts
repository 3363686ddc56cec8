import { ChatPage } from "../pages/chat-page";
import { GatewayPage } from "../pages/gateway-page";
import { LoginPage } from "../pages/login-page";
import { ModelAccessPage } from "../pages/model-access-page";
import { ToolAccessPage } from "../pages/tool-access-page";
import { findings } from "../setup/accessibility";
import { expect, test } from "../setup/e2e";
import { addUsage } from "../setup/e2e-usage";

test("login with its errors has no serious finding", async ({ page, t }) => {
  const login = new LoginPage(page, t);
  await login.open();
  expect(await findings(page)).toEqual([]);
  await login.submit.click();
  await expect(page.getByText(t("validation.accountRequired"))).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test("chat, empty and with an answer, has no serious finding", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson());
  const chat = new ChatPage(page, t);
  await chat.open();
  expect(await findings(page)).toEqual([]);
  await chat.pickModel("fake-markdown");
  await chat.ask("summary");
  const answer = await chat.finished("fake-markdown");
  await expect(answer.locator(".katex").first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test("model access and its drawers have no serious finding", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  const screen = new ModelAccessPage(page, t);
  await screen.open();
  expect(await findings(page)).toEqual([]);
  await screen.add.click();
  await screen.drawer.getByLabel(t("models-list.manual")).fill("by-hand");
  await screen.drawer.getByLabel(t("models-list.manual")).press("Enter");
  await expect(screen.drawer.getByRole("checkbox", { name: "by-hand" })).toBeChecked();
  expect(await findings(page)).toEqual([]);
});

test("tool access and its drawers have no serious finding", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  const screen = new ToolAccessPage(page, t);
  await screen.open();
  expect(await findings(page)).toEqual([]);
  for (const drawer of ["add", "web_search", "provider:new", "try:calculate"]) {
    await screen.open(`?open=${drawer}`);
    await screen.drawer.waitFor();
    expect(await findings(page)).toEqual([]);
  }
});

test("the reports have no serious finding", async ({ page, t, makePerson, signIn }) => {
  const person = await makePerson({ roleKeys: ["administrator"] });
  const day = new Date().toISOString().slice(0, 10);
  await addUsage([{ userId: person.id, app: "chat", day, inputTokens: 100, outputTokens: 20 }]);
  await signIn(person);
  await page.goto("/system/report-v2/dashboard?period=7d");
  const chart = page.getByRole("slider");
  await chart.focus();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: t("common.chart.asTable") }).click();
  expect(await findings(page)).toEqual([]);
  await page.goto("/system/report-v2/tokens-stats/user?period=7d&calls=all");
  await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.goto("/system/report-v2/tokens-stats/dept?period=7d");
  await expect(page.getByRole("tree")).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test("the supplier gateway has no serious finding", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  const screen = new GatewayPage(page, t);
  for (const query of ["", "?tab=channels", "?tab=prices", "?tab=budgets", "?tab=log"]) {
    await screen.open(query);
    await page.waitForLoadState("networkidle");
    expect({ query, findings: await findings(page) }).toEqual({ query, findings: [] });
  }
});

test("the drawers of the supplier gateway have no serious finding", async ({ page, t, makePerson, signIn }) => {
  const token = await signIn(await makePerson({ roleKeys: ["administrator"] }));
  const headers = { authorization: token };
  const models = await (await page.request.get("/api/admin/gateway/models?keyword=fake-echo", { headers })).json();
  const [model] = models.data.items;
  const screen = new GatewayPage(page, t);
  const drawers = [
    "?open=add",
    `?open=keys:${model.channels[0].supplierId}`,
    `?tab=channels&q=fake-echo&open=dry:${model.id}`,
    `?tab=prices&q=fake-echo&open=${model.channels[0].id}`,
    "?tab=log&open=settings",
  ];
  for (const query of drawers) {
    await screen.open(query);
    await screen.drawer.waitFor();
    await page.waitForLoadState("networkidle");
    expect({ query, findings: await findings(page) }).toEqual({ query, findings: [] });
  }
});

test("the page named 404 has no serious finding", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson());
  await page.goto("/nothing-here");
  await expect(page.getByRole("heading", { name: t("common.notFound.title") })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
