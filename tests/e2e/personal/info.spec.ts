import { createReadStream } from "node:fs";
import { createCanvas } from "@napi-rs/canvas";
import { unzip } from "../../factories/unzip";
import { PersonalPage } from "../../pages/personal-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

function picture(): Buffer {
  const canvas = createCanvas(120, 80);
  const context = canvas.getContext("2d");
  context.fillStyle = "#336699";
  context.fillRect(0, 0, 120, 80);
  return canvas.toBuffer("image/png");
}

inBothLanguages("the own account", () => {
  test("name, phone and picture are changed, and the sidebar follows", async ({ page, t, makePerson, signIn }) => {
    const person = await makePerson();
    await signIn(person);
    await page.goto("/personal/chat");
    const personal = new PersonalPage(page, t);
    await personal.openFromMenu();
    await expect(page).toHaveTitle(new RegExp(t("screens.userInfo")));
    const { profile } = personal;
    await expect(profile).toContainText(person.account);
    const name = profile.getByRole("textbox", { name: t("personal.profile.name") });
    const phone = profile.getByRole("textbox", { name: t("personal.profile.phone") });
    const save = profile.getByRole("button", { name: t("personal.profile.save") });
    await expect(save).toBeDisabled();
    await phone.fill("12345");
    await name.fill("");
    await save.click();
    await expect(profile.getByText(t("validation.required"))).toBeVisible();
    await name.fill("Zhang San");
    await save.click();
    await expect(profile.getByText(t("validation.phone"))).toBeVisible();
    await phone.fill("138 0013 8000");
    await save.click();
    await expect(page.getByText(t("personal.profile.saved"))).toBeVisible();
    await expect(phone).toHaveValue("+8613800138000");
    const foot = page.getByRole("button", { name: t("nav.userMenu.open") });
    await expect(foot).toContainText("Zhang San");

    await profile
      .locator('input[type="file"]')
      .setInputFiles({ name: "me.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
    await expect(profile.getByRole("alert")).toHaveText(t("personal.avatar.type"));
    await profile
      .locator('input[type="file"]')
      .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture() });
    await expect(page.getByText(t("personal.avatar.saved"))).toBeVisible();
    await expect(foot.locator("img")).toHaveAttribute("src", /\/api\/files\//);
    await expect
      .poll(() => foot.locator("img").evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBe(256);
    await profile.getByRole("button", { name: t("personal.avatar.remove") }).click();
    await expect(foot.locator("img")).toHaveCount(0);
  });

  test("language and appearance act at once", async ({ page, t, makePerson, signIn, productLocale }) => {
    await signIn(await makePerson());
    const personal = new PersonalPage(page, t);
    await personal.open("info");
    await page.getByRole("radio", { name: t("nav.userMenu.dark"), exact: true }).click();
    await expect(page.locator("html")).toHaveClass(/dark/);
    await page.getByRole("radio", { name: productLocale === "zh_CN" ? "English" : "简体中文" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", productLocale === "zh_CN" ? "en-GB" : "zh-CN");
    await expect(
      page.getByRole("heading", { level: 1, name: productLocale === "zh_CN" ? "Personal centre" : "个人中心" }),
    ).toBeVisible();
  });

  test("memory is off until it is switched on; entries are written, changed and deleted", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    const personal = new PersonalPage(page, t);
    await personal.open("info");
    const { memory } = personal;
    const toggle = memory.getByRole("switch", { name: t("personal.memory.enable") });
    await expect(toggle).not.toBeChecked();
    await expect(memory.getByText(t("personal.memory.offText"))).toBeVisible();
    await toggle.click();
    await expect(memory.getByText(t("personal.memory.onText"))).toBeVisible();
    const add = memory.getByRole("button", { name: t("personal.memory.add") });
    const entries = memory.getByRole("list", { name: t("personal.memory.list") }).getByRole("listitem");
    for (const text of ["I review contracts", "Answer in two sentences"]) {
      await add.click();
      const field = memory.getByRole("textbox", { name: t("personal.memory.newLabel") });
      await memory.getByRole("button", { name: t("common.action.save") }).click();
      await expect(memory.getByText(t("validation.required"))).toBeVisible();
      await field.fill(text);
      await memory.getByRole("button", { name: t("common.action.save") }).click();
      await expect(entries.filter({ hasText: text })).toHaveCount(1);
    }
    await memory.getByRole("button", { name: t("personal.memory.edit", { text: "I review contracts" }) }).click();
    await memory.getByRole("textbox", { name: t("personal.memory.editLabel") }).fill("I review leases");
    await memory.getByRole("button", { name: t("common.action.save") }).click();
    await expect(entries.filter({ hasText: "I review leases" })).toHaveCount(1);
    await memory.getByRole("button", { name: t("personal.memory.removeOne", { text: "I review leases" }) }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t("personal.memory.remove"), exact: true })
      .click();
    await expect(entries).toHaveCount(1);
    await page.reload();
    await expect(entries).toHaveText([/Answer in two sentences/]);
    await expect(toggle).toBeChecked();
    await memory.getByRole("button", { name: t("personal.memory.removeAll"), exact: true }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t("personal.memory.removeAll"), exact: true })
      .click();
    await expect(entries).toHaveCount(0);
  });

  test("all own data comes as one archive", async ({ page, t, makePerson, signIn }) => {
    const person = await makePerson();
    await signIn(person);
    const personal = new PersonalPage(page, t);
    await personal.open("info");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: t("personal.data.download") }).click();
    const file = await download;
    expect(file.suggestedFilename()).toContain(person.account);
    const chunks: Buffer[] = [];
    for await (const chunk of createReadStream(await file.path())) chunks.push(chunk as Buffer);
    const profile = JSON.parse(unzip(Buffer.concat(chunks)).get("profile.json") ?? "{}") as { account: string };
    expect(profile.account).toBe(person.account);
  });
});

for (const tab of ["info", "token", "collected"] as const) {
  test(`${tab} has no serious finding`, async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const personal = new PersonalPage(page, t);
    await personal.open(tab);
    if (tab === "collected") await page.getByText(t("personal.collected.empty.title")).waitFor();
    expect(await findings(page)).toEqual([]);
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("nothing scrolls sideways", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const personal = new PersonalPage(page, t);
    for (const tab of ["info", "token", "collected"] as const) {
      await personal.open(tab);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([tab, sideways]).toEqual([tab, 0]);
    }
  });
});
