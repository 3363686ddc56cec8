import type { APIRequestContext } from "@playwright/test";
import { ChatPage } from "../../pages/chat-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

async function makeChats(request: APIRequestContext, token: string, titles: string[]): Promise<void> {
  for (const title of titles) {
    const made = await request.post("/api/chat/sessions", { data: { title }, headers: { authorization: token } });
    expect(made.status()).toBe(200);
  }
}

inBothLanguages("organised chats", () => {
  test("lie in folders that stay closed, pinned ones first, and go several at a time", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const token = await signIn(await makePerson());
    await makeChats(page.request, token, ["Alpha", "Beta", "Gamma", "Delta"]);
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.organise(t("chat.sessions.newFolder"));
    const dialog = page.getByRole("dialog", { name: t("chat.folders.createTitle") });
    await dialog.getByLabel(t("chat.folders.name")).fill("Budget 预算");
    await dialog.getByRole("button", { name: t("common.action.confirm") }).click();
    await expect(chat.folder("Budget")).toHaveAttribute("aria-expanded", "true");

    await chat.row("Beta").hover();
    await page.getByRole("button", { name: t("chat.sessions.more", { title: "Beta" }) }).click();
    await page.getByRole("menuitem", { name: t("chat.sessions.move") }).press("ArrowRight");
    await page.getByRole("menuitem", { name: "Budget 预算" }).click();
    await expect(chat.folder("Budget")).toContainText("1");
    await chat.folder("Budget").click();
    await expect(chat.row("Beta")).toBeHidden();
    await page.reload();
    await chat.ready();
    await expect(chat.folder("Budget")).toHaveAttribute("aria-expanded", "false");
    await chat.folder("Budget").click();
    await expect(chat.row("Beta")).toBeVisible();

    await chat.command("Alpha", t("chat.sessions.pin"));
    await expect(chat.sessions.getByRole("listitem").first()).toContainText("Alpha");
    await expect(chat.row("Alpha")).toContainText(t("chat.sessions.pinned"));

    // Choosing and leaving it again opens no menu of a row that was used before.
    await chat.organise(t("chat.sessions.selectSeveral"));
    await page.getByRole("button", { name: t("chat.bulk.end") }).click();
    await expect(chat.row("Alpha")).toBeVisible();
    await expect(page.getByRole("menu")).toHaveCount(0);
    await chat.organise(t("chat.sessions.selectSeveral"));
    for (const title of ["Alpha", "Beta", "Gamma"]) await page.getByRole("checkbox", { name: title }).check();
    const bar = page.getByRole("toolbar", { name: t("chat.bulk.label") });
    await expect(bar.getByRole("status")).toHaveText(t("chat.bulk.count", { count: 3 }));
    await bar.getByRole("button", { name: t("chat.bulk.delete") }).click();
    const question = page.getByRole("alertdialog", { name: t("chat.bulk.deleteTitle", { count: 3 }) });
    await question.getByRole("button", { name: t("chat.sessions.delete"), exact: true }).click();
    await expect(chat.sessions.getByText("1/10")).toBeVisible();
    await expect(chat.row("Delta")).toBeVisible();

    // The last one stays, and the list says why.
    await chat.organise(t("chat.sessions.selectSeveral"));
    await page.getByRole("checkbox", { name: "Delta" }).check();
    await bar.getByRole("button", { name: t("chat.bulk.archive") }).click();
    await expect(page.getByRole("dialog", { name: t("chat.bulk.refusedTitle") })).toContainText(t("errors.lastChat"));
  });

  test("are found by what was said; a hit opens at its message", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-echo");
    await chat.ask("Where does the walrus live?");
    await chat.finished("fake-echo");
    await chat.pickModel("fake-long");
    await chat.ask("Tell me everything");
    await chat.finished("fake-long");
    await page.getByRole("button", { name: t("chat.sessions.search"), exact: true }).click();
    await page.getByRole("searchbox", { name: t("chat.sessions.search") }).fill("the WALRUS");
    const hit = chat.sessions.getByRole("link", { name: new RegExp(`^${t("chat.sessions.said.user")}`) });
    await expect(hit).toContainText("the walrus");
    await hit.click();
    await expect(page).toHaveURL(/message=/);
    await expect(chat.questions.filter({ hasText: "walrus" })).toBeInViewport();
    await expect(chat.answers("fake-long").getByText("Paragraph 120.")).not.toBeInViewport();
  });

  test("get a title from the model after the first answer", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-echo");
    await chat.ask("Explain the thing that is named “Harbour levy” to me");
    await chat.finished("fake-echo");
    await expect(chat.row("Harbour levy")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Harbour levy");
  });

  test("that are temporary are in no list and gone when they are left", async ({ page, t, makePerson, signIn }) => {
    const token = await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await page.getByRole("switch", { name: t("chat.temporary.switch") }).click();
    await expect(page).toHaveURL(/\?id=/);
    await expect(page.getByRole("note")).toHaveText(t("chat.temporary.notice"));
    await chat.ready();
    await chat.pickModel("fake-echo");
    await chat.ask("a private matter");
    await chat.finished("fake-echo");
    await expect(chat.sessions.getByText("1/10")).toBeVisible();
    await expect(chat.sessions).not.toContainText("private");
    const address = new URL(page.url());
    const gone = page.waitForResponse((response) => response.request().method() === "DELETE");
    await chat.row(t("chat.untitled")).getByRole("link").click();
    expect((await gone).status()).toBe(200);
    await expect(page.getByRole("note")).toBeHidden();
    const messages = `/api/chat/sessions/${address.searchParams.get("id")}/messages`;
    const asked = await page.request.get(messages, { headers: { authorization: token } });
    expect(asked.status()).toBe(404);
  });
});
