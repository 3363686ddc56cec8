import { DocumentsPage, textFile } from "../../pages/documents-page";
import { ReadingPage } from "../../pages/reading-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const HOTEL = "The hotel rate in first-tier cities is at most 600 yuan a night.";

inBothLanguages("the list of conversations about documents", () => {
  test("a question is edited, the answer shared without its document, the conversation archived", async ({
    page,
    browser,
    baseURL,
    productLocale,
    t,
    makePerson,
    signIn,
  }) => {
    const [owner, colleague] = [await makePerson(), await makePerson()];
    const token = await signIn(owner);
    const documents = new DocumentsPage(page, t);
    await documents.open();
    await documents.add(textFile("hotels.md", `${HOTEL}\n`));
    await documents.ask("hotels.md");
    const reading = new ReadingPage(page, t);
    await reading.pickModel("fake-reader");
    await reading.ask("What of trains?");
    await reading.answered();
    await reading.questions.first().hover();
    await page.getByRole("button", { name: t("chat.questionActions.edit") }).click();
    await expect(reading.input).toHaveValue("What of trains?");
    await reading.ask("What of hotels?");
    await expect(await reading.answered()).toContainText(HOTEL);
    await expect(reading.questions).toHaveCount(1);

    const id = new URL(page.url()).searchParams.get("id");
    const named = { data: { title: "Rates 房价" }, headers: { authorization: token } };
    expect((await page.request.patch(`/api/chat/sessions/${id}`, named)).status()).toBe(200);
    await page.reload();
    await reading.command("Rates 房价", t("chat.sessions.share"));
    const dialog = page.getByRole("dialog", { name: t("chat.share.title") });
    await dialog.getByRole("button", { name: t("sharing.create") }).click();
    const address = await dialog.getByRole("textbox", { name: t("sharing.address") }).inputValue();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();

    const context = await browser.newContext({ baseURL, locale: productLocale.replace("_", "-") });
    await context.addCookies([{ name: "current-locale", value: productLocale, url: baseURL ?? "" }]);
    const reader = await context.newPage();
    await signIn(colleague, reader);
    await reader.goto(address);
    const conversation = reader.getByRole("log", { name: t("chat.list.label") });
    await expect(conversation).toContainText("What of hotels?");
    await expect(conversation).toContainText(t("chat.share.sourceHidden"));
    await expect(conversation).not.toContainText("hotels.md");
    await context.close();

    await reading.command("Rates 房价", t("chat.sessions.archive"));
    await expect(page.getByRole("heading", { name: t("documents.chats.choose") })).toBeVisible();
    await page.getByRole("button", { name: t("chat.sessions.archived") }).click();
    await expect(page.getByRole("link", { name: "Rates 房价" })).toBeVisible();
  });
});
