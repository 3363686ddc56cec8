import { ChatPage } from "../../pages/chat-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("chats", () => {
  test("are created, renamed with a name that is not empty, found and deleted", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    const untitled = t("chat.untitled");
    await page.getByRole("button", { name: t("chat.sessions.create"), exact: true }).click();
    await expect(chat.sessions.getByText("2/10")).toBeVisible();
    await expect(page).toHaveURL(/\?id=/);
    await page
      .getByRole("button", { name: t("chat.sessions.more", { title: untitled }) })
      .first()
      .click();
    await page.getByRole("menuitem", { name: t("chat.sessions.rename") }).click();
    const dialog = page.getByRole("dialog", { name: t("chat.sessions.renameTitle") });
    const name = dialog.getByLabel(t("chat.sessions.name"));
    const ok = dialog.getByRole("button", { name: t("common.action.confirm") });
    await name.fill("   ");
    await expect(ok).toBeDisabled();
    await expect(dialog.getByText(t("errors.sessionNameEmpty"))).toBeVisible();
    await name.fill("预算 budget");
    await ok.click();
    await expect(chat.row("预算 budget")).toBeVisible();

    await page.getByRole("button", { name: t("chat.sessions.search"), exact: true }).click();
    const search = page.getByRole("searchbox", { name: t("chat.sessions.search") });
    await search.fill("budget");
    await expect(chat.sessions.getByRole("listitem")).toHaveCount(1);
    await search.fill("nothing like that");
    await expect(page.getByText(t("chat.sessions.noResult"))).toBeVisible();
    await page.getByRole("button", { name: t("chat.sessions.closeSearch") }).click();

    const address = page.url();
    await chat.command("预算 budget", t("chat.sessions.delete"));
    const question = page.getByRole("alertdialog", { name: t("chat.sessions.deleteTitle") });
    await expect(question).toContainText("预算 budget");
    await expect(question.getByRole("button", { name: t("common.action.cancel") })).toBeFocused();
    await question.getByRole("button", { name: t("chat.sessions.delete"), exact: true }).click();
    await expect(chat.row("预算 budget")).toHaveCount(0);
    await expect(chat.sessions.getByText("1/10")).toBeVisible();
    // The chat that is left opens: until it has, its menu would close again.
    await expect(page).not.toHaveURL(address);
    await page.getByRole("button", { name: t("chat.sessions.more", { title: untitled }) }).click();
    await expect(page.getByRole("menuitem", { name: t("chat.sessions.delete") })).toBeDisabled();
  });

  test("end at ten: the next one offers to archive the oldest", async ({ page, t, makePerson, signIn }) => {
    const token = await signIn(await makePerson());
    for (let count = 1; count <= 10; count += 1) {
      const title = `chat ${String(count).padStart(2, "0")}`;
      const made = await page.request.post("/api/chat/sessions", {
        data: { title },
        headers: { authorization: token },
      });
      expect(made.status()).toBe(200);
    }
    const chat = new ChatPage(page, t);
    await chat.open();
    await page.getByRole("button", { name: t("chat.sessions.create"), exact: true }).click();
    const question = page.getByRole("dialog", { name: t("chat.sessions.limitTitle") });
    await expect(question).toContainText("chat 01");
    await question.getByRole("button", { name: t("chat.sessions.limitOk") }).click();
    await expect(page).toHaveURL(/\?id=/);
    await expect(chat.row("chat 01")).toHaveCount(0);
    await expect(chat.sessions.getByText("10/10")).toBeVisible();
    await page.getByRole("button", { name: t("chat.sessions.archived") }).click();
    await expect(chat.row("chat 01")).toBeVisible();
  });
});

test("a chat is begun by keyboard, also from the composer", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson());
  const chat = new ChatPage(page, t);
  await chat.open();
  await expect(chat.sessions.getByText("1/10")).toBeVisible();
  await page.getByRole("textbox", { name: t("chat.composer.label") }).press("Control+Shift+O");
  await expect(chat.sessions.getByText("2/10")).toBeVisible();
  await expect(page).toHaveURL(/\?id=/);
});
