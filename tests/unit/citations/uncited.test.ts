import fc from "fast-check";
import { withUncitedMarks } from "@/components/chat/sources/mark-text";
import { uncitedSentences } from "@/lib/citations/uncited";
import { unbackedSentences } from "@/lib/grounding/uncited";

const sentencesIn = (text: string) => uncitedSentences(text).map(({ sentence }) => sentence);

test.each([
  [
    "a mark before or after its full stop",
    "Steel pays 25 percent at the border[^c1]. Copper pays 10 percent there. [^c2]",
    [],
  ],
  [
    "the sentence beside a cited one",
    "Steel pays 25 percent.[^c1] Zinc pays nothing at all there.",
    ["Zinc pays nothing at all there."],
  ],
  ["Chinese", "铝型材出口需要申报排放量。预计每吨成本将会增加约四百元。[^c1]", ["铝型材出口需要申报排放量。"]],
  [
    "lists, without their signs",
    "- **Zinc** pays nothing at all there\n- Steel pays 25 percent[^c1]",
    ["Zinc pays nothing at all there"],
  ],
  [
    "neither headings, tables, questions nor what leads over",
    "# The border tariff for steel today\n| a | b c d e f |\n**What it means for you now**\nWhat does it mean for importers?\nThese are the rules that apply:\nIn short.",
    [],
  ],
  ["no code", "```\nlet this be a sentence of code.\n```\n~~~\nand so is this one here.\n~~~", []],
  [
    "not what the pages do not say",
    "The pages do not say when the tariff ends. 搜索到的网页没有提到具体的截止日期。",
    [],
  ],
])("finds sentences without a mark: %s", (_, text, expected) => {
  expect(sentencesIn(text)).toEqual(expected);
});

test.each([
  [
    "behind a comma and a word that joins",
    "Steel pays 25 percent at the border[^c1], and copper will pay 10 percent from May.",
    ["copper will pay 10 percent from May."],
  ],
  [
    "behind a semicolon, marked before or after it",
    "Steel pays 25 percent at the border[^c1]; zinc was freed of it in March. Tin pays 5 percent at the border;[^c2] lead has never been taxed at all.",
    ["zinc was freed of it in March."],
  ],
  [
    "Chinese",
    "钢材进口需要缴纳百分之二十五的关税[^c1]，而铜材自五月起需要缴纳百分之十。",
    ["铜材自五月起需要缴纳百分之十。"],
  ],
  [
    "a Chinese semicolon",
    "铝型材出口商必须申报排放量[^c1]；核查机构每年九月之前提交报告。",
    ["核查机构每年九月之前提交报告。"],
  ],
  [
    "the last of several",
    "Steel pays 25 percent now[^c1], but zinc pays nothing[^c2], while copper was never taxed there.",
    ["copper was never taxed there."],
  ],
  ["cited itself", "Steel pays 25 percent at the border[^c1], and copper will pay 10 percent from May[^c2].", []],
  [
    "the rest of what a mark stands in the middle of",
    "According to the notice[^c1], steel will pay 25 percent at the border. Steel pays 25 percent[^c1] at the border, which was raised in May 2026. Steel pays 25 percent at the border[^c1], copper, zinc and tin a little less each.",
    [],
  ],
  ["things, not a clause", "The tariff is 25 percent for all steel[^c1], and for bars, pipes, wires, sheets.", []],
  ["where it begins without a statement", "By the notice[^c1]; steel was taxed with 25 percent.", []],
  [
    "Chinese that goes on",
    "根据海关总署公告[^c1]，钢材进口需要缴纳百分之二十五的关税。钢材进口需要缴纳关税[^c1]，自五月一日起正式施行并适用于所有企业。",
    [],
  ],
  ["short", "Steel pays 25 percent at the border[^c1], and so does zinc.", []],
  ["what the pages do not say", "Steel pays 25 percent at the border[^c1], but the pages do not say when it ends.", []],
  ["a question", "Steel pays 25 percent at the border[^c1], but what will importers have to do?", []],
])("of the words behind a sentence's last mark: %s", (_, text, expected) => {
  expect(sentencesIn(text)).toEqual(expected);
});

const FACTS = [
  ["Steel pays a tariff of 25 percent", "."],
  ["The permit of an importer ends in March 2027", "!"],
  ["铝型材出口商必须申报产品的碳排放量", "。"],
  ["核查机构应当在每年九月之前提交报告", "！"],
  ["A verified report costs about 4,000 euros", "."],
] as const;

test("each sentence that states something carries a mark in the end: of its source, or that it has none (spec C3)", () => {
  const sentence = fc.record({
    fact: fc.constantFrom(...FACTS),
    place: fc.constantFrom("before", "after", "apart", "none"),
    start: fc.constantFrom("", "- ", "1. ", "> "),
    joins: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1, maxLength: 12 }), (sentences) => {
      let text = "";
      for (const [at, { fact, place, start, joins }] of sentences.entries()) {
        const mark = `[^c${at + 1}]`;
        text += joins && at > 0 ? " " : `\n${start}`;
        text += `${fact[0]}${place === "before" ? mark : ""}${fact[1]}`;
        text += place === "after" ? mark : place === "apart" ? ` ${mark}` : "";
      }
      const uncited = uncitedSentences(text);
      const wanted = sentences.filter(({ place }) => place === "none").map(({ fact }) => fact.join(""));
      expect(uncited.map(({ sentence }) => sentence)).toEqual(wanted);
      const marked = withUncitedMarks(
        text,
        uncited.map(({ written }) => written),
      );
      expect(sentencesIn(marked)).toEqual([]);
      expect(marked.replaceAll("[^c0]", "")).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test("what a passage that was read bears out is no doubt, whether or not it is cited", async () => {
  const evidence = [
    { text: "The border tariff for steel is 25 percent since May 2026. Importers need a permit." },
    { text: "Harbours on the Rhine were closed for two weeks in the summer of 2018." },
  ];
  const text =
    "Steel is taxed at the border.[^c1] The border tariff for steel is 25 percent since May 2026. Each ton will cost about 400 euros more than before.";
  expect(await unbackedSentences(text, evidence)).toEqual(["Each ton will cost about 400 euros more than before."]);
  // A sentence of another language than the pages cannot be judged by words.
  expect(await unbackedSentences("每吨钢材的成本将会比以前增加很多。", evidence)).toEqual([]);
  expect(await unbackedSentences(text, [])).toEqual([]);
});

test("a clause behind the last mark is looked up like a sentence, and marked at its end", async () => {
  const evidence = [
    { text: "The border tariff for steel is 25 percent since May 2026. Importers need a permit since March." },
  ];
  const backed = "Steel is taxed at the border with 25 percent[^c1], and importers will need a permit.";
  expect(await unbackedSentences(backed, evidence)).toEqual([]);
  const text = "Steel is taxed at the border with 25 percent[^c1], and each ton will cost about 400 euros more.";
  const found = await unbackedSentences(text, evidence);
  expect(found).toEqual(["each ton will cost about 400 euros more."]);
  const marked = withUncitedMarks(text, found);
  expect(marked).toBe(`${text}[^c0]`);
  expect(sentencesIn(marked)).toEqual([]);
});
