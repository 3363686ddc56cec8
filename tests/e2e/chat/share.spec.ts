import { ChatPage } from "../../pages/chat-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("a shared chat", () => {
  test("is read by a colleague as it stood, until the link is taken back", async ({
    page,
    browser,
    baseURL,
    t,
    productLocale,
    makePerson,
    signIn,
  }) => {
    const [owner, colleague] = [await makePerson(), await makePerson()];
    const token = await signIn(owner);
    const made = await page.request.post("/api/chat/sessions", {
      data: { title: "Levy 港口费" },
      headers: { authorization: token },
    });
    const { data } = (await made.json()) as { data: { id: string } };
    const chat = new ChatPage(page, t);
    await chat.open(`?id=${data.id}`);
    await chat.pickModel("fake-thinking");
    await chat.ask("What is the levy?");
    await chat.finished("fake-thinking");
    await chat.command("Levy 港口费", t("chat.sessions.share"));
    const dialog = page.getByRole("dialog", { name: t("chat.share.title") });
    await dialog.getByRole("radio", { name: t("sharing.dayCount", { count: 1 }) }).click();
    await dialog.getByRole("button", { name: t("sharing.create") }).click();
    const address = await dialog.getByRole("textbox", { name: t("sharing.address") }).inputValue();
    expect(address).toContain("/personal/chat?share=");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();

    const context = await browser.newContext({ baseURL, locale: productLocale.replace("_", "-") });
    await context.addCookies([{ name: "current-locale", value: productLocale, url: baseURL ?? "" }]);
    const reader = await context.newPage();
    await signIn(colleague, reader);
    await reader.goto(address);
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Levy 港口费");
    await expect(reader.getByText(owner.name)).toBeVisible();
    const conversation = reader.getByRole("log", { name: t("chat.list.label") });
    await expect(conversation).toContainText("What is the levy?");
    await expect(conversation).toContainText("The answer is 42.");
    await expect(reader.getByText("First I compare.")).toHaveCount(0);
    await expect(reader.getByRole("textbox", { name: t("chat.composer.label") })).toHaveCount(0);

    // One answer is shared from its own menu.
    await page
      .getByRole("log")
      .getByRole("button", { name: t("chat.answer.more"), exact: true })
      .last()
      .click();
    await page.getByRole("menuitem", { name: t("chat.answer.share") }).click();
    const ofAnswer = page.getByRole("dialog", { name: t("chat.share.titleAnswer") });
    await expect(ofAnswer.getByRole("button", { name: t("sharing.create") })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(ofAnswer).toBeHidden();

    await chat.command("Levy 港口费", t("chat.sessions.share"));
    await dialog.getByRole("button", { name: t("sharing.revoke") }).click();
    await expect(dialog.getByText(t("sharing.none"))).toBeVisible();
    await reader.reload();
    await expect(conversation).toHaveCount(0);
    await expect(reader.getByText("The answer is 42.")).toHaveCount(0);
    await context.close();
  });
});
