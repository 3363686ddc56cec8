import { ChatFilesPage } from "../../pages/chat-files-page";
import { textFile } from "../../pages/documents-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const HOTEL = "The hotel rate in first-tier cities is at most 600 yuan a night.";

inBothLanguages("files in chat on a phone", () => {
  test("are added, asked and read in a sheet without scrolling sideways", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const chat = new ChatFilesPage(page, t);
    await chat.open();
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await chat.pickModel("fake-reader");
    const long = `${"a-very-long-name-".repeat(8)}hotels.md`;
    await chat.choose(textFile(long, `${HOTEL}\n`), textFile("run.exe", "MZ"));
    await chat.allReady(1);
    expect(await sideways()).toBeLessThanOrEqual(0);
    await chat.input.fill("What is the rate?");
    await chat.send.tap();
    const answer = await chat.answered();
    expect(await sideways()).toBeLessThanOrEqual(0);
    const mark = chat.marks(answer).first();
    const id = (await mark.getAttribute("data-mark")) ?? "";
    await mark.tap();
    expect((await chat.marked(id)).trim()).toBe(HOTEL);
    expect(await sideways()).toBeLessThanOrEqual(0);
  });
});
