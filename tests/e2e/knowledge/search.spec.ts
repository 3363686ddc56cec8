import { KnowledgeChatPage } from "../../pages/knowledge-chat-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const NIGHTS = "The lodging allowance in first-tier cities is at most 600 yuan a night.";
const TRAINS = "Whoever takes the night train saves the lodging of one night.";

inBothLanguages("searching knowledge bases", () => {
  test("words lead to places, places to the page beside them, and a question to the bases", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const token = await signIn(await makePerson());
    const chat = new KnowledgeChatPage(page, t, token);
    await chat.makeBase("Travel rules", "nights.md", `# Nights\n\n${NIGHTS}`);
    await chat.makeBase("Train rules", "trains.md", `# Trains\n\n${TRAINS}`);

    await page.goto("/knowledge-center/main");
    const entry = page.getByRole("textbox", { name: t("knowledge.searchAll") });
    await entry.fill("lodging 50%");
    await entry.press("Enter");
    await expect(page).toHaveURL(/\/knowledge-center\/search\/lodging%2050%25$/);
    const places = page.locator("[data-place]");
    await expect(places).toHaveCount(2);
    await expect(page.locator("[data-place][aria-current]")).toHaveCount(1);
    await expect(places.first().locator("mark")).toHaveText(["lodging"]);

    const field = page.getByRole("textbox", { name: t("knowledge-search.field") });
    await field.fill("lodging night allowance");
    await field.press("Enter");
    const reader = page.locator("[data-reader]");
    await expect(reader.getByText(/600 yuan/)).toBeVisible();
    await expect(reader.locator("[data-hit], mark").filter({ hasText: "allowance" }).first()).toBeVisible();
    await field.press("ArrowDown");
    await expect(reader.getByText(/night train/)).toBeVisible();
    await expect(field).toBeFocused();
    expect(await findings(page)).toEqual([]);

    const choice = t("knowledge-search.filters.choice", { name: "Train rules", count: 1 });
    // Its state comes from the address.
    await page.getByRole("checkbox", { name: choice }).click();
    await expect(places).toHaveCount(1);
    await expect(page).toHaveURL(/search\/lodging%20night%20allowance\?base=/);
    await page.reload();
    await expect(places).toHaveCount(1);
    await page.goBack();
    await expect(field).toHaveValue("lodging 50%");
    await page.goForward();
    await field.press("Enter");
    await expect(page).toHaveURL(/\/kb-doc-preview\//);
    await page.goBack();

    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("nights.md");
    await page
      .getByRole("option", { name: /nights\.md/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/kb-doc-preview\//);

    await page.goto("/knowledge-center/search/lodging");
    await page.getByRole("button", { name: t("knowledge-search.ask") }).click();
    await expect(page).toHaveURL(/\/knowledge-qa\?session=/);
    await chat.answered();
  });
});
