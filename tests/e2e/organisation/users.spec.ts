import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test, tokenOf } from "../../setup/e2e";

const PATH = "/system/user-manage/user-manage";
const unique = (text: string) => `${text}${crypto.randomUUID().replaceAll("-", "").slice(0, 10)}`;

inBothLanguages("Users", () => {
  test("a person is made with a one-time code, comes in with it, is changed and leaves", async ({
    page,
    t,
    makePerson,
    signIn,
    baseURL,
    browser,
  }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const u = (key: string, args?: Record<string, string | number>) => t(`organisation.users.${key}`, args);
    const [account, name] = [unique("p."), unique("王")];
    await page.goto(`${PATH}?q=${account}`);
    await page.getByRole("button", { name: u("create") }).click();
    const drawer = page.getByRole("dialog").first();
    const save = drawer.getByRole("button", { name: t("common.action.save") });
    await save.click();
    await expect(drawer.getByText(t("validation.chooseRole"))).toBeVisible();
    await drawer.getByRole("textbox", { name: u("field.account") }).fill(account);
    await drawer.getByRole("textbox", { name: u("field.name") }).fill(name);
    await drawer.getByRole("textbox", { name: u("field.phone") }).fill("1380013800");
    await drawer.getByRole("textbox", { name: u("field.email") }).focus();
    await expect(drawer.getByText(t("validation.phone"))).toBeVisible();
    await drawer.getByRole("textbox", { name: u("field.phone") }).fill("13800138000");
    await drawer.getByRole("button", { name: u("field.department") }).click();
    await page
      .getByRole("dialog", { name: u("field.department") })
      .getByRole("treeitem")
      .first()
      .click();
    await drawer.getByRole("button", { name: u("addRole") }).click();
    const roles = page.getByRole("dialog", { name: u("field.roles") });
    await roles.getByLabel(u("searchRole")).fill(t("organisation.title") === "组织" ? "员工" : "Staff");
    await roles.getByRole("checkbox").first().click();
    await page.keyboard.press("Escape");
    await save.click();
    await expect(page.getByText(u("once.warning"))).toBeVisible();
    const code = (await page.getByRole("dialog").locator("code").last().textContent()) ?? "";
    expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/);
    await page.getByRole("button", { name: u("once.done") }).click();

    const row = page.getByRole("row").filter({ hasText: account });
    await expect(row).toContainText(u("state.awaiting"));
    // A visitor of their own: this browser stays the administrator's.
    const visitor = await browser.newContext();
    await tokenOf(visitor.request, { account, password: code }, baseURL ?? "");
    await visitor.close();

    await row.getByRole("button", { name }).first().click();
    await expect(page).toHaveURL(/user=/);
    const renamed = `${name}二`;
    const edit = page.getByRole("dialog").first();
    await edit.getByRole("textbox", { name: u("field.name") }).fill(renamed);
    await edit.getByRole("button", { name: t("common.action.save") }).click();
    await expect(row).toContainText(renamed);

    await row.getByRole("button", { name: u("more", { name: renamed }) }).click();
    await page.getByRole("menuitem", { name: u("leave.delete") }).click();
    const leave = page.getByRole("dialog");
    await expect(leave.getByText(u("leave.nothing"))).toBeVisible();
    await leave.getByRole("button", { name: u("leave.delete") }).click();
    await expect(row).toHaveCount(0);
    await expect(page.getByText(t("common.table.noResult"))).toBeVisible();
  });

  test("several are disabled and enabled at once; whom it cannot be done to is told of", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const administrator = await makePerson({ roleKeys: ["administrator"] });
    const people = [await makePerson(), await makePerson()];
    await signIn(administrator);
    const u = (key: string, args?: Record<string, string | number>) => t(`organisation.users.${key}`, args);
    await page.goto(`${PATH}?q=Person`);
    for (const person of [...people, administrator]) {
      await page.getByLabel(u("search")).fill(person.account);
      const row = page.getByRole("row").filter({ hasText: person.account });
      await expect(row).toBeVisible();
    }
    // The administrator alone: nothing may be done to oneself.
    await page.getByRole("checkbox", { name: u("pick", { name: administrator.name }) }).click();
    await page.getByRole("button", { name: u("bulk.more") }).click();
    await page.getByRole("menuitem", { name: u("bulk.ok.disable") }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: u("bulk.ok.disable") })
      .click();
    await expect(page.getByText(t("errors.ownAccount"))).toBeVisible();
    await page
      .getByRole("button", { name: u("bulk.close") })
      .last()
      .click();

    const [first] = people;
    await page.getByLabel(u("search")).fill(first!.account);
    await page.getByRole("checkbox", { name: u("pick", { name: first!.name }) }).click();
    await page.getByRole("button", { name: u("bulk.more") }).click();
    await page.getByRole("menuitem", { name: u("bulk.ok.disable") }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: u("bulk.ok.disable") })
      .click();
    await expect(page.getByRole("row").filter({ hasText: first!.account })).toContainText(u("state.disabled"));
  });

  test("a department beside the list narrows it, and stands in the address", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const person = await makePerson({ roleKeys: ["administrator"] });
    await signIn(person);
    await page.goto(`${PATH}?q=${person.account}&status=disabled`);
    await expect(page.getByText(t("common.table.noResult"))).toBeVisible();
    await page.getByRole("button", { name: t("common.table.clearFilters") }).click();
    await expect(page).not.toHaveURL(/status=/);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    const tree = page.getByRole("tree");
    await expect(tree.getByRole("treeitem").first()).toHaveAttribute("aria-selected", "true");
  });
});

test("users are no page of people without the permission", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson());
  await page.goto(PATH);
  await expect(page.getByText(t("common.notFound.title"))).toBeVisible();
});

test("users and their drawers have no serious finding", async ({ page, makePerson, signIn }) => {
  const person = await makePerson({ roleKeys: ["administrator"] });
  await signIn(person);
  await page.goto(`${PATH}?q=${person.account}`);
  await expect(page.getByRole("treeitem").first()).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  for (const open of ["new", person.id]) {
    await page.goto(`${PATH}?user=${open}`);
    await expect(page.getByRole("dialog").getByRole("textbox").first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
  }
});
