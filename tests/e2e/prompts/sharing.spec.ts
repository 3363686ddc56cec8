import { PromptsPage } from "../../pages/prompts-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const CONSOLE = "/system/detail-manage/prompt-manage";
const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 6)}`;

inBothLanguages("Shared prompts", () => {
  test("are reviewed in the console, read by colleagues and copied", async ({ page, t, makePerson, signIn }) => {
    const [owner, colleague, admin] = [
      await makePerson(),
      await makePerson(),
      await makePerson({ roleKeys: ["administrator"] }),
    ];
    const square = new PromptsPage(page, t);
    const c = (key: string, args?: Record<string, string | number>) => t(`prompts.console.${key}`, args);
    const name = unique("交付检查");
    const share = async () => {
      await square.command("share");
      const dialog = page.getByRole("dialog", { name: t("prompts.share.title", { name }) });
      await dialog.getByRole("radio", { name: t("prompts.share.all") }).click();
      await dialog.getByRole("button", { name: t("prompts.share.ok"), exact: true }).click();
      await expect(square.drawer.getByText(t("prompts.drawer.pending"))).toBeVisible();
    };

    await signIn(owner);
    await square.open("&tab=mine");
    await page.getByRole("button", { name: t("prompts.create"), exact: true }).click();
    await square.field("name").fill(name);
    await square.field("content").fill("检查交付物：第一版");
    await square.save();
    await expect(square.drawer.getByRole("heading", { name, exact: true })).toBeVisible();
    await share();

    await signIn(admin);
    await page.goto(`${CONSOLE}?q=${encodeURIComponent(name)}`);
    await page
      .getByRole("row", { name: new RegExp(name) })
      .getByRole("button", { name, exact: true })
      .click();
    await expect(square.drawer.getByText("检查交付物：第一版")).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await square.drawer.getByRole("button", { name: c("reject"), exact: true }).click();
    const refusal = page.getByRole("dialog", { name: c("rejectTitle") });
    await refusal.getByLabel(c("rejectNote")).fill("请写明检查项");
    await refusal.getByRole("button", { name: c("reject"), exact: true }).click();
    await expect(square.drawer).toHaveCount(0);
    await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText(t("prompts.status.rejected"));

    await signIn(owner);
    await square.open("&tab=mine");
    await square.openCard(name);
    await expect(square.drawer.getByText(t("prompts.drawer.rejected", { note: "请写明检查项" }))).toBeVisible();
    await square.drawer.getByRole("button", { name: t("prompts.drawer.edit"), exact: true }).click();
    await square.field("content").fill("检查交付物：数量、质量、时间");
    await square.save();
    await expect(square.drawer.getByRole("heading", { name, exact: true })).toBeVisible();
    await share();

    await signIn(admin);
    await page.goto(`${CONSOLE}?q=${encodeURIComponent(name)}&status=pending`);
    await page
      .getByRole("row", { name: new RegExp(name) })
      .getByRole("button", { name, exact: true })
      .click();
    await square.drawer.getByRole("button", { name: c("approve"), exact: true }).click();
    await expect(square.drawer).toHaveCount(0);

    await signIn(colleague);
    await square.open();
    await square.search.fill(name);
    await square.openCard(name);
    await expect(square.drawer.getByRole("tabpanel")).toContainText("数量、质量、时间");
    await square.drawer.getByRole("button", { name: t("prompts.drawer.fork"), exact: true }).click();
    await expect(
      square.drawer.getByRole("button", { name: t("prompts.drawer.forkOf", { name }), exact: true }),
    ).toBeVisible();
    await expect(square.drawer.getByRole("button", { name: t("prompts.drawer.edit"), exact: true })).toBeVisible();
  });

  test("of the organisation are made, filtered, versioned, switched off, deleted and given out", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const square = new PromptsPage(page, t);
    const c = (key: string, args?: Record<string, string | number>) => t(`prompts.console.${key}`, args);
    const name = unique("巡检记录");
    const row = page.getByRole("row", { name: new RegExp(name) });
    await page.goto(CONSOLE);
    await expect(page.getByRole("heading", { level: 1, name: c("title") })).toBeVisible();
    await expect(page.getByRole("row").nth(5)).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: c("create"), exact: true }).click();
    await square.field("name").fill(name);
    await square.field("content").fill("记录{{设备}}的状态");
    await square.save();
    await expect(square.drawer).toHaveCount(0);
    await page.getByRole("searchbox", { name: c("search") }).fill(name);
    await expect(row).toBeVisible();

    await row.getByRole("button", { name, exact: true }).click();
    await square.drawer.getByRole("button", { name: c("edit"), exact: true }).click();
    await square.field("content").fill("记录{{设备}}和{{温度}}");
    await square.drawer.getByRole("switch", { name: t("prompts.field.release") }).click();
    await square.save();
    await square.part("versions");
    const versions = square.drawer.getByRole("list", { name: t("prompts.versions.list") });
    await expect(versions.getByRole("listitem").last()).toContainText(t("prompts.versions.released"));
    await square.drawer.getByRole("button", { name: t("prompts.versions.releaseOf", { version: 2 }) }).click();
    await expect(versions.getByRole("listitem").first()).toContainText(t("prompts.versions.released"));
    await square.close();

    const menu = async (key: string) => {
      await row.getByRole("button", { name: c("more", { name }) }).click();
      await page.getByRole("menuitem", { name: c(key), exact: true }).click();
    };
    await menu("disable");
    await expect(row).toContainText(c("disabled"));
    await menu("delete");
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: c("delete"), exact: true })
      .click();
    await expect(row).toHaveCount(0);
    await page.getByRole("button", { name: t("common.action.undo"), exact: true }).click();
    await expect(row).toBeVisible();

    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: t("common.export.label"), exact: true }).click();
    await page.getByRole("menuitem", { name: t("common.export.csv") }).click();
    expect((await file).suggestedFilename()).toMatch(/\.csv$/);

    await page.getByRole("button", { name: c("categories"), exact: true }).click();
    const [zh, en] = [unique("类"), unique("Kind")];
    await square.drawer.getByLabel(t("prompts.categories.nameZh")).fill(zh);
    await square.drawer.getByLabel(t("prompts.categories.nameEn")).fill(en);
    await square.drawer.getByRole("button", { name: t("prompts.categories.add"), exact: true }).click();
    const kind = square.drawer.getByRole("listitem").filter({ hasText: `${zh} / ${en}` });
    await expect(kind).toBeVisible();
    expect(await findings(page)).toEqual([]);
    const shown = (await page.locator("html").getAttribute("lang"))?.startsWith("en") ? en : zh;
    await kind.getByRole("button", { name: t("prompts.categories.delete", { name: shown }) }).click();
    await expect(kind).toHaveCount(0);
  });
});
