import type { Page } from "@playwright/test";
import { ChatPage } from "../../pages/chat-page";
import { DocumentsPage, textFile } from "../../pages/documents-page";
import { PersonalPage } from "../../pages/personal-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

/** Collects the last answer of the chat in view, by the call its star makes. */
async function collectLastAnswer(page: Page, token: string): Promise<string> {
  const headers = { authorization: token };
  const sessions = await (await page.request.get("/api/chat/sessions", { headers })).json();
  const sessionId = sessions.data.items[0].id as string;
  const messages = await (await page.request.get(`/api/chat/sessions/${sessionId}/messages`, { headers })).json();
  const refId = messages.data.items.at(-1).id as string;
  const made = await page.request.post("/api/collected", { headers, data: { kind: "answer", refId } });
  expect(made.status()).toBe(200);
  return sessionId;
}

inBothLanguages("collections", () => {
  test("an answer is kept with a note in a folder, found, and read after its chat is gone", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const token = await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-echo");
    await chat.ask("The rent is due on the fifth");
    await chat.finished("fake-echo");
    const sessionId = await collectLastAnswer(page, token);

    const personal = new PersonalPage(page, t);
    const title = "The rent is due on the fifth";
    await personal.open("collected");
    await expect(personal.row(title)).toBeVisible();

    await personal.folders.getByRole("button", { name: t("personal.collected.folder.create") }).click();
    const dialog = page.getByRole("dialog", { name: t("personal.collected.folder.createTitle") });
    await dialog.getByRole("textbox").fill("Office");
    await dialog.getByRole("button", { name: t("common.action.confirm") }).click();
    await expect(personal.folders.getByRole("button", { name: "Office", exact: false }).first()).toBeVisible();

    await personal.command(title, t("personal.collected.note.add"));
    const note = page.getByRole("dialog", { name: t("personal.collected.note.title") });
    await note.getByRole("textbox").fill("ask Wang before March");
    await note.getByRole("button", { name: t("common.action.confirm") }).click();
    await expect(personal.row(title)).toContainText("ask Wang before March");

    await personal.command(title, t("personal.collected.moveTo"));
    const move = page.getByRole("dialog", { name: t("personal.collected.moveTitle", { count: 1 }) });
    await move.getByRole("combobox").click();
    await page.getByRole("option", { name: "Office" }).click();
    await move.getByRole("button", { name: t("personal.collected.move"), exact: true }).click();
    await expect(move).toBeHidden();
    await personal.folders.getByRole("button", { name: /^Office/ }).click();
    await expect(page).toHaveURL(/folder=/);
    await expect(personal.row(title)).toBeVisible();
    expect(await findings(page)).toEqual([]);

    await page.getByRole("searchbox", { name: t("personal.collected.search") }).fill("nothing like it");
    await expect(personal.row(title)).toBeHidden();
    await page.getByRole("searchbox", { name: t("personal.collected.search") }).fill("before march");
    await expect(personal.row(title)).toBeVisible();

    await personal.row(title).getByRole("link", { name: title }).click();
    await page.waitForURL(new RegExp(`/personal/chat\\?id=${sessionId}`));
    await expect(chat.questions).toHaveCount(1);

    // One chat must remain: another is begun before this one goes.
    const headers = { authorization: token };
    await page.request.post("/api/chat/sessions", { headers, data: {} });
    expect((await page.request.delete(`/api/chat/sessions/${sessionId}`, { headers })).status()).toBe(200);
    await personal.open("collected");
    await expect(personal.row(title)).toContainText(t("personal.collected.sourceGone"));
    await personal.row(title).getByRole("button", { name: title, exact: true }).click();
    const copy = page.getByRole("dialog", { name: title });
    await expect(copy).toContainText("ask Wang before March");
    await expect(copy.locator(".prose")).toContainText("The rent is due on the fifth");
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(copy).toBeHidden();

    await personal.command(title, t("personal.collected.remove"));
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t("personal.collected.remove"), exact: true })
      .click();
    await expect(page.getByText(t("personal.collected.empty.title"))).toBeVisible();
  });

  test("a document's star keeps it and takes it back", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const documents = new DocumentsPage(page, t);
    await documents.open();
    await documents.add(textFile("terms.md", "The terms of the lease.\n"));
    const star = documents.table.getByRole("button", { name: t("common.collect.labelOf", { name: "terms.md" }) });
    await expect(star).toHaveAttribute("aria-pressed", "false");
    await star.click();
    await expect(star).toHaveAttribute("aria-pressed", "true");
    const personal = new PersonalPage(page, t);
    await personal.open("collected", "?kind=document");
    await personal.row("terms.md").getByRole("link", { name: "terms.md" }).click();
    await page.waitForURL(/document-analysis\?doc=/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("terms.md");
    const own = page.getByRole("button", { name: t("common.collect.label"), exact: true });
    await expect(own).toHaveAttribute("aria-pressed", "true");
    await own.click();
    await expect(own).toHaveAttribute("aria-pressed", "false");
    await personal.open("collected");
    await expect(page.getByText(t("personal.collected.empty.title"))).toBeVisible();
  });
});
