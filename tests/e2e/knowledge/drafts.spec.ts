import { KnowledgeChatPage } from "../../pages/knowledge-chat-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const RENT = "The rent of the harbour office is 4,200 euros a month.";

inBothLanguages("filing answers into a base", () => {
  test("a draft is sent from a chat, approved by the owner, and found in the base", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const [owner, author] = [await makePerson(), await makePerson()];
    // Everybody may use it: journeys beside this one must not have another of its name.
    const name = `Harbour rules of ${owner.account}`;
    const base = new KnowledgeChatPage(page, t, await signIn(owner));
    await base.makeBase(name, "rent.md", RENT, { visibility: "all" });

    const chat = new KnowledgeChatPage(page, t, await signIn(author));
    await page.goto("/knowledge-center/main");
    await chat.choose(name);
    await chat.pickModel("fake-reader");
    await chat.ask("What is the rent of the harbour office?");
    const answer = await chat.answered();
    await answer.getByRole("button", { name: t("chat.answer.more") }).click();
    await page.getByRole("menuitem", { name: t("chat.answer.fileInto") }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("combobox", { name: t("knowledge-drafts.form.base") }).fill(name);
    await page.getByRole("option", { name }).click();
    await expect(form.getByText(t("knowledge-drafts.form.draft"))).toBeVisible();
    await expect(form.getByRole("textbox", { name: t("knowledge-drafts.form.text") })).toHaveValue(
      /4,200 euros[\s\S]*\[\^1\]: rent\.md/,
    );
    await form.getByRole("textbox", { name: t("knowledge-drafts.form.name") }).fill("Rent of the harbour office");
    expect(await findings(page)).toEqual([]);
    await form.getByRole("button", { name: t("knowledge-drafts.form.submit"), exact: true }).click();
    await expect(form).toHaveCount(0);

    await signIn(owner);
    await page.goto("/knowledge-center/management");
    await page.getByRole("button", { name: t("nav.notifications.openUnread", { count: 1 }) }).click();
    await page.getByText(t("notices.draftFiled.body", { title: "Rent of the harbour office" })).click();
    const drafts = page.getByRole("dialog", { name: t("knowledge-drafts.base.title") });
    await drafts.getByText(t("knowledge-drafts.base.read")).click();
    await expect(drafts.getByRole("region")).toContainText("4,200 euros");
    await drafts.getByRole("button", { name: t("knowledge-drafts.base.approve") }).click();
    await expect(drafts.getByText(t("knowledge-drafts.base.none"))).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText("Rent of the harbour office.md")).toBeVisible();

    await signIn(author);
    await page.goto("/knowledge-center/main");
    await page.getByRole("button", { name: t("knowledge.ownDrafts") }).click();
    const own = page.getByRole("dialog", { name: t("knowledge-drafts.own.title") });
    await expect(own.getByText(t("knowledge-drafts.state.approved"))).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await own.getByRole("link", { name: t("knowledge-drafts.own.file") }).click();
    await expect(page).toHaveURL(/kb-doc-preview/);
  });
});
