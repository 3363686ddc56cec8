import { askedAbout, askedInParts, isAbout, saidWords } from "@/lib/text/asked-words";

const isOf = (question: string, text: string) => isAbout(saidWords(text), askedAbout(question));

test.each([
  ["年假有多少天？", "员工享有带薪年休假十天"],
  ["住酒店能报多少", "住宿每晚上限四百元"],
  ["公积金交多少", "公积金比例为百分之十二"],
  ["What does the guarantee cover?", "Warranty: falls are not covered."],
  ["How do I get a refund?", "Refunds take ten days."],
])("a text is about a question in other words: %s", (question, text) => {
  expect(isOf(question, text)).toBe(true);
});

test.each([
  ["公司有健身房吗？", "公司资料分为公开、内部、机密三级"],
  ["车位怎么申请", "出差应在系统中申请"],
  ["年假有多少天", "一年，假定每天"],
  ["How many days of annual leave are there?", "Up to 20 days a year. The first two weeks are spent in the office."],
  ["Who founded the company?", "The company provides a laptop."],
])("a text is not about a question for words any text may have: %s", (question, text) => {
  expect(isOf(question, text)).toBe(false);
});

test("a question that names nothing is about anything", () => {
  expect(isOf("怎么办？", "一句话")).toBe(true);
  expect(isOf("What is it?", "A sentence.")).toBe(true);
});

describe("a question that asks for several things", () => {
  const isOfPart = (question: string, text: string) =>
    askedInParts(question).some((asked) => isAbout(saidWords(text), asked));

  test.each([
    ["What do hotels cost, and who travels on a holiday?", "The hotel rate in first-tier cities is 600 yuan."],
    ["What do hotels cost, and who travels on a holiday?", "Whoever travels on a public holiday takes a day off."],
    ["Who signs contracts and where are invoices sent?", "Invoices go to the accounting office."],
    ["住宿标准是多少，以及加班怎么调休？", "法定节假日加班的，另行安排调休"],
  ])("is answered by what answers one of them: %s", (question, text) => {
    expect(isOfPart(question, text)).toBe(true);
  });

  test.each([
    ["By the way, who founded the company?", "The company provides a laptop."],
    ["你好，公司有健身房吗？", "公司资料分为公开、内部、机密三级"],
    ["What do hotels cost, and who travels on a holiday?", "The office is open on weekdays."],
  ])("is not answered for the words around them: %s", (question, text) => {
    expect(isOfPart(question, text)).toBe(false);
  });
});
