import { KnowledgeChatPage } from "../../pages/knowledge-chat-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const RENT = "The rent of the canal office is 3,900 euros a month.";
const QUESTION = "What is the rent of the canal office?";

inBothLanguages("what a base learns from its use", () => {
  test("a disliked answer is counted, found among the wrong questions, and dealt with", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const [owner, asker] = [await makePerson(), await makePerson()];
    const name = `Canal rules of ${owner.account}`;
    const base = new KnowledgeChatPage(page, t, await signIn(owner));
    await base.makeBase(name, "rent.md", RENT, { visibility: "all" });

    const chat = new KnowledgeChatPage(page, t, await signIn(asker));
    await page.goto("/knowledge-center/main");
    await chat.choose(name);
    await chat.pickModel("fake-reader");
    await chat.ask(QUESTION);
    const answer = await chat.answered();
    await answer.getByRole("button", { name: t("chat.feedback.dislike"), exact: true }).click();
    const popover = page.getByRole("dialog", { name: t("chat.feedback.title") });
    await expect(popover.getByText(t("chat.feedback.readers"))).toBeVisible();
    await popover.getByRole("radio", { name: t("chat.feedback.reason.outdated") }).click();
    await popover.getByLabel(t("chat.feedback.text")).fill("It was 4,100 lately");
    await popover.getByRole("button", { name: t("chat.feedback.send") }).click();
    await expect(popover).toHaveCount(0);

    await signIn(owner);
    await page.goto("/knowledge-center/management");
    await page.getByRole("link", { name, exact: true }).first().click();
    const use = "knowledge-operations-usage";
    await page
      .getByRole("link", { name: t("screens.knowledgeCenterKbConfigInformationKbUpdateUsage"), exact: true })
      .click();
    const ratings = page.getByRole("region", { name: t(`${use}.ratings.title`) });
    await expect(ratings.getByRole("link", { name: t(`${use}.reason.outdated`) })).toBeVisible();
    await expect(ratings.getByText(/It was 4,100 lately/)).toBeVisible();
    const files = page.getByRole("region", { name: t(`${use}.files.title`) });
    await files.getByRole("button", { name: new RegExp(t(`${use}.files.cited`)) }).click();
    const list = page.getByRole("dialog", { name: t(`${use}.list.files`) });
    await list.getByRole("button", { name: "rent.md" }).click();
    await expect(page.getByRole("dialog").getByText(RENT)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog").getByText(RENT)).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: t("common.export.label"), exact: true }).click();
    await page.getByRole("menuitem", { name: t("common.export.xlsx") }).click();
    expect((await download).suggestedFilename()).toContain(name);

    await ratings.getByRole("link", { name: t(`${use}.ratings.see`, { count: 1 }) }).click();
    await expect(page).toHaveURL(/wrong-question-collection\?id=.*cause=dislike/);
    await page.getByRole("button", { name: QUESTION }).click();
    const drawer = page.getByRole("dialog", { name: t(`${use}.findings.drawer.wrong`) });
    await expect(drawer.getByText("It was 4,100 lately")).toBeVisible();
    await drawer.getByRole("button", { name: t(`${use}.answer.open`) }).click();
    await expect(drawer.getByText(t(`${use}.answer.told`))).toBeVisible();
    await expect(drawer.getByRole("list", { name: t(`${use}.answer.sources`) })).toContainText("rent.md");
    expect(await findings(page)).toEqual([]);
    await drawer.getByRole("button", { name: t(`${use}.findings.action.assign`), exact: true }).click();
    await page.getByRole("combobox", { name: t(`${use}.findings.action.assignTo`) }).fill(owner.account);
    await page.getByRole("option", { name: owner.account }).first().click();
    await expect(drawer.getByText(t(`${use}.findings.state.assigned`), { exact: true })).toBeVisible();
    await drawer.getByRole("button", { name: t(`${use}.findings.action.done`) }).click();
    await expect(drawer.getByText(t(`${use}.findings.state.done`), { exact: true })).toBeVisible();
    await drawer.getByRole("button", { name: t("common.action.close") }).click();
    await page.getByRole("radio", { name: new RegExp(`^${t(`${use}.findings.filter.active`)}`) }).click();
    await expect(page.getByText(QUESTION)).toHaveCount(0);

    await signIn(asker);
    await page.goto("/user/records");
    await page.getByRole("button", { name: t("records.own.reads") }).click();
    await expect(page.getByRole("dialog")).toContainText(owner.name);
  });
});
