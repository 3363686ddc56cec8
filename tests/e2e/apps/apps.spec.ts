import type { Page } from "@playwright/test";
import { ChatPage } from "../../pages/chat-page";
import { expect, inBothLanguages, type Texts, test } from "../../setup/e2e";

/** Makes a blank app of a kind in the workbench and opens its editor. */
async function makeApp(page: Page, t: Texts, { name, kind }: { name: string; kind: "agent" | "generation" }) {
  await page.goto("/apps/workbench");
  await page
    .getByRole("button", { name: t("apps-list.create"), exact: true })
    .first()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("apps-list.form.blank"), exact: true })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: t(`apps-list.kind.${kind}`), exact: true }).click();
  await dialog.getByLabel(t("apps-list.form.name"), { exact: false }).first().fill(name);
  await dialog.getByRole("button", { name: t("apps-list.form.submit"), exact: true }).click();
  await expect(page).toHaveURL(/\/apps\/app-params-edit\/[0-9a-f-]{36}/);
}

async function publish(page: Page, t: Texts) {
  await page.getByRole("button", { name: t("apps-editor.publish"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: t("apps-editor.publishForm.submit"), exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

inBothLanguages("apps", () => {
  test("an agent is arranged, tried and published, used by a colleague from the square, and rolled back", async ({
    page,
    browser,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    const name = `Agent ${crypto.randomUUID().slice(0, 8)}`;
    await makeApp(page, t, { name, kind: "agent" });
    const instructions = page.getByRole("textbox", { name: t("apps-editor.instructions.title"), exact: true });
    await instructions.fill("Answer briefly.");
    await page.getByRole("combobox", { name: t("apps-editor.sections.modelLabel") }).click();
    await page.getByRole("option", { name: "fake-echo", exact: true }).click();
    await page.getByRole("button", { name: t("apps-editor.sections.opening") }).click();
    await page.getByLabel(t("apps-editor.sections.openingLabel"), { exact: false }).fill("Ask me about trips");
    // The draft is tried beside it.
    const trial = page.getByRole("region", { name: t("apps-editor.trial.title"), exact: true });
    await expect(trial).toContainText("Ask me about trips");
    await trial.getByRole("textbox", { name: t("chat.composer.label") }).fill("hello draft");
    await trial.getByRole("textbox", { name: t("chat.composer.label") }).press("Enter");
    await expect(trial).toContainText("Echo: hello draft");
    // Nothing that was typed is lost by a reload.
    await page.reload();
    await expect(instructions).toHaveValue("Answer briefly.");
    await publish(page, t);

    await page.getByRole("link", { name: t("apps-editor.tabs.square") }).click();
    await page.getByRole("radio", { name: t("common.sharing.short.all"), exact: true }).click();
    await page.getByRole("button", { name: t("common.action.save"), exact: true }).click();
    await expect(page.getByRole("button", { name: t("common.action.save"), exact: true })).toBeDisabled();

    const colleague = await browser.newPage();
    await signIn(await makePerson(), colleague);
    await colleague.goto(`/apps/square?q=${encodeURIComponent(name)}`);
    await colleague.getByRole("link", { name, exact: true }).click();
    await expect(colleague).toHaveURL(/agent-chat/);
    const chat = new ChatPage(colleague, t);
    await chat.ask("hello agent");
    await expect(colleague.getByText("Echo: hello agent")).toBeVisible();
    // It stands among the apps used last, and its conversations are kept.
    await colleague.reload();
    await expect(colleague.getByText("Echo: hello agent")).toBeVisible();
    await expect(colleague.getByRole("region", { name: t("apps-list.recent"), exact: true })).toContainText(name);
    await colleague.close();

    await page.getByRole("link", { name: t("apps-editor.tabs.arranging") }).click();
    await instructions.fill("Answer at length.");
    await publish(page, t);
    await page.getByRole("link", { name: t("apps-editor.tabs.versions") }).click();
    const versions = page.getByRole("list", { name: t("apps-editor.versions.list"), exact: true });
    await versions.getByRole("button", { name: t("apps-editor.versions.version", { version: 1 }) }).click();
    await page.getByRole("button", { name: t("apps-editor.versions.restore.open"), exact: true }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("apps-editor.versions.restore.ok"), exact: true })
      .click();
    await page.getByRole("link", { name: t("apps-editor.tabs.arranging") }).click();
    await expect(instructions).toHaveValue("Answer briefly.");
    await page.getByRole("link", { name: t("apps-editor.tabs.analysis") }).click();
    await expect(page.getByRole("term").filter({ hasText: t("apps-editor.analysis.figure.people") })).toBeVisible();
  });

  test("an app that writes has a form, and what it wrote leaves as a Word file", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    await makeApp(page, t, { name: `Writer ${crypto.randomUUID().slice(0, 8)}`, kind: "generation" });
    await page
      .getByRole("textbox", { name: t("apps-editor.instructions.titleGeneration"), exact: true })
      .fill("Write about {{field1}}");
    await page.getByRole("button", { name: t("apps-editor.variables.add"), exact: true }).click();
    await page.getByRole("combobox", { name: t("apps-editor.sections.modelLabel") }).click();
    await page.getByRole("option", { name: "fake-echo", exact: true }).click();
    await publish(page, t);
    const id = page.url().match(/app-params-edit\/([0-9a-f-]+)/)![1];
    await page.goto(`/apps/app/${id}`);
    await expect(page).toHaveURL(/\/result$/);
    await page.getByLabel(t("apps-editor.variables.newLabel", { number: 1 }), { exact: false }).fill("rain");
    await page.getByRole("button", { name: t("apps-chat.result.run"), exact: true }).click();
    await expect(page).toHaveURL(/\?run=/);
    await expect(page.getByRole("log")).toContainText("Echo:");
    await page.getByRole("button", { name: t("common.export.label"), exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: t("common.export.docx") }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.docx$/);
  });
});
