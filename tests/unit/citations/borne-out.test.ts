import { isBorneOut, isBorneOutByAny } from "@/lib/citations/borne-out";
import { supportingSpan } from "@/lib/citations/cite";
import { agreesInFigures, figuresOf } from "@/lib/citations/figures";

const ZH =
  "公司成立于2012年，总部设在杭州。2023年营业收入为1.5亿元，同比增长12%。研发人员共320人，占员工总数的四成。公司没有在境外设立子公司。";
const EN =
  "The company was founded in 2012 in Hangzhou. Revenue in 2023 was 150 million yuan, up 12 percent. It employs 320 engineers. The board did not approve a dividend.";

test.each([
  ["2023年公司收入为1.5亿元", ZH, "2023年营业收入为1.5亿元，同比增长12%。"],
  ["研发人员有320人", ZH, "研发人员共320人，占员工总数的四成。"],
  ["It has 320 engineers", EN, "It employs 320 engineers."],
  ["文中称“总部设在杭州”", ZH, "总部设在杭州"],
  [
    "Revenue was 150 million, and 320 engineers work there",
    EN,
    "Revenue in 2023 was 150 million yuan, up 12 percent. It employs 320 engineers.",
  ],
  ["Revenue in 2023 rose by 12%", ZH, "2023年营业收入为1.5亿元，同比增长12%。"],
])("cites for %j the words that say so", (sentence, text, quote) => {
  const span = supportingSpan(sentence, { text, from: 1000 });
  expect(span?.quote).toBe(quote);
  expect(text.slice(span!.from - 1000, span!.to - 1000)).toBe(quote);
});

test.each([
  ["天气预报说明天有雨", ZH],
  ["Penguins live in the southern hemisphere", EN],
  ["公司很好", EN],
])("cites nothing for %j", (sentence, text) => {
  expect(supportingSpan(sentence, { text, from: 0 })).toBeNull();
});

test.each([
  ["2023年营业收入为1.5亿元", "2023年营业收入为1.5亿元，同比增长12%。", true],
  ["2023年营业收入为1.6亿元", "2023年营业收入为1.5亿元，同比增长12%。", false],
  ["公司在境外设立了子公司", "公司没有在境外设立子公司。", false],
  ["公司没有在境外设立子公司", "公司没有在境外设立子公司。", true],
  ["公司不仅在杭州有研发中心", "公司在杭州有研发中心。", true],
  ["The board approved a dividend", "The board did not approve a dividend.", false],
  ["The board did not approve any dividend", "The board did not approve a dividend.", true],
  ["It employs 320 engineers", "It employs 320 engineers.", true],
  ["It has three offices", "The offices are in 3 cities; it has 3 offices.", true],
  ["Whales are mammals", "It employs 320 engineers.", false],
  ["Revenue was 150 million yuan", "2023年营业收入为1.5亿元", null],
  ["anything", "", null],
])("judges %j by %j: %s", (sentence, quote, verdict) => {
  expect(isBorneOut(sentence, quote)).toBe(verdict);
});

test("a sentence is borne out by any of its quotes, or by all together", () => {
  expect(isBorneOutByAny("It employs 320 engineers", ["Whales are mammals", "It employs 320 engineers."])).toBe(true);
  expect(
    isBorneOutByAny("Revenue was 150 million and staff 320 people", [
      "Revenue was 150 million.",
      "The staff: 320 people.",
    ]),
  ).toBe(true);
  expect(isBorneOutByAny("It employs 321 engineers", ["Whales are mammals", "It employs 320 engineers."])).toBe(false);
  expect(isBorneOutByAny("它有320名工程师", ["It employs 320 engineers."])).toBeNull();
});

test("reads figures with their scale", () => {
  expect(figuresOf("1.5亿元, 1,234 and 12％, 3 million, 5万亿")).toEqual([
    150_000_000, 1234, 12, 3_000_000, 5_000_000_000_000,
  ]);
  expect(agreesInFigures("about 150 million", "1.5亿元")).toBe(true);
  expect(agreesInFigures("three of 5", "五个中的三个, five")).toBe(true);
  expect(agreesInFigures("in 2024", "in 2023")).toBe(false);
});
