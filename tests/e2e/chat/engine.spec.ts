import { ChatPage } from "../../pages/chat-page";
import { findings } from "../../setup/accessibility";
import { ADMIN, expect, inBothLanguages, test, tokenOf } from "../../setup/e2e";

inBothLanguages("the engine of personal chat", () => {
  test("settings hold for the chat or for all new ones, are explained, checked and reset", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-echo");
    const drawer = await chat.openSettings();
    await expect(drawer.getByText(t("chat-more.settings.about.temperature"))).toBeVisible();
    expect(await findings(page)).toEqual([]);
    const temperature = drawer.getByRole("spinbutton", { name: t("chat-more.settings.name.temperature") });
    await temperature.fill("3");
    await expect(drawer.getByText(t("chat-more.settings.range", { min: "0", max: "2" }))).toBeVisible();
    await expect(drawer.getByRole("button", { name: t("common.action.save") })).toBeDisabled();
    await temperature.fill("0.4");
    await drawer.getByRole("textbox", { name: t("chat-more.settings.name.systemPrompt") }).fill("Answer in rhymes.");
    await drawer.getByRole("radio", { name: t("chat-more.settings.scopes.person") }).click();
    await drawer.getByRole("spinbutton", { name: t("chat-more.settings.name.memoryRounds") }).fill("3");
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(drawer).toBeHidden();

    await page.reload();
    await chat.ready();
    const again = await chat.openSettings();
    await expect(again.getByRole("spinbutton", { name: t("chat-more.settings.name.temperature") })).toHaveValue("0.4");
    await expect(again.getByRole("textbox", { name: t("chat-more.settings.name.systemPrompt") })).toHaveValue(
      "Answer in rhymes.",
    );
    await again.getByRole("button", { name: t("chat-more.settings.reset") }).click();
    await again.getByRole("button", { name: t("common.action.save") }).click();
    await expect(again).toBeHidden();
    const last = await chat.openSettings();
    await expect(last.getByRole("spinbutton", { name: t("chat-more.settings.name.temperature") })).toHaveValue("");
    const inherited = t("chat-more.settings.inherited", { value: "3" });
    await expect(last.getByPlaceholder(inherited)).toBeVisible();
  });

  test("a tool runs in the answer, and one that changes something asks first", async ({
    page,
    t,
    request,
    baseURL,
    makePerson,
    signIn,
  }) => {
    const headers = { authorization: await tokenOf(request, ADMIN, baseURL ?? "") };
    const asked = await request.patch("/api/admin/tools/builtin/current_time", { headers, data: { confirm: true } });
    expect(asked.status()).toBe(200);
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-agent");
    await page.getByRole("button", { name: t("chat.composer.tools"), exact: true }).click();
    for (const key of ["calculate", "current_time"] as const) {
      await page.getByRole("switch", { name: t(`chat-more.builtin.${key}`) }).click();
    }
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: t("chat.composer.toolsOn", { count: 2 }) })).toBeVisible();
    await chat.ask('use calculate {"expression":"2+3"}\nuse current_time {"timeZone":"UTC"}');
    const answer = chat.answers("fake-agent").last();
    const sum = answer.getByRole("region", {
      name: t("chat-more.call.label", { name: t("chat-more.builtin.calculate") }),
    });
    await expect(sum).toBeVisible();
    await sum.getByRole("button").click();
    await expect(sum.getByText('"expression": "2+3"')).toBeVisible();
    const time = answer.getByRole("region", {
      name: t("chat-more.call.label", { name: t("chat-more.builtin.current_time") }),
    });
    await expect(time.getByText(t("chat-more.call.state.waiting"))).toBeVisible();
    await time.getByRole("button", { name: t("chat-more.call.refuse") }).click();
    await expect(await chat.finished("fake-agent")).toContainText("Result: 5");
    await expect(time.getByText(t("chat-more.call.state.refused"))).toBeVisible();
    await expect(answer).toContainText("did not allow this call");

    // spec B9: off with a model that cannot, on again with one that can; the choice is kept.
    await chat.pickModel("fake-echo");
    await expect(page.getByText(t("errors.toolNotForModel"))).toBeVisible();
    await expect(page.getByRole("button", { name: t("chat.composer.tools"), exact: true })).toBeVisible();
    await chat.pickModel("fake-agent");
    await expect(page.getByRole("button", { name: t("chat.composer.toolsOn", { count: 2 }) })).toBeVisible();
    await page.reload();
    await chat.ready();
    await expect(page.getByRole("button", { name: t("chat.composer.toolsOn", { count: 2 }) })).toBeVisible();
    await expect(chat.answers("fake-agent").getByText(t("chat-more.call.state.refused"))).toBeVisible();
  });

  test("a question is edited into a branch of its own, and the former one is a click away", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-echo");
    await chat.ask("a red house");
    await chat.finished("fake-echo");
    await chat.questions.first().hover();
    await page.getByRole("button", { name: t("chat.questionActions.edit") }).click();
    await expect(page.getByText(t("chat.questionActions.editing"))).toBeVisible();
    await expect(chat.input).toHaveValue("a red house");
    await chat.ask("a blue house");
    await expect(await chat.finished("fake-echo")).toContainText("Echo: a blue house");
    await expect(chat.questions).toHaveCount(1);
    await page.getByRole("button", { name: t("chat.questionActions.previous") }).click();
    await expect(chat.answers("fake-echo")).toContainText("Echo: a red house");
    await expect(chat.questions.first()).toContainText("a red house");
  });

  test("an answer that was cut goes on in its place", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-two-halves");
    await chat.ask("tell me");
    const answer = await chat.finished("fake-two-halves");
    await expect(answer).toContainText(t("chat.answer.limited"));
    await answer.getByRole("button", { name: t("chat.answer.continue") }).click();
    await expect(answer).toContainText("First half, second half.");
    await expect(chat.answers("fake-two-halves")).toHaveCount(1);
  });

  test("several models answer side by side, and the one that is kept goes on", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await page.getByRole("button", { name: t("chat.composer.compare") }).click();
    for (const name of ["fake-echo", "fake-thinking"]) await page.getByRole("checkbox", { name, exact: true }).click();
    await page.getByRole("button", { name: t("chat-more.compare.on"), exact: true }).click();
    await chat.ask("Who are you?");
    const columns = page.getByRole("region", { name: t("chat-more.compare.heading") });
    await expect(columns.getByRole("article")).toHaveCount(2);
    await expect(columns).toContainText("Echo: Who are you?");
    await expect(columns).toContainText("The answer is 42.");
    const echo = columns.getByRole("listitem").filter({ hasText: "Echo: Who are you?" });
    await echo.getByRole("button", { name: t("chat-more.compare.keep") }).click();
    await expect(columns).toBeHidden();
    // The conversation goes on with it alone.
    await expect(page.getByRole("button", { name: t("chat.composer.model", { model: "fake-echo" }) })).toBeVisible();
    await expect(page.getByRole("button", { name: t("chat.composer.compare"), exact: true })).toBeVisible();
    await expect(chat.answers("fake-echo")).toContainText("Echo: Who are you?");
    await expect(chat.answers("fake-thinking")).toHaveCount(0);
    await page.reload();
    await expect(chat.answers("fake-echo")).toContainText("Echo: Who are you?");
    await page.getByRole("button", { name: t("chat.answer.compare") }).click();
    await expect(columns.getByRole("article")).toHaveCount(2);
  });

  test("the context and the figures of an answer are a click away", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-echo");
    await chat.ask("hello");
    const answer = await chat.finished("fake-echo");
    await answer.getByRole("button", { name: t("chat.answer.details") }).click();
    const card = page.getByRole("dialog");
    await expect(card.getByText(t("chat-more.details.input"))).toBeVisible();
    await expect(card.getByText(t("chat-more.context.part.question"))).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: new RegExp(t("chat.composer.context", { percent: "\\d+" })) }).click();
    await expect(page.getByText(t("chat-more.context.estimate"))).toBeVisible();
    await expect(page.getByText(t("chat-more.context.part.history", { rounds: 1 }))).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
});
