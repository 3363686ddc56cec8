import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import { ReadingPage } from "../../pages/reading-page";
import { inBothLanguages, test } from "../../setup/e2e";
import { converse, markedInView } from "./asking";

const fixture = (name: string) => readFile(path.join("tests/fixtures/documents", name));

/** "部门,金额" and a line of it, as a Chinese spreadsheet writes them: GB18030. */
const SPENT = "华东采购部";
const GBK = Buffer.from(
  "b2bfc3c52cbdf0b6ee0abbaab6abb2c9b9bab2bf2c3832303030300abbaab1b1cffacadbb2bf2c3531303030300a",
  "hex",
);

/** What is hard to read of a file, words of it to be cited, and those the mark lies on; a field is no text of the page. */
const KINDS: readonly [file: string, bytes: () => Promise<Uint8Array>, words: string, marked?: ""][] = [
  ["spent.csv", async () => GBK, SPENT],
  ["paper.pdf", () => fixture("paper.pdf"), "Moisture fell from twenty-one to twelve per cent within nineteen hours"],
  ["form.pdf", () => fixture("form.pdf"), "KX 4417 TR", ""],
  ["contract.docx", () => fixture("contract.docx"), "违约金比例偏高，建议改为千分之三。"],
  ["deck.pptx", () => fixture("deck.pptx"), "收入与成本（百万元）"],
];

inBothLanguages("hard kinds of files", () => {
  test("an old encoding, columns, a form, comments and a chart: each is asked, cited and opened at the words", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const token = await signIn(await makePerson());
    const files = await Promise.all(KINDS.map(async ([name, bytes]) => ({ name, bytes: await bytes() })));
    const chatId = await converse(page, token, files);
    await page.goto(`/personal/document/comminicate?id=${chatId}`);
    const reading = new ReadingPage(page, t);
    await reading.ready();
    await reading.pickModel("fake-reader");
    await reading.ask(KINDS.map(([, , words]) => `Cite “${words}”`).join("\n"));
    const marks = reading.marks(await reading.answered());
    await expect(marks).toHaveCount(KINDS.length);
    for (const [index, [, , words, marked = words]] of KINDS.entries()) {
      const mark = marks.nth(index);
      const id = (await mark.getAttribute("data-mark")) ?? "";
      await mark.click();
      await expect
        .poll(() => markedInView(page, id), { timeout: 20_000 })
        .toEqual({ words: marked.replace(/\s+/g, ""), isInView: true });
      await test.info().attach(`${KINDS[index]![0]}.png`, { body: await page.screenshot(), contentType: "image/png" });
    }
  });
});
