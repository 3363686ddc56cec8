import type { Page } from "@playwright/test";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const SCREEN = "/system/user-manage/menu-manage";

// One menu for the whole product: journeys that change it follow one another.
test.describe.configure({ mode: "serial" });

/** Keys of the entries in the order they stand. */
const order = (page: Page, keys: readonly string[]) =>
  page
    .locator("[data-menu]")
    .evaluateAll(
      (rows, wanted) => rows.map((row) => row.getAttribute("data-menu") ?? "").filter((key) => wanted.includes(key)),
      [...keys],
    );

inBothLanguages("menus", () => {
  test.afterEach(async ({ page, signIn, makePerson }) => {
    const headers = { authorization: await signIn(await makePerson({ roleKeys: ["administrator"] })) };
    await page.request.post("/api/admin/org/menus/reset", { headers, data: {} });
  });

  test("entries are reordered by button and by keyboard, renamed, hidden and put back", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    await page.goto(`${SCREEN}?half=console`);
    const [models, tools] = ["systemSystemManageModelAccess", "systemSystemManageSysCommon"] as const;
    const keys = [models, tools];
    const name = t(`screens.${models}`);
    await expect.poll(() => order(page, keys)).toEqual([models, tools]);
    await page.getByRole("button", { name: `${t("menus.down")} ${name}`, exact: true }).click();
    await expect.poll(() => order(page, keys)).toEqual([tools, models]);
    // The sidebar follows.
    const sidebar = page.getByRole("navigation", { name: t("nav.consoleNavigation") });
    const links = () => sidebar.getByRole("link").allTextContents();
    await expect
      .poll(async () => (await links()).indexOf(name) > (await links()).indexOf(t(`screens.${tools}`)))
      .toBe(true);

    const handle = page.getByRole("button", { name: t("menus.drag", { name }) });
    await handle.focus();
    await page.keyboard.press("Space");
    await expect(page.getByText(t("menus.over", { name, place: 2 }))).toBeAttached();
    await page.keyboard.press("ArrowUp");
    await expect(page.getByText(t("menus.over", { name, place: 1 }))).toBeAttached();
    await page.keyboard.press("Space");
    await expect.poll(() => order(page, keys)).toEqual([models, tools]);
    await page.reload();
    await expect.poll(() => order(page, keys)).toEqual([models, tools]);

    await page.getByRole("button", { name, exact: true }).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByText("SYSTEM:CONFIG:MODELS")).toBeVisible();
    await drawer.getByLabel(t("menus.form.nameZh")).fill("模型广场");
    await drawer.getByLabel(t("menus.form.nameEn")).fill("Our models");
    await drawer.getByRole("searchbox", { name: t("menus.form.iconSearch") }).fill(t("menus.icons.rocket"));
    await drawer.getByRole("button", { name: t("menus.icons.rocket") }).click();
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(drawer).toHaveCount(0);
    await expect(sidebar.getByRole("link", { name: /模型广场|Our models/ })).toBeVisible();

    const row = page.locator(`[data-menu="${models}"]`);
    await row
      .getByRole("button", { name: /模型广场|Our models/ })
      .last()
      .click();
    await page.getByRole("menuitem", { name: t("menus.hide") }).click();
    await expect(row.getByText(t("menus.state.hidden"))).toBeVisible();
    await expect(sidebar.getByRole("link", { name: /模型广场|Our models/ })).toHaveCount(0);
    await row
      .getByRole("button", { name: /模型广场|Our models/ })
      .last()
      .click();
    await page.getByRole("menuitem", { name: t("menus.reset") }).click();
    await expect(sidebar.getByRole("link", { name, exact: true })).toBeVisible();

    // This console itself has no way to be hidden.
    const own = page.locator('[data-menu="systemUserManageMenuManage"]');
    await own.getByRole("button").last().click();
    await expect(page.getByRole("menuitem", { name: t("menus.edit") })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: t("menus.hide") })).toHaveCount(0);
  });

  test("a link is added with a code of its own, previewed by role, and deleted", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const code = `E${crypto.randomUUID().replaceAll("-", "").slice(0, 12).toUpperCase()}`;
    await page.goto(SCREEN);
    await page.getByRole("button", { name: t("menus.create"), exact: true }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel(t("menus.form.nameZh")).fill(`链接 ${code}`);
    await drawer.getByLabel(t("menus.form.nameEn")).fill(`Link ${code}`);
    await drawer.getByLabel(t("menus.form.address")).fill("http://oa.example.com");
    await drawer.getByLabel(t("menus.form.code")).fill("small");
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(drawer.getByText(t("validation.httpsAddress"))).toBeVisible();
    await expect(drawer.getByText(t("validation.linkCode"))).toBeVisible();
    await drawer.getByLabel(t("menus.form.address")).fill("https://oa.example.com");
    await drawer.getByLabel(t("menus.form.code")).fill(code);
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(drawer).toHaveCount(0);
    const label = new RegExp(`(链接|Link) ${code}`);
    await expect(page.locator("[data-menu]").filter({ hasText: label })).toBeVisible();

    await page.getByRole("button", { name: t("menus.preview.label") }).click();
    // The administrator role comes first and holds every link.
    await expect(drawer.getByText(label)).toBeVisible();
    await drawer.getByRole("combobox").click();
    await page
      .getByRole("option", { name: t("roles.type.system") === "系统" ? "访客" : "Visitor", exact: true })
      .click();
    await expect(drawer.getByText(t("roles.preview.noConsole"))).toBeVisible();
    await expect(drawer.getByText(label)).toHaveCount(0);
    await drawer.getByRole("button", { name: t("common.action.close") }).click();

    await page.goto("/");
    const link = page.getByRole("navigation", { name: t("nav.mainNavigation") }).getByRole("link", { name: label });
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", /noopener/);

    await page.goto(SCREEN);
    await page.locator("[data-menu]").filter({ hasText: label }).getByRole("button").last().click();
    await page.getByRole("menuitem", { name: t("menus.delete") }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(`LINK:${code}`);
    await question.getByRole("button", { name: t("menus.deleteDialog.ok") }).click();
    await expect(page.locator("[data-menu]").filter({ hasText: label })).toHaveCount(0);
  });
});

test("menus and their drawers have no serious finding", async ({ page, makePerson, signIn }) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  for (const query of ["", "?half=console", "?open=new", "?open=preview"]) {
    await page.goto(SCREEN + query);
    await page.locator("[data-menu]").first().waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    expect({ query, findings: await findings(page) }).toEqual({ query, findings: [] });
  }
});
