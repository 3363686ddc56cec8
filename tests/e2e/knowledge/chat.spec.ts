import { KnowledgeChatPage } from "../../pages/knowledge-chat-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const HOTEL = "The hotel rate in first-tier cities is at most 600 yuan a night.";
const LEAVE = "Whoever travels on a public holiday takes a day off later.";

inBothLanguages("asking knowledge bases", () => {
  test("an answer from two bases cites both, shows its steps, and is gone on with and found again", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const token = await signIn(await makePerson());
    const chat = new KnowledgeChatPage(page, t, token);
    await chat.makeBase("Travel rules", "hotels.md", HOTEL);
    await chat.makeBase("Staff rules", "leave.md", LEAVE);

    await page.goto("/knowledge-center");
    await expect(page).toHaveURL(/\/knowledge-center\/main$/);
    await expect(chat.send).toBeDisabled();
    await chat.choose("Travel rules", "Staff rules");
    await chat.pickModel("fake-reader");
    await chat.ask("What do hotels cost, and who travels on a holiday?");
    await expect(page).toHaveURL(/\/knowledge-qa\?session=/);
    const answer = await chat.answered();
    const marks = chat.marks(answer);
    await expect(marks).toHaveCount(2);
    await answer.getByRole("button", { name: t("chat.steps.finished") }).click();
    for (const step of ["intent", "analysis", "rewrite", "search", "selection", "answer"]) {
      await expect(answer.getByText(t(`chat.steps.name.${step}`), { exact: true })).toBeVisible();
    }
    await expect(answer.getByText(/Travel rules/)).toBeVisible();
    for (const index of [0, 1]) {
      const mark = marks.nth(index);
      await mark.click();
      const said = await chat.marked((await mark.getAttribute("data-mark")) ?? "");
      expect([HOTEL, LEAVE]).toContain(said.trim());
    }
    expect(await findings(page)).toEqual([]);

    await page.getByRole("button", { name: "Who paints?" }).click();
    await expect(page.getByText("Who paints?", { exact: true }).first()).toBeVisible();
    await chat.answered();
    await page.reload();
    await expect(page.locator("article[data-message]")).toHaveCount(4);

    await page.goto("/knowledge-center/chat-history?days=7");
    await page.getByRole("searchbox", { name: t("knowledge-chat.history.search") }).fill("600 yuan");
    await page
      .getByRole("link", { name: /600 yuan/ })
      .first()
      .click();
    await expect(page).toHaveURL(/session=.*&message=/);
    await chat.answered();
  });
});
