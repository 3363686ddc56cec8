import { DocumentsPage, textFile } from "../../pages/documents-page";
import { ReadingPage } from "../../pages/reading-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const HOTEL = "The hotel rate in first-tier cities is at most 600 yuan a night.";

inBothLanguages("documents on a phone", () => {
  test("uploads, asks, and reads the source in a sheet without scrolling sideways", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    const documents = new DocumentsPage(page, t);
    await documents.open();
    await documents.add(textFile("hotels.md", `${HOTEL}\n`));
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await sideways()).toBeLessThanOrEqual(0);
    await documents.command("hotels.md", t("documents.ask.this"));
    await page.waitForURL(/comminicate\?id=/);
    const reading = new ReadingPage(page, t);
    await reading.pickModel("fake-reader");
    await reading.input.fill("What is the rate?");
    await reading.send.tap();
    const answer = await reading.answered();
    expect(await sideways()).toBeLessThanOrEqual(0);
    const mark = reading.marks(answer).first();
    const id = (await mark.getAttribute("data-mark")) ?? "";
    await mark.tap();
    expect((await reading.marked(id)).trim()).toBe(HOTEL);
    expect(await sideways()).toBeLessThanOrEqual(0);
  });
});
