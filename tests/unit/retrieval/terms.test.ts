import { countTokens as library } from "gpt-tokenizer/encoding/o200k_base";
import { bm25 } from "@/lib/models/builtin/bm25";
import { quoteTerm, tsvectorOf } from "@/lib/retrieval/index-text";
import { sentencesOf } from "@/lib/retrieval/sentences";
import { tokenCounter } from "@/lib/retrieval/tokens";
import { termsOf } from "@/lib/text/terms";

test.each([
  ["Contracts", ["contract", "~contract"]],
  ["running of the bulls", ["running", "~run", "bull", "~bull"]],
  ["Zürich’s Ｃａｆé", ["zurich", "~zurich", "cafe", "~cafe"]],
  ["合同期限", ["合", "合同", "同", "同期", "期", "期限", "限"]],
  ["我的书", ["我", "我的", "的书", "书"]],
  ["第3章v2", ["第", "3", "~3", "章", "v2", "~v2"]],
  ["договор", ["договор", "~договор"]],
  ["عقد", ["عقد", "~عقد"]],
  ["カフェ", ["カ", "カフ", "フ", "フェ", "ェ"]],
  ["com\u00adpre\u00adhension", ["comprehension", "~comprehens"]],
  ["the of 的了", []],
  ["!!! …", []],
])("terms of %j", (text, terms) => {
  expect(termsOf(text).sort()).toEqual([...terms].sort());
});

test("a code of a thousand letters is cut, and nothing breaks the index's text", () => {
  expect(termsOf("x".repeat(1000)).every((term) => term.length <= 65)).toBe(true);
  expect(
    tsvectorOf(
      new Map([
        ["a", 3],
        ["b", 300],
      ]),
    ),
  ).toMatch(/^'a':1,2,3 'b':1,(.*),255$/);
  expect(quoteTerm("o'b\\c")).toBe("'o''b\\\\c'");
});

test("the very form that was asked for weighs more than a relative", () => {
  const { index } = bm25("organisation", [
    "the organ is old",
    "an organisation is old",
    "organised people are old",
  ])[0]!;
  expect(index).toBe(1);
});

test.each([
  ["第一句。第二句！第三句？", ["第一句。", "第二句！", "第三句？"]],
  ["他说：“好。”然后走了。", ["他说：“好。”", "然后走了。"]],
  ["Mr. Smith paid 3.5 euros. He left.", ["Mr. Smith paid 3.5 euros.", "He left."]],
  ["See e.g. the U.S. Treasury. Next.", ["See e.g. the U.S. Treasury.", "Next."]],
  ["The MV. Halcyon sails. It is late.", ["The MV. Halcyon sails.", "It is late."]],
  [
    "Batch No. 7 failed, e.g. at 6 bar. Dr. J. Falk agrees.",
    ["Batch No. 7 failed, e.g. at 6 bar.", "Dr. J. Falk agrees."],
  ],
  ["He said no. Then he left.", ["He said no.", "Then he left."]],
  ["It belongs to Acme Inc. The firm is old.", ["It belongs to Acme Inc.", "The firm is old."]],
  [
    "Acme Inc. Holdings pays approx. 5 euros per kg. of rice.",
    ["Acme Inc. Holdings pays approx. 5 euros per kg. of rice."],
  ],
  ["One line\nanother line", ["One line", "another line"]],
  ["Version 2.0 is out! Really?", ["Version 2.0 is out!", "Really?"]],
  ["  ", []],
])("sentences of %j", (text, sentences) => {
  expect(sentencesOf(text).map(({ from, to }) => text.slice(from, to))).toEqual(sentences);
});

test.each([
  "Die Geschwindigkeit überstieg 1,234.5 km/h; it's NOT `const x = 1;`\n\n\tend  ",
  "北京市海淀区中关村大街二十七号楼，第23号仓库存放了多少货物？龘龖𠮷",
  "東京都の仓库は、どこにありますか。 창고는 어디에 있습니까? คลังสินค้าอยู่ที่ไหน",
  "👩🏽‍🚀🇨🇳 e\u0301\u0323 \ud83d \u0000\u007f\u0080 Здравствуйте مرحبا",
])("counts tokens as the library that makes them: %j", async (text) => {
  expect((await tokenCounter())(text)).toBe(library(text));
});

test("counts tokens, of special names and endless words too", async () => {
  const count = await tokenCounter();
  expect(count("")).toBe(0);
  expect(count("hello world")).toBe(2);
  expect(count("<|endoftext|>")).toBeGreaterThan(1);
  const begin = performance.now();
  expect(count("a".repeat(200_000))).toBeGreaterThan(1000);
  expect(performance.now() - begin).toBeLessThan(20_000);
});
