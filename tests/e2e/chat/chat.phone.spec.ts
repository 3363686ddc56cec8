import { ChatPage } from "../../pages/chat-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("chat on a phone", () => {
  test("asks, answers and opens the chats from the menu, without scrolling sideways", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-markdown");
    await chat.input.fill("summary");
    await chat.send.tap();
    await chat.finished("fake-markdown");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: t("nav.openMenu") }).tap();
    await expect(chat.sessions.getByText("1/10")).toBeVisible();
    // The chat that is chosen is what one sees.
    await chat.sessions.getByRole("link").first().tap();
    await expect(page.getByRole("dialog")).toBeHidden();
  });
});
