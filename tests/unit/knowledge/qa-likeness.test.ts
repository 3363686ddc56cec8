import { QA_MIN_SCORE } from "@/lib/config/knowledge-retrieval";
import { likenessOfWords, mayBeSame } from "@/lib/features/knowledge/service/qa/likeness";
import { lookupTerms, neededTerms, readQuestion } from "@/lib/features/knowledge/service/qa/question-words";
import { QUESTION_CASES } from "@/tests/factories/qa-questions";

const known = QUESTION_CASES.map(({ question }) => ({ question, read: readQuestion(question) }));

/** The question that answers by words alone, or none. */
function matched(text: string): string | null {
  const asked = readQuestion(text);
  const [best] = known
    .filter(({ read }) => mayBeSame(asked, read))
    .map(({ question, read }) => ({ question, score: likenessOfWords(asked, read) }))
    .sort((a, b) => b.score - a.score);
  return best && best.score >= QA_MIN_SCORE ? best.question : null;
}

describe("questions that only look alike", () => {
  it.each(QUESTION_CASES.flatMap(({ other }) => other))("answers no near miss: %s", (text) => {
    expect(matched(text)).toBeNull();
  });
});

describe("questions in other words", () => {
  const same = QUESTION_CASES.flatMap((one) => one.same.map((text) => ({ text, question: one.question })));

  it("never finds a wrong question", () => {
    expect(same.filter(({ text, question }) => ![question, null].includes(matched(text)))).toEqual([]);
  });

  it("finds nearly all of them without a model", () => {
    const missed = same.filter(({ text }) => matched(text) === null).map(({ text }) => text);
    expect(missed.length).toBeLessThanOrEqual(4);
  });

  it("looks each that is found up by terms its question is kept by", () => {
    for (const { text, question } of same.filter((one) => matched(one.text) !== null)) {
      const kept = new Set(lookupTerms(readQuestion(question)));
      expect([text, neededTerms(readQuestion(text)).filter((term) => !kept.has(term))]).toEqual([text, []]);
    }
  });
});

describe("mayBeSame", () => {
  const may = (one: string, other: string) => mayBeSame(readQuestion(one), readQuestion(other));

  it.each([
    ["2024年的预算是多少", "2023年的预算是多少"],
    ["Budget of 3 March", "Budget of 4 March"],
    ["今年的预算是多少", "去年的预算是多少"],
    ["Does plan A2 include it?", "Does plan B2 include it?"],
    ["可以报销吗", "不可以报销吗"],
    ["谁审批报销", "怎么审批报销"],
    ["收入增加的原因", "收入减少的原因"],
    ["广州的供应商", "供应商"],
  ])("tells apart, however near they are in meaning: %s / %s", (one, other) => {
    expect([may(one, other), may(other, one)]).toEqual([false, false]);
  });

  it("takes a question that offers both sides for no denial", () => {
    expect(may("可不可以报销", "能报销吗")).toBe(true);
  });
});
