import { readFile } from "node:fs/promises";
import { ChatPage } from "../../pages/chat-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("what one does with an answer", () => {
  test("liked, then disliked with a reason; it is kept", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-echo");
    await chat.ask("how was it?");
    const answer = await chat.finished("fake-echo");
    const like = answer.getByRole("button", { name: t("chat.feedback.like"), exact: true });
    await like.click();
    await expect(like).toHaveAttribute("aria-pressed", "true");
    await answer.getByRole("button", { name: t("chat.feedback.dislike"), exact: true }).click();
    const popover = page.getByRole("dialog", { name: t("chat.feedback.title") });
    await popover.getByRole("button", { name: t("chat.feedback.send") }).click();
    await expect(popover.getByText(t("chat.feedback.reasonRequired"))).toBeVisible();
    await popover.getByRole("radio", { name: t("chat.feedback.reason.other") }).click();
    await popover.getByRole("button", { name: t("chat.feedback.send") }).click();
    await expect(popover.getByText(t("chat.feedback.textRequired"))).toBeVisible();
    await popover.getByLabel(t("chat.feedback.text")).fill("It only repeats me 只是重复");
    await popover.getByRole("button", { name: t("chat.feedback.send") }).click();
    await expect(popover).toBeHidden();
    await expect(like).toHaveAttribute("aria-pressed", "false");
    await page.reload();
    const disliked = chat.answers("fake-echo").getByRole("button", { name: t("chat.feedback.disliked"), exact: true });
    await expect(disliked).toHaveAttribute("aria-pressed", "true");
    await disliked.click();
    await expect(popover.getByLabel(t("chat.feedback.text"))).toHaveValue("It only repeats me 只是重复");
    await popover.getByRole("button", { name: t("chat.feedback.takeBack") }).click();
    await expect(
      chat.answers("fake-echo").getByRole("button", { name: t("chat.feedback.dislike"), exact: true }),
    ).toHaveAttribute("aria-pressed", "false");
  });

  test("copied as text, exported, printed, quoted and read aloud", async ({ page, context, t, makePerson, signIn }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-markdown");
    await chat.ask("the quarter?");
    const answer = await chat.finished("fake-markdown");

    await chat.answerCommand(answer, t("chat.answer.copyText"));
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain("Sales grew 8.7 %.");
    expect(await copied()).toContain("East\t4,812");
    await chat.answerCommand(answer, t("chat.answer.copyMarkdown"));
    await expect.poll(copied).toContain("Sales grew **8.7 %**.");

    const [markdown] = await Promise.all([
      page.waitForEvent("download"),
      chat.answerCommand(answer, t("chat.answer.exportMarkdown")),
    ]);
    const text = await readFile(await markdown.path(), "utf8");
    expect(text).toContain("the quarter?");
    expect(text).toContain("| East | 4,812 |");
    const [word] = await Promise.all([
      page.waitForEvent("download"),
      chat.answerCommand(answer, t("chat.answer.exportWord")),
    ]);
    expect(word.suggestedFilename()).toMatch(/\.docx$/);
    expect((await readFile(await word.path())).toString("latin1", 0, 2)).toBe("PK");

    await page.evaluate(() => {
      window.print = () => {
        document.title = `printed: ${document.querySelector(".print-layer")?.textContent?.includes("Sales grew")}`;
        window.dispatchEvent(new Event("afterprint"));
      };
    });
    await chat.answerCommand(answer, t("chat.answer.print"));
    await expect(page).toHaveTitle("printed: true");
    await expect(page.locator(".print-layer")).toHaveCount(0);

    await answer.getByText("Sales grew").selectText();
    await answer.getByText("Sales grew").dispatchEvent("pointerup");
    await page.getByRole("button", { name: t("chat.answer.quote"), exact: true }).click();
    await expect(chat.input).toBeFocused();
    await chat.pickModel("fake-echo");
    await chat.ask("Why so much?");
    const question = chat.questions.last();
    await expect(question.locator("blockquote")).toContainText("Sales grew 8.7 %.");
    await expect(question).toContainText("Why so much?");
    await expect(await chat.finished("fake-echo")).toContainText("Why so much?");

    const sound = page.waitForResponse(
      (response) => response.url().includes("/api/chat/speech") && response.request().method() === "POST",
    );
    const echoed = chat.answers("fake-echo");
    await echoed.getByRole("button", { name: t("chat.answer.readAloud") }).click();
    expect((await sound).headers()["content-type"]).toContain("audio/wav");
    // The hum is short: the button is back by itself.
    await expect(echoed.getByRole("button", { name: t("chat.answer.readAloud") })).toBeVisible();
    await expect(page.getByText(t("chat.answer.soundFailed"))).toBeHidden();
  });
});
