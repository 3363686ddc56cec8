import { KnowledgeChatPage } from "../../pages/knowledge-chat-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const ANSWER = "Thirty days, counted from the first of January.";

inBothLanguages("curated questions and answers", () => {
  test("a pair is written with another way to ask, and answers in chat and search with its author", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const owner = await makePerson();
    const chat = new KnowledgeChatPage(page, t, await signIn(owner));
    const name = `Leave of ${owner.account}`;
    await chat.makeBase(name, "canteen.md", "The canteen opens at noon.");

    await page.goto("/knowledge-center/kb-config-information/kb-update/qa");
    await page.getByRole("link", { name }).first().click();
    await expect(page.getByText(t("knowledge-qa.empty.title"))).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: t("knowledge-qa.new") }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel(t("knowledge-qa.form.question")).fill("How many days of annual leave do I have?");
    const synonyms = form.getByLabel(t("knowledge-qa.form.synonyms"));
    await synonyms.fill("Annual leave entitlement\nannual leave ENTITLEMENT");
    await form.getByRole("textbox", { name: t("knowledge-qa.form.answer") }).fill(ANSWER);
    await form.getByRole("button", { name: t("common.action.save") }).click();
    await expect(form.getByText(t("validation.synonymTwice"))).toBeVisible();
    await synonyms.fill("Annual leave entitlement");
    expect(await findings(page)).toEqual([]);
    await form.getByRole("button", { name: t("common.action.save") }).click();
    await expect(form).toHaveCount(0);
    await expect(
      page.getByRole("button", { name: "How many days of annual leave do I have?", exact: true }),
    ).toBeVisible();

    await page.goto("/knowledge-center/main");
    await chat.choose(name);
    await chat.pickModel("fake-reader");
    await chat.ask("Annual leave entitlement?");
    const answer = await chat.answered();
    await expect(answer).toContainText(ANSWER);
    await expect(answer).toContainText(owner.name);
    expect(await findings(page)).toEqual([]);

    await page.goto(`/knowledge-center/search/${encodeURIComponent("how many days do I have of annual leave")}`);
    const found = page.getByRole("region", { name: t("knowledge-qa.found.label") });
    await expect(found).toContainText(ANSWER);
    expect(await findings(page)).toEqual([]);
  });
});
