import { AppsPage } from "../../pages/apps-page";
import { ChatPage } from "../../pages/chat-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`;
const use = (tool: string, args: object) => `use ${tool} ${JSON.stringify(args)}`;

/** The fake model calls what it is told to on a line of its own. */
async function askFor(chat: ChatPage, line: string) {
  await expect(chat.stop).toHaveCount(0);
  await chat.ask(line);
}

inBothLanguages("what an agent has beside words", () => {
  test("it shows a form and cards, and asks another app", async ({ page, browser, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const apps = new AppsPage(page, t);
    const helper = unique("Helper");
    const helperId = await apps.make("assistant", helper);
    await apps.instructions("assistant").fill("Help.");
    await apps.chooseModel("fake-echo");
    await apps.publish();
    await apps.showToAll();

    const name = unique("Desk");
    const id = await apps.make("agent", name);
    await apps.instructions("agent").fill("Be useful.");
    await apps.chooseModel("fake-agent");
    await page.getByRole("switch", { name: t("apps-editor.sections.shows") }).click();
    await apps.section("apps");
    await apps.pick(t("apps-editor.apps.add"), helper);
    await expect(page.getByText(helper, { exact: true }).first()).toBeVisible();
    await apps.publish();
    await apps.showToAll();

    const colleague = await browser.newPage();
    await signIn(await makePerson(), colleague);
    await colleague.goto(`/apps/app/${id}`);
    const chat = new ChatPage(colleague, t);
    const form = {
      title: "Leave",
      fields: [
        { name: "days", label: "Days", type: "number", required: true },
        { name: "why", label: "Reason", type: "text" },
      ],
    };
    await askFor(chat, use("show_form", form));
    const shown = colleague.getByRole("form", { name: "Leave" });
    await shown.getByRole("button", { name: t("chat-more.shown.send"), exact: true }).click();
    // What must be filled in is asked for, and nothing was sent.
    await expect(chat.questions).toHaveCount(1);
    await shown.getByLabel("Days", { exact: false }).fill("3");
    await shown.getByLabel("Reason", { exact: false }).fill("trip");
    await shown.getByRole("button", { name: t("chat-more.shown.send"), exact: true }).click();
    await expect(chat.questions.last()).toContainText("Days: 3");
    await expect(chat.questions.last()).toContainText("Reason: trip");
    // It was answered, and is filled in no more.
    await expect(shown.getByRole("button")).toHaveCount(0);

    const cards = [{ title: "Train", text: "4 hours", links: [{ label: "Book", url: "https://example.com/train" }] }];
    await askFor(chat, use("show_cards", { cards }));
    await expect(colleague.getByRole("heading", { name: "Train", exact: true })).toBeVisible();
    await expect(colleague.getByRole("link", { name: "Book" })).toHaveAttribute("href", "https://example.com/train");

    await askFor(chat, use(`app_${helperId.replaceAll("-", "")}`, { text: "what of travel?" }));
    await expect(colleague.getByRole("log").getByText("Result: Echo: what of travel?")).toBeVisible();
    await expect(colleague.getByRole("log")).toContainText(helper);
    await colleague.close();
  });
});
