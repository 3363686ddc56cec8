import { ChatPage } from "../../pages/chat-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("the composer", () => {
  test("counts characters as people do and refuses more than 2,000", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.input.fill("知识👩");
    await expect(page.getByText(t("chat.composer.count", { count: 3, max: 2000 }))).toBeVisible();
    await chat.input.fill("字".repeat(2001));
    await expect(
      page.getByRole("alert").filter({ hasText: t("chat.composer.tooLong", { over: 1, max: 2000 }) }),
    ).toBeVisible();
    await expect(chat.send).toBeDisabled();
    await chat.input.press("Enter");
    await expect(chat.questions).toHaveCount(0);
    await chat.input.fill(" \n ");
    await expect(chat.send).toBeDisabled();
  });

  test("keeps an unsent text over a reload and a change of language", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.input.fill("half a thought");
    await page.reload();
    await expect(chat.input).toHaveValue("half a thought");
    const before = await page.locator("html").getAttribute("lang");
    const other = before === "zh-CN" ? "English" : "简体中文";
    await page.getByRole("button", { name: t("nav.userMenu.open") }).click();
    await page.getByRole("menuitem", { name: t("nav.userMenu.language") }).click();
    await page.getByRole("menuitemradio", { name: other }).click();
    await expect(page.locator("html")).not.toHaveAttribute("lang", before ?? "");
    await expect(page.getByRole("textbox").first()).toHaveValue("half a thought");
  });
});

test("Enter never sends while an input method is composing; Shift and Enter add a line", async ({
  page,
  t,
  makePerson,
  signIn,
}) => {
  await signIn(await makePerson());
  const chat = new ChatPage(page, t);
  await chat.open();
  await chat.pickModel("fake-echo");
  await chat.input.focus();
  const method = await page.context().newCDPSession(page);
  await method.send("Input.imeSetComposition", { text: "zhi", selectionStart: 3, selectionEnd: 3 });
  await chat.input.press("Enter");
  await method.send("Input.insertText", { text: "知识" });
  await expect(chat.input).toHaveValue(/知识/);
  await expect(chat.questions).toHaveCount(0);
  await chat.input.fill("第一行");
  await chat.input.press("Shift+Enter");
  await chat.input.pressSequentially("第二行");
  await expect(chat.questions).toHaveCount(0);
  await chat.input.press("Enter");
  await expect(chat.questions.first()).toHaveText("第一行\n第二行");
});
