import type { Page } from "@playwright/test";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, type Texts, test } from "../../setup/e2e";

const PATH = "/system/user-manage/dept-manage";
const unique = (text: string) => `${text}${crypto.randomUUID().slice(0, 6)}`;

async function command(page: Page, t: Texts, name: string, key: string) {
  await page.getByRole("button", { name: t("organisation.departments.more", { name }) }).click();
  await page.getByRole("menuitem", { name: t(`organisation.departments.${key}`) }).click();
}

async function make(page: Page, t: Texts, parent: string, name: string) {
  await command(page, t, parent, "addBelow");
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel(t("organisation.departments.field.name")).fill(name);
  await drawer.getByRole("button", { name: t("common.action.save") }).click();
  await expect(drawer).toHaveCount(0);
}

inBothLanguages("Departments", () => {
  test("are made, put in order, moved, merged and deleted", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    await page.goto(PATH);
    const d = (key: string, args?: Record<string, string | number>) => t(`organisation.departments.${key}`, args);
    const tree = page.getByRole("tree", { name: d("title") });
    const [top, first, second] = [unique("总部"), unique("法务"), unique("采购")];

    await page.getByRole("button", { name: d("create") }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(drawer.getByText(t("validation.required"))).toBeVisible();
    await drawer.getByLabel(d("field.name")).fill(top);
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(drawer).toHaveCount(0);

    // The search keeps the tree to what this journey made; below what it finds everything can be reached.
    await page.getByLabel(d("search")).fill(top);
    await expect(page).toHaveURL(/q=/);
    await make(page, t, top, first);
    await make(page, t, top, second);
    const line = (name: string) => tree.getByRole("treeitem", { name });
    await tree.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    if ((await line(top).getAttribute("aria-expanded")) === "false") await page.keyboard.press("ArrowRight");
    await expect(line(first)).toHaveAttribute("aria-posinset", "1");
    const people = /\/user-manage\?dept=[\w-]+$/;
    await expect(line(first).getByRole("link", { name: first })).toHaveAttribute("href", people);

    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Alt+ArrowDown");
    await expect(line(first)).toHaveAttribute("aria-posinset", "2");
    await line(first).dragTo(line(second), {
      targetPosition: { x: 160, y: 4 },
      sourcePosition: { x: 160, y: 20 },
      steps: 8,
    });
    await expect(line(first)).toHaveAttribute("aria-posinset", "1");

    await command(page, t, top, "delete.ok");
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: d("delete.ok") })
      .click();
    await expect(page.getByText(t("errors.departmentHasChildren"))).toBeVisible();
    await page.keyboard.press("Escape");

    await command(page, t, first, "merge.menu");
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByRole("button", { name: d("merge.ok") })).toBeDisabled();
    await dialog.getByRole("button", { name: d("field.target") }).click();
    const picker = page.getByRole("dialog", { name: d("field.target") });
    await picker.getByLabel(d("search")).fill(second);
    await picker.getByRole("treeitem", { name: second }).click();
    await dialog.getByRole("button", { name: d("merge.ok") }).click();
    await expect(line(first)).toHaveCount(0);

    await command(page, t, second, "disable.ok");
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: d("disable.ok") })
      .click();
    await expect(line(second)).toContainText(d("disabled"));
    await command(page, t, second, "delete.ok");
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: d("delete.ok") })
      .click();
    await expect(line(second)).toHaveCount(0);
  });

  test("are given out as a file", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    await page.goto(PATH);
    await page.getByRole("button", { name: t("common.export.label") }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: t("common.export.xlsx") }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  });
});

test("departments and their drawer have no serious finding", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  await page.goto(PATH);
  await expect(page.getByRole("treeitem").first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: t("organisation.departments.create") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
