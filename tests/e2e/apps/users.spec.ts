import type { Page } from "@playwright/test";
import { AppsPage } from "../../pages/apps-page";
import { ChatFilesPage } from "../../pages/chat-files-page";
import { textFile } from "../../pages/documents-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`;

/** Calls of one person. */
function callsOf(page: Page, token: string) {
  const headers = { authorization: token };
  return {
    post: async (path: string, data: object = {}) => {
      const response = await page.request.post(`/api${path}`, { headers, data });
      expect(response.status()).toBe(200);
      return ((await response.json()) as { data: { id: string } }).data;
    },
    keep: async (id: string, settings: object) => {
      const response = await page.request.put(`/api/apps/${id}/draft`, { headers, data: settings });
      expect(response.status()).toBe(200);
    },
    modelId: async (name: string) => {
      const { data } = await (await page.request.get("/api/chat/models", { headers })).json();
      return (data.items as { id: string; name: string }[]).find((model) => model.name === name)!.id;
    },
  };
}

inBothLanguages("apps and their users", () => {
  test("an app answers words of its own rule with its reply, and is silent where it is set to", async ({
    page,
    browser,
    t,
    makePerson,
    signIn,
  }) => {
    const calls = callsOf(page, await signIn(await makePerson()));
    const name = unique("Assistant");
    const { id } = await calls.post("/apps", { name, kind: "assistant", visibility: "all" });
    await calls.keep(id, { instructions: "Help.", modelId: await calls.modelId("fake-echo"), takesFiles: true });
    await page.goto(`/apps/app-params-edit/${id}`);
    await page.getByRole("button", { name: t("apps-editor.sections.reviewRules") }).click();
    await page.getByRole("button", { name: t("apps-editor.rules.add"), exact: true }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel(t("review.field.name"), { exact: false }).fill("Rivals");
    await drawer.getByLabel(t("review.field.keywords"), { exact: false }).fill("Acme Rival");
    await drawer.getByLabel(t("review.field.reply"), { exact: false }).fill("Let us talk about us");
    await drawer.getByRole("button", { name: t("common.action.save"), exact: true }).click();
    await expect(page.getByRole("switch", { name: t("apps-editor.rules.use", { name: "Rivals" }) })).toBeChecked();
    const speak = { name: t("chat.voice.start") };
    await expect(page.getByRole("button", speak)).toBeVisible();
    await page.getByRole("button", { name: t("apps-editor.sections.files"), exact: true }).click();
    await page.getByRole("switch", { name: t("apps-editor.sections.hasVoice") }).click();
    await expect(page.getByRole("button", speak)).toHaveCount(0);
    await page.getByRole("button", { name: t("apps-editor.publish"), exact: true }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("apps-editor.publishForm.submit"), exact: true })
      .click();
    await expect(page.getByRole("dialog")).toHaveCount(0);

    const colleague = await browser.newPage();
    await signIn(await makePerson(), colleague);
    await new AppsPage(colleague, t).openFromSquare(name);
    const chat = new ChatFilesPage(colleague, t);
    await expect(chat.input).toBeVisible();
    await expect(colleague.getByRole("button", speak)).toHaveCount(0);
    // A file goes along with the first question too.
    await chat.choose(textFile("prices.md", "The price is 5.\n"));
    await chat.allReady(1);
    await chat.ask("what of acmerival?");
    await expect(chat.sent.getByRole("listitem")).toContainText(["prices.md"]);
    await expect(colleague.getByRole("log").getByText("Let us talk about us")).toBeVisible();
    await chat.ask("and of us?");
    await expect(colleague.getByRole("log")).toContainText("Echo: The price is 5.");
    await expect(colleague.getByRole("button", speak)).toHaveCount(0);
    await colleague.close();
  });

  test("a user keeps a version, and an app lies in a folder of one's own", async ({ page, t, makePerson, signIn }) => {
    const calls = callsOf(page, await signIn(await makePerson()));
    const name = unique("Kept");
    const { id } = await calls.post("/apps", { name, kind: "assistant" });
    const settings = { instructions: "One.", modelId: await calls.modelId("fake-echo") };
    await calls.keep(id, settings);
    await calls.post(`/apps/${id}/publish`);
    await page.goto(`/apps/app/${id}`);
    await page.getByRole("button", { name: t("apps-chat.version.label", { version: 1 }), exact: true }).click();
    await page.getByRole("menuitem", { name: t("apps-chat.version.stay", { version: 1 }), exact: true }).click();
    await expect(page.getByRole("button", { name: t("apps-chat.version.labelPinned", { version: 1 }) })).toBeVisible();
    await calls.keep(id, { ...settings, instructions: "Two." });
    await calls.post(`/apps/${id}/publish`);
    await page.reload();
    await page
      .getByRole("button", { name: t("apps-chat.version.labelBehind", { version: 1, newest: 2 }), exact: true })
      .click();
    await page.getByRole("menuitem", { name: t("apps-chat.version.follow", { version: 2 }), exact: true }).click();
    await expect(page.getByRole("button", { name: t("apps-chat.version.label", { version: 2 }) })).toBeVisible();

    await page.goto("/apps/workbench");
    const folders = page.getByRole("region", { name: t("apps-list.folder.heading"), exact: true });
    await folders.getByRole("button", { name: t("apps-list.folder.create"), exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(t("apps-list.folder.name"), { exact: false }).fill("Mine");
    await dialog.getByRole("button", { name: t("common.action.confirm"), exact: true }).click();
    await expect(page.getByText(t("apps-list.folder.empty"), { exact: true })).toBeVisible();
    await folders.getByRole("button", { name: t("apps-list.folder.all"), exact: true }).click();
    await page.getByRole("button", { name: t("apps-list.more", { name }), exact: true }).click();
    await page.getByRole("menuitem", { name: t("apps-list.action.folder"), exact: true }).click();
    await dialog.getByRole("combobox", { name: t("apps-list.folder.target"), exact: true }).click();
    await page.getByRole("option", { name: "Mine", exact: true }).click();
    await dialog.getByRole("button", { name: t("apps-list.folder.move"), exact: true }).click();
    await folders.getByRole("button", { name: "Mine", exact: true }).click();
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  });

  test("whoever arranges an app shows its users the base they lack", async ({
    page,
    browser,
    t,
    makePerson,
    signIn,
  }) => {
    const calls = callsOf(page, await signIn(await makePerson()));
    const user = await makePerson();
    const baseName = unique("Rules");
    const { id: baseId } = await calls.post("/knowledge/bases", { name: baseName, visibility: "self" });
    const grants = [{ subjectType: "user", subjectId: user.id, right: "view" }];
    const { id } = await calls.post("/apps", { name: unique("Lacking"), visibility: "partial", grants, kind: "agent" });
    await calls.keep(id, { instructions: "Help.", modelId: await calls.modelId("fake-echo"), baseIds: [baseId] });
    await page.goto(`/apps/app-params-edit/${id}`);
    const lacking = page.getByRole("list", { name: t("apps-editor.reach.label"), exact: true });
    await expect(lacking).toContainText(t("apps-editor.reach.lacking", { name: baseName, count: 1 }));
    await lacking.getByRole("button", { name: t("apps-editor.reach.open"), exact: true }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("apps-editor.reach.open"), exact: true })
      .click();
    await expect(lacking).toHaveCount(0);
    const other = await browser.newPage();
    const token = await signIn(user, other);
    const response = await other.request.get(`/api/knowledge/bases/${baseId}`, { headers: { authorization: token } });
    expect(response.status()).toBe(200);
    await other.close();
  });
});
