import { columnsIn, type ImportColumn, itemsIn } from "@/lib/features/knowledge-operations/recall-import";
import { PLACES_MAX, RECALL_QUESTION_MAX } from "@/lib/features/knowledge-operations/recall-limits";
import { holdsWords, placesIn } from "@/lib/features/knowledge-operations/recall-places";

describe("words a slice holds", () => {
  it.each([
    ["The lease ends\non  31 March.", "lease ends on 31 march", true],
    ["Ｔｈｅ ＬＥＡＳＥ ends", "the lease", true],
    // Nine of ten words, one was cut off.
    ["one two three four five six seven eight nine", "one two three four five six seven eight nine ten", true],
    // Seven of ten.
    ["one two three four five six seven", "one two three four five six seven eight nine ten", false],
    ["租约于三月三十一日到期。", "三月三十一日到期", true],
    ["租约于三月到期。", "六月续签合同", false],
    // Nothing but words without a meaning.
    ["Lease", "of the", false],
  ])("%j holds %j: %s", (text, words, expected) => expect(holdsWords(text, words)).toBe(expected));
});

describe("places in what a search found", () => {
  const [one, two] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
  const looked = {
    kept: [
      { fileId: two, text: "Trains are second class.", beside: [] },
      { fileId: one, text: "Rent is due monthly.", beside: [{ fileId: one, text: "The lease ends in March." }] },
    ],
    left: [
      { fileId: one, text: "Keys are with the porter.", cut: "minScore" as const },
      { fileId: one, text: "Keys are with the porter.", cut: "topK" as const },
    ],
  };
  const all = new Set([one, two]);

  it("have the rank of the slice they are in, or that goes along with it", () => {
    expect(placesIn([{ fileId: one }], looked, all)).toMatchObject([{ state: "selected", rank: 2, cut: null }]);
    expect(placesIn([{ fileId: one, words: "lease ends" }], looked, all)).toMatchObject([{ state: "beside", rank: 2 }]);
  });

  it("say what left them out, the one that got furthest, and what was never found", () => {
    const cut = placesIn([{ fileId: one, words: "keys porter" }], looked, all);
    expect(cut).toMatchObject([{ state: "cut", rank: null, cut: "minScore" }]);
    expect(placesIn([{ fileId: one, words: "parking" }], looked, all)).toMatchObject([{ state: "missed", cut: null }]);
    // The words stand in another file.
    expect(placesIn([{ fileId: two, words: "keys porter" }], looked, all)).toMatchObject([{ state: "missed" }]);
  });

  it("are gone in a file that is not the person's to find", () => {
    expect(placesIn([{ fileId: one }], looked, new Set([two]))).toMatchObject([{ state: "gone", rank: null }]);
  });
});

describe("a table of questions", () => {
  const columnOf = (text: string) => ({ question: "question", file: "file", words: "words" })[text] as ImportColumn;
  const files: Record<string, string[]> = { "a.pdf": ["a"], "b.pdf": ["b"], "twice.pdf": ["c", "d"] };
  const read = (rows: string[][]) => {
    const columns = columnsIn(rows, columnOf)!;
    return itemsIn(rows, columns, { filesNamed: (name) => files[name] ?? [], isKnown: (text) => text === "Known?" });
  };

  it("needs columns of questions and files, wherever they stand", () => {
    expect(columnsIn([["question", "words"]], columnOf)).toBeNull();
    expect(columnsIn([], columnOf)).toBeNull();
    expect(
      columnsIn(
        [
          ["", ""],
          ["note", "file", "question"],
        ],
        columnOf,
      ),
    ).toEqual({ top: 1, at: { file: 1, question: 2 } });
  });

  it("makes one question of rows with the same one", () => {
    const { items, problems, rows } = read([
      ["question", "file", "words"],
      ["When?", "a.pdf", "in March"],
      ["", "", ""],
      ["When?", "b.pdf", ""],
      ["Where?", "b.pdf", ""],
    ]);
    expect(problems).toEqual([]);
    expect(rows).toBe(3);
    expect(items).toEqual([
      { question: "When?", expected: [{ fileId: "a", words: "in March" }, { fileId: "b" }] },
      { question: "Where?", expected: [{ fileId: "b" }] },
    ]);
  });

  it("names each row that is wrong as the file counts it", () => {
    const { problems, items } = read([
      ["question", "file", "words"],
      ["", "a.pdf", ""],
      ["When?", "", ""],
      ["When?", "c.pdf", ""],
      ["When?", "twice.pdf", ""],
      ["Known?", "a.pdf", ""],
      ["q".repeat(RECALL_QUESTION_MAX + 1), "a.pdf", ""],
      ["When?", "a.pdf", "w".repeat(1001)],
      ["Good?", "a.pdf", ""],
    ]);
    expect(problems).toEqual([
      { row: 2, column: "question", problem: "required" },
      { row: 3, column: "file", problem: "required" },
      { row: 4, column: "file", problem: "unknownFile" },
      { row: 5, column: "file", problem: "sameFiles" },
      { row: 6, column: "question", problem: "known" },
      { row: 7, column: "question", problem: "tooLong" },
      { row: 8, column: "words", problem: "tooLong" },
    ]);
    expect(items.map(({ question }) => question)).toEqual(["Good?"]);
  });

  it("takes ten places for a question and no eleventh", () => {
    const row = ["When?", "a.pdf", ""];
    const { items, problems } = read([
      ["question", "file", "words"],
      ...Array.from({ length: PLACES_MAX + 1 }, () => row),
    ]);
    expect(items[0]!.expected).toHaveLength(PLACES_MAX);
    expect(problems).toEqual([{ row: PLACES_MAX + 2, column: "file", problem: "tooManyPlaces" }]);
  });
});
