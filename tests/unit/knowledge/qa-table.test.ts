import { hasSynonymTwice, newQa, qaForm } from "@/lib/features/knowledge/qa-schema";
import { columnsOf, type QaColumn, readRow } from "@/lib/features/knowledge/service/qa/table";

const HEADINGS = new Map<QaColumn, readonly string[]>([
  ["question", ["问题", "Question"]],
  ["answer", ["答案", "Answer"]],
  ["synonyms", ["同义问法", "Other ways to ask"]],
  ["validFrom", ["生效日期", "Valid from"]],
  ["validUntil", ["失效日期", "Valid until"]],
]);
const columns = columnsOf(["Question", "Answer", "Other ways to ask", "Valid from", "Valid until"], HEADINGS)!;
const row = (...cells: string[]) => readRow(cells, columns);

describe("columns of a table of pairs", () => {
  it("are known in every language, in any case and width, wherever they stand", () => {
    expect(columnsOf(["备注", " 答案 * ", "ＱＵＥＳＴＩＯＮ"], HEADINGS)).toEqual(
      new Map([
        ["question", 2],
        ["answer", 1],
      ]),
    );
    expect(columnsOf(["Question", "Reply"], HEADINGS)).toBeNull();
  });
});

describe("a row of a table of pairs", () => {
  it("is a pair, with synonyms by line or bar, each once", () => {
    expect(row(" How  many? ", "Two.", "first|first!\nhow many\nsecond", "2027/3/1", "2027-12-31")).toEqual({
      question: "How many?",
      answer: "Two.",
      synonyms: ["first", "second"],
      validFrom: "2027-03-01",
      validUntil: "2027-12-31",
    });
  });

  it("gives back what an export kept from being a formula", () => {
    expect(row("'=1+1?", "'-3 degrees")).toMatchObject({ question: "=1+1?", answer: "-3 degrees" });
  });

  it.each([
    [["", "A"], "noQuestion"],
    [["?!", "A"], "noQuestion"],
    [["Q", " "], "noAnswer"],
    [["x".repeat(501), "A"], "questionTooLong"],
    [["Q", "x".repeat(20_001)], "answerTooLong"],
    [["Q", "A", "x".repeat(501)], "synonymTooLong"],
    [["Q", "A", Array.from({ length: 16 }, (_, at) => `s${at}`).join("|")], "synonymsMost"],
    [["Q", "A", "", "soon"], "date"],
    [["Q", "A", "", "", "2027-02-30"], "date"],
    [["Q", "A", "", "2027-02-02", "2027-02-01"], "date"],
  ])("is refused with its reason: %#", (cells, reason) => {
    expect(row(...cells)).toBe(reason);
  });
});

describe("synonyms of a pair", () => {
  it("are no two the same, and none the question, in whatever case, width and signs", () => {
    expect(hasSynonymTwice({ question: "Leave?", synonyms: ["leave"] })).toBe(true);
    expect(hasSynonymTwice({ question: "Leave?", synonyms: ["Holiday", "ｈｏｌｉｄａｙ！"] })).toBe(true);
    expect(hasSynonymTwice({ question: "Leave?", synonyms: ["Holiday", "Time off"] })).toBe(false);
  });

  it("are told of at their field, of a call and of a form", () => {
    const pair = { question: "Leave?", answer: "Yes." };
    const issue = { path: ["synonyms"], message: "synonymTwice" };
    expect(newQa.safeParse({ ...pair, synonyms: ["leave"] }).error?.issues).toMatchObject([issue]);
    const more = { validFrom: "", validUntil: "", visibility: "all", grants: [], citations: [] };
    expect(qaForm.safeParse({ ...pair, ...more, synonyms: "a\n\nA" }).error?.issues).toMatchObject([issue]);
    expect(qaForm.safeParse({ ...pair, ...more, synonyms: "a\n\nb" }).success).toBe(true);
  });
});
