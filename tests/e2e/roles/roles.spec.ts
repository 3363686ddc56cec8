import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const LIST = "/system/user-manage/role-manage";

inBothLanguages("roles", () => {
  test("a role is made, given, explained, previewed, copied and deleted", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const member = await makePerson({ roleKeys: [] });
    const name = `role ${crypto.randomUUID().slice(0, 8)}`;
    await page.goto(LIST);
    await page.getByRole("button", { name: t("roles.create") }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(drawer.getByText(t("validation.required")).first()).toBeVisible();
    await drawer.getByLabel(t("roles.form.name"), { exact: false }).first().fill(name);
    await drawer.getByRole("switch", { name: t("roles.form.tokensUnlimited") }).click();
    await drawer.getByLabel(t("roles.form.tokens")).fill("1000");
    await drawer.getByRole("searchbox", { name: t("roles.tree.search") }).fill("REPORT:DASHBOARD");
    await drawer.getByRole("checkbox", { name: t("codes.SYSTEM:REPORT:DASHBOARD.name"), exact: true }).click();
    // The console itself comes along.
    await expect(drawer.getByText(t("roles.tree.chosen", { count: 2 }))).toBeVisible();
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(drawer).toHaveCount(0);

    await page.getByRole("searchbox", { name: t("roles.search") }).fill(name);
    const row = page.getByRole("row").filter({ hasText: name });
    await expect(row.getByText("1,000")).toBeVisible();
    await row.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByText("SYSTEM:REPORT:DASHBOARD")).toBeVisible();

    await page.getByRole("tab", { name: t("roles.detail.members") }).click();
    await page
      .getByRole("button", { name: t("roles.members.add") })
      .first()
      .click();
    await drawer.getByRole("searchbox").fill(member.account);
    await drawer.getByRole("checkbox", { name: new RegExp(member.account) }).click();
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    const person = page.getByRole("row").filter({ hasText: member.account });
    await expect(person).toBeVisible();
    await person.getByRole("button", { name: t("roles.members.more", { name: member.name }) }).click();
    await page.getByRole("menuitem", { name: t("roles.members.why") }).click();
    await expect(drawer.getByText(t("roles.why.from", { roles: name })).first()).toBeVisible();
    await drawer.getByRole("button", { name: t("common.action.close") }).click();

    await page.getByRole("tab", { name: t("roles.detail.preview") }).click();
    const menu = page.getByRole("region", { name: t("roles.preview.console") });
    await expect(menu.getByText(t("screens.systemReportV2Dashboard"))).toBeVisible();
    await expect(menu.getByText(t("screens.systemGatewayModelSupplier"))).toHaveCount(0);
    await page.getByRole("button", { name: t("roles.preview.showCalls") }).click();
    await expect(page.getByText("/api/admin/report/dashboard", { exact: true })).toBeVisible();

    await page.getByRole("button", { name: t("roles.more", { name }) }).click();
    await page.getByRole("menuitem", { name: t("roles.delete.ok") }).click();
    const question = page.getByRole("alertdialog");
    await expect(question.getByText(t("roles.delete.people", { count: 1, name }))).toBeVisible();
    await question.getByRole("button", { name: t("roles.delete.ok") }).click();
    await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  });

  test("the administrator role is only looked at", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    await page.goto(`${LIST}?type=system`);
    const row = page
      .getByRole("row")
      .filter({ hasText: t("roles.type.system") })
      .last();
    await row.getByRole("button").last().click();
    await expect(page.getByRole("menuitem", { name: t("roles.copy") })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: t("roles.edit") })).toHaveCount(0);
    await page.getByRole("menuitem", { name: t("roles.open") }).click();
    await expect(page.getByText(t("roles.detail.all"))).toBeVisible();
  });
});

test("a role given and taken acts on the next page of somebody who is signed in", async ({
  page,
  request,
  baseURL,
  makePerson,
  signIn,
  t,
}) => {
  const { tokenOf, ADMIN } = await import("../../setup/e2e");
  const headers = { authorization: await tokenOf(request, ADMIN, baseURL ?? ""), origin: baseURL ?? "" };
  const person = await makePerson({ roleKeys: [] });
  const name = `role ${crypto.randomUUID().slice(0, 8)}`;
  const data = { name, type: "custom", permissions: ["PERSONAL:CHAT"] };
  const made = await (await request.post("/api/admin/org/roles", { data, headers })).json();
  const at = `/api/admin/org/roles/${made.data.id}`;
  await request.patch(`${at}/members`, { data: { add: [person.id] }, headers });
  await signIn(person);
  const report = "/system/report-v2/dashboard";
  await page.goto(report);
  await expect(page).toHaveURL(/\/404$/);
  await request.patch(at, { data: { permissions: ["PERSONAL:CHAT", "SYSTEM:REPORT:DASHBOARD"] }, headers });
  // The page that is left may just be asking for itself anew because its rights changed, which takes the navigation back.
  await expect(() => page.goto(report)).toPass();
  await expect(page.getByRole("heading", { level: 1, name: t("screens.systemReportV2Dashboard") })).toBeVisible();
  await request.patch(at, { data: { permissions: ["PERSONAL:CHAT"] }, headers });
  await expect(() => page.goto(report)).toPass();
  await expect(page).toHaveURL(/\/404$/);
});

test("roles and their drawers have no serious finding", async ({ page, t, makePerson, signIn }) => {
  const headers = { authorization: await signIn(await makePerson({ roleKeys: ["administrator"] })) };
  const { data } = await (await page.request.get("/api/admin/org/roles/choices", { headers })).json();
  const { id } = data.items.find(({ key }: { key: string }) => key === "staff");
  await page.goto(LIST);
  await expect(page.getByRole("table")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  for (const query of [
    "?open=new",
    `/detail?id=${id}`,
    `/detail?id=${id}&tab=members`,
    `/detail?id=${id}&tab=preview`,
  ]) {
    await page.goto(LIST + query);
    await page.waitForLoadState("networkidle");
    expect({ query, findings: await findings(page) }).toEqual({ query, findings: [] });
  }
  await page.goto(`${LIST}/detail?id=${id}&tab=members&open=add`);
  await expect(page.getByRole("dialog").getByText(t("roles.picker.hint"))).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
