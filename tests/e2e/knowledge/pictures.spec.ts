import { picturesDocx, plainPng } from "../../factories/picture-docx";
import { KnowledgeChatPage } from "../../pages/knowledge-chat-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const WORDS = "The branches of the north are named in the chart below.";

inBothLanguages("pictures of a multimodal base", () => {
  test("a picture is found by what it shows, stands in the answer and opens at its place", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const token = await signIn(await makePerson());
    const chat = new KnowledgeChatPage(page, t, token);
    const report = picturesDocx([{ words: WORDS, picture: plainPng("red") }, { words: "Last words." }]);
    await chat.makeBase("Reports", "report.docx", report, { type: "multimodal" });

    await page.goto("/knowledge-center/main");
    await chat.choose("Reports");
    await chat.pickModel("fake-reader");
    // What the fake supplier sees in a picture is its type and its bytes.
    await chat.ask("Which image has how many bytes?");
    const answer = await chat.answered();
    const shown = answer.getByRole("list", { name: t("chat.sources.pictures") }).getByRole("button");
    await expect(shown).toHaveCount(1);
    await expect(shown.getByRole("img")).toHaveJSProperty("naturalWidth", 240);
    await shown.click();
    const picture = page.locator("[data-reader] [data-picture]");
    await expect(picture).toBeInViewport();
    await expect(page.locator("[data-reader] [data-badge]")).toHaveCount(1);
    expect(await findings(page)).toEqual([]);

    await page.goto("/knowledge-center/search/image%20bytes");
    await expect(page.locator("[data-place] img")).toHaveJSProperty("naturalWidth", 240);
  });
});
