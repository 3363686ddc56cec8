import { ChatPage } from "../../pages/chat-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("review rules", () => {
  test("a rule is made and tried, holds a question and an answer back, and tells who met it", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const person = await makePerson({ roleKeys: ["administrator"] });
    await signIn(person);
    // Other journeys never say it.
    const word = `orca${crypto.randomUUID().slice(0, 8)}`;
    await page.goto("/system/system-manage/sys-common?tab=review");
    await page
      .getByRole("button", { name: t("tools.addRule"), exact: true })
      .first()
      .click();
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel(t("review.field.name"), { exact: false }).first().fill(word);
    await drawer.locator('textarea[name="keywords"]').fill(`${word}\n\n${word}`);
    await drawer.getByLabel(t("review.trial.text"), { exact: true }).fill([...word.toUpperCase()].join(" "));
    await drawer.getByRole("button", { name: t("review.trial.run"), exact: true }).click();
    await expect(drawer).toContainText(t("review.trial.held", { keyword: word }));
    await drawer.locator('textarea[name="presetReply"]').fill(`Nothing of ${word.slice(0, 4)} here.`);
    await drawer.getByRole("button", { name: t("common.action.save"), exact: true }).click();
    await expect(drawer).toHaveCount(0);
    await expect(page.getByRole("row").filter({ hasText: word })).toContainText(t("review.words", { count: 1 }));

    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-echo");
    await chat.ask(`All about ${word}`);
    await expect(chat.answers("fake-echo")).toContainText("Nothing of orca here.");
    await expect(chat.answers("fake-echo")).toContainText(t("chat.answer.review.input"));

    await page.goto("/system/system-manage/sys-common?tab=review");
    await page.getByRole("button", { name: word, exact: true }).click();
    await drawer.getByRole("switch", { name: t("review.field.input") }).click();
    await drawer.getByRole("button", { name: t("common.action.save"), exact: true }).click();
    await expect(drawer).toHaveCount(0);
    await chat.open();
    await chat.pickModel("fake-echo");
    await chat.ask(`All about ${word}`);
    await expect(chat.answers("fake-echo").last()).toContainText(t("chat.answer.review.output"));
    await expect(chat.answers("fake-echo").last()).not.toContainText("Echo");
    await page.reload();
    await expect(chat.answers("fake-echo").last()).toContainText("Nothing of orca here.");

    await page.goto(`/system/system-manage/sys-common?tab=hits&q=${word}`);
    const rows = page.getByRole("row").filter({ hasText: person.name });
    await expect(rows).toHaveCount(2);
    await rows.first().getByRole("button", { name: word, exact: true }).click();
    await expect(drawer).toContainText(t("review.hits.closed"));
    await page.keyboard.press("Escape");
    await page.goto("/system/system-manage/sys-common?tab=review");
    await page.getByRole("button", { name: t("review.more", { name: word }) }).click();
    await page.getByRole("menuitem", { name: t("review.delete.action") }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t("review.delete.action"), exact: true })
      .click();
    await expect(page.getByRole("button", { name: word, exact: true })).toHaveCount(0);
  });
});
