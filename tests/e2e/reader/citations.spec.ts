import { expect } from "@playwright/test";
import { ReadingPage } from "../../pages/reading-page";
import { test } from "../../setup/e2e";
import { converse, markedInView } from "./asking";
import { makeSources } from "./sources";

/** The longest question is 2500 characters. */
const QUESTION_MAX = 2400;
const withoutSpace = (text: string) => text.replace(/\s+/g, "");

/** Two journeys side by side; together more than 100 quotes of eight formats, Chinese and English by turns. */
for (const { formats, seed } of [
  { formats: ["pdf", "docx", "csv", "txt"], seed: 10 },
  { formats: ["pptx", "xlsx", "html", "md"], seed: 110 },
]) {
  test(`52 quotes of ${formats.join(", ")} are each marked to the letter, and in view`, async ({
    page,
    browser,
    t,
    makePerson,
    signIn,
  }) => {
    test.setTimeout(180_000);
    const token = await signIn(await makePerson());
    const { files, quoted } = await makeSources(browser, formats, { count: 13, seed });
    const chatId = await converse(page, token, files);
    await page.goto(`/personal/document/comminicate?id=${chatId}`);
    const reading = new ReadingPage(page, t);
    await reading.ready();
    await reading.pickModel("fake-reader");

    const wrong: unknown[] = [];
    for (const batch of batches(quoted.map(({ words }) => words))) {
      await reading.ask(batch.map((words) => `Cite “${words}”`).join("\n"));
      const said = `“${withoutSpace(batch.at(-1)!)}”`;
      await expect
        .poll(async () => withoutSpace((await page.locator("article[aria-busy=false]").last().textContent()) ?? ""), {
          timeout: 60_000,
        })
        .toContain(said);
      const marks = reading.marks(await reading.answered());
      await expect(marks).toHaveCount(batch.length);
      for (const [index, words] of batch.entries()) {
        const mark = marks.nth(index);
        const id = (await mark.getAttribute("data-mark")) ?? "";
        await mark.click();
        const want = { words: withoutSpace(words), isInView: true };
        await expect
          .poll(() => markedInView(page, id), { timeout: 20_000 })
          .toEqual(want)
          .catch(async () => {
            wrong.push({
              file: quoted.find((one) => one.words === words)?.file,
              words,
              got: await markedInView(page, id),
            });
          });
      }
    }
    // All of them at once: one report tells every quote that was marked wrongly.
    expect(wrong).toEqual([]);
  });
}

/** As many quotes in a question as fit. */
function batches(quotes: readonly string[]): string[][] {
  const made: string[][] = [];
  let length = QUESTION_MAX;
  for (const words of quotes) {
    if (length + words.length + 8 > QUESTION_MAX) {
      made.push([]);
      length = 0;
    }
    made.at(-1)!.push(words);
    length += words.length + 8;
  }
  return made;
}
