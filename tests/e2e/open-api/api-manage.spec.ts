import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("API management", () => {
  test("a key is made, shown once, tried, limited, switched off and deleted", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const name = `key ${crypto.randomUUID().slice(0, 8)}`;
    await page.goto("/system/open-manage/api-manage");
    await page
      .getByRole("button", { name: t("open-api.create") })
      .first()
      .click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(drawer.getByText(t("validation.required")).first()).toBeVisible();
    await drawer.getByLabel(t("open-api.form.name")).fill(name);
    await drawer.getByLabel(t("open-api.form.addresses")).fill("nowhere");
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(drawer.getByText(t("validation.address"))).toBeVisible();
    await drawer.getByLabel(t("open-api.form.addresses")).fill("127.0.0.1\n::1");
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(drawer.getByText(t("open-api.secret.once"))).toBeVisible();
    const secret = (await drawer.locator("code").first().textContent()) ?? "";
    expect(secret).toMatch(/^sk-/);
    await drawer.getByRole("button", { name: t("open-api.secret.done") }).click();

    const row = page.getByRole("row").filter({ hasText: name });
    await expect(row).toBeVisible();
    expect(await page.content()).not.toContain(secret);

    await page.getByRole("tab", { name: t("open-api.tab.playground") }).click();
    await page.getByRole("button", { name: t("open-api.play.run") }).click();
    const result = page.getByRole("region", { name: t("open-api.play.result") });
    await expect(result.getByText("200", { exact: true })).toBeVisible();
    const code = page.getByRole("region", { name: t("open-api.play.code") });
    await code.getByRole("radio", { name: "Python" }).click();
    await expect(code).toContainText("from openai import OpenAI");
    await expect(code).not.toContainText(secret);

    await page.getByRole("tab", { name: t("open-api.tab.keys") }).click();
    const keySwitch = row.getByRole("switch");
    await keySwitch.click();
    await expect(keySwitch).not.toBeChecked();
    await page.getByRole("tab", { name: t("open-api.tab.playground") }).click();
    await page.getByLabel(t("open-api.play.key")).first().fill(secret);
    await page.getByRole("button", { name: t("open-api.play.run") }).click();
    await expect(result.getByText("401", { exact: true })).toBeVisible();

    await page.getByRole("tab", { name: t("open-api.tab.keys") }).click();
    await row.getByRole("button", { name: t("open-api.more", { name }) }).click();
    await page.getByRole("menuitem", { name: t("open-api.delete.ok") }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t("open-api.delete.ok") })
      .click();
    await expect(row).toHaveCount(0);
  });
});
