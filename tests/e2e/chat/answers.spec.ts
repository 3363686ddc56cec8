import { ChatPage } from "../../pages/chat-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

/** What `fake-slow` says when nobody stops it. */
const SLOW = Array.from({ length: 400 }, (_, i) => ["知识 ", "answer ", "合同，", "token "][i % 4]).join("");

inBothLanguages("answers", () => {
  test("an empty chat offers examples; one fills the composer and is sent", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await expect(page.getByRole("heading", { name: t("chat.empty.title") })).toBeVisible();
    await page.getByRole("button", { name: t("chat.empty.examples.compare.title") }).click();
    await expect(chat.input).toHaveValue(t("chat.empty.examples.compare.prompt"));
    await expect(chat.input).toBeFocused();
    await chat.pickModel("fake-echo");
    await chat.send.click();
    await expect(await chat.finished("fake-echo")).toContainText(`Echo: ${t("chat.empty.examples.compare.prompt")}`);
    await expect(chat.input).toHaveValue("");
    await expect(chat.questions).toHaveCount(1);
  });

  test("thinking is shown while it runs and folded when it ends", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-thinking");
    await chat.ask("6 x 7?");
    const answer = await chat.finished("fake-thinking");
    await expect(answer).toContainText("The answer is 42.");
    const thought = answer.getByRole("button", { name: t("chat.answer.thought") });
    await expect(thought).toHaveAttribute("aria-expanded", "false");
    await expect(answer.getByText("First I compare. Then I conclude.")).toBeHidden();
    await thought.click();
    await expect(answer.getByText("First I compare. Then I conclude.")).toBeVisible();
    await page.reload();
    await expect(chat.answers("fake-thinking")).toContainText("The answer is 42.");
  });

  test("stop keeps what was said, and it is still there after a reload", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-slow");
    await chat.ask("go on");
    await expect(chat.answers("fake-slow")).toContainText("answer");
    await chat.stop.click();
    const answer = await chat.finished("fake-slow");
    await expect(answer).toContainText(t("chat.answer.stopped"));
    await expect(chat.send).toBeVisible();
    await page.reload();
    await expect(chat.answers("fake-slow")).toContainText("知识 answer");
    await expect(chat.answers("fake-slow")).toContainText(t("chat.answer.stopped"));
  });

  test("a failed supplier is told plainly, and another try can follow", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-500");
    await chat.ask("hello?");
    const alert = page.getByRole("alert").filter({ hasText: t("errors.supplierError") });
    await expect(alert).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText("internal-host");
    await chat.pickModel("fake-echo");
    await alert.getByRole("button", { name: t("chat.answer.retry") }).click();
    await expect(await chat.finished("fake-echo")).toContainText("Echo: hello?");
    await expect(chat.questions).toHaveCount(1);
  });

  test("answering again keeps the first answer behind the pager", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-echo");
    await chat.ask("one");
    await chat.finished("fake-echo");
    await chat.pickModel("fake-thinking");
    await page.getByRole("button", { name: t("chat.answer.reAnswer", { used: 0, max: 5 }) }).click();
    await expect(await chat.finished("fake-thinking")).toContainText("The answer is 42.");
    await expect(page.getByRole("group", { name: t("chat.answer.position", { at: 2, count: 2 }) })).toBeVisible();
    await page.getByRole("button", { name: t("chat.answer.previous"), exact: true }).click();
    await expect(chat.answers("fake-echo")).toContainText("Echo: one");
    await expect(chat.answers("fake-thinking")).toHaveCount(0);
    await page.getByRole("button", { name: t("chat.answer.next"), exact: true }).click();
    await expect(chat.answers("fake-thinking")).toContainText("The answer is 42.");
  });
});

test("a reload in the middle of an answer and a second tab lose nothing of it", async ({
  page,
  t,
  makePerson,
  signIn,
}) => {
  test.setTimeout(120_000);
  await signIn(await makePerson());
  const chat = new ChatPage(page, t);
  await chat.open();
  await chat.pickModel("fake-slow");
  await chat.ask("all of it");
  await expect(chat.answers("fake-slow")).toContainText("知识 answer 合同，");
  await page.reload();
  await expect(chat.answers("fake-slow")).toHaveAttribute("aria-busy", "true");
  const second = new ChatPage(await page.context().newPage(), t);
  await second.open();
  await expect(second.answers("fake-slow")).toHaveAttribute("aria-busy", "true");
  for (const tab of [chat, second]) {
    const answer = await tab.finished("fake-slow");
    await expect(answer.locator(".prose")).toHaveText(SLOW.trim());
    await expect(tab.send).toBeVisible();
  }
});
