import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { letters } from "../../../lib/parsing/worker/pdf/letters";
import { ReadingPage } from "../../pages/reading-page";
import { test } from "../../setup/e2e";
import { makeSources, type SourceFile } from "./sources";

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

/** Uploads the files, waits until all can be asked, and opens a conversation about them. Answers its id. */
async function converse(page: Page, token: string, files: readonly SourceFile[]): Promise<string> {
  const headers = { authorization: token };
  const documentIds: string[] = [];
  for (const { name, bytes } of files) {
    const file = { name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) };
    const { data, message } = await (
      await page.request.post("/api/documents", { headers, multipart: { file } })
    ).json();
    expect(data?.id, message).toBeTruthy();
    documentIds.push(data.id);
  }
  for (const id of documentIds) {
    const state = async () =>
      (await (await page.request.get(`/api/documents/${id}`, { headers })).json()).data.parse?.status;
    await expect.poll(state, { timeout: 60_000 }).toBe("ready");
  }
  const asked = await page.request.post("/api/documents/chats", {
    headers: { ...headers, "idempotency-key": randomUUID() },
    data: { documentIds },
  });
  return (await asked.json()).data.id;
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

/** The words the reader marks for a citation, without white space, and whether their beginning can be seen in its frame. */
async function markedInView(page: Page, id: string): Promise<{ words: string; isInView: boolean }> {
  const seen = await page.evaluate((wanted) => {
    const marks = [...document.querySelectorAll<HTMLElement>(`mark[data-citation="${wanted}"]`)];
    const frame = marks[0]?.closest("[data-reader-frame]")?.getBoundingClientRect();
    const first = marks[0]?.getBoundingClientRect();
    const words = marks.map((mark) => mark.dataset.text ?? mark.textContent).join("");
    const isInView = Boolean(
      frame &&
        first &&
        first.height > 0 &&
        first.top >= frame.top &&
        first.bottom <= frame.bottom &&
        first.left >= frame.left,
    );
    return { words: words.replace(/\s+/g, ""), isInView };
  }, id);
  // A browser's pdf names some characters by radicals of the same look; so do the words the page itself is drawn with.
  return { ...seen, words: letters(seen.words) };
}
