import fc from "fast-check";
import { lastSentence, MarkRewriter, rewriteMarks } from "@/lib/citations/marks";

const PASSAGES = new Set([1, 2, 3, 5, 12]);

function streamed(text: string, cuts: readonly number[]) {
  const rewriter = new MarkRewriter(PASSAGES);
  const parts = [0, ...[...cuts].sort((a, b) => a - b), text.length];
  const pieces = parts.slice(1).map((to, index) => rewriter.push(text.slice(parts[index], to)));
  pieces.push(rewriter.end());
  return { text: pieces.map((piece) => piece.text).join(""), marks: pieces.flatMap((piece) => piece.marks) };
}

const ANSWER = [
  "收入增长了12%[3]，其中海外占三成【5】。其余来自国内[3, 5][1]。",
  "Sales grew by 4.5 percent [12]. See [1](https://example.org) and `list[3]` here. Mr. Smith agreed [2][99].",
  "```js\nconst a = b[3];\n```\nAfter the code [1].\n\n[1]: https://example.org\n- item [2]\n",
].join("\n\n");

test("gives every occurrence an id", () => {
  const { text, marks } = rewriteMarks("甲[3]。乙【5】。丙[3, 5]。", PASSAGES);
  expect(text).toBe("甲[^c1]。乙[^c2]。丙[^c3][^c4]。");
  expect(marks.map(({ id, passage }) => [id, passage])).toEqual([
    [1, 3],
    [2, 5],
    [3, 3],
    [4, 5],
  ]);
});

test("drops numbers that name no passage and keeps the others", () => {
  expect(rewriteMarks("A [7, 2]. B [99].", PASSAGES).text).toBe("A [^c1]. B.");
});

test.each([
  ["a passage [9].", "a passage."],
  ["a passage [9] [8], and", "a passage, and"],
  ["a passage [9][8]\nnext", "a passage\nnext"],
  ["a passage [9]", "a passage"],
  ["a passage [9][2].", "a passage [^c1]."],
  ["a passage [2] [9].", "a passage [^c1]."],
  ["a passage [9] goes on", "a passage goes on"],
  ["a passage[9] goes on", "a passage goes on"],
  ["a passage [9]goes on", "a passage goes on"],
  ["一段 [9]。", "一段。"],
  ["**a passage [9]** of it", "**a passage** of it"],
  ["a passage [9] **of it**", "a passage **of it**"],
  ["a passage [9] (of it)", "a passage (of it)"],
  ["- [9] an item\n[9] a line", "- an item\na line"],
  ["| cell [9] | cell |", "| cell | cell |"],
  ["a word , and a blank ", "a word , and a blank "],
  ["a break  \nin a paragraph", "a break  \nin a paragraph"],
])("leaves no blank behind where it drops one: %j", (text, expected) => {
  expect(rewriteMarks(text, PASSAGES).text).toBe(expected);
  const everywhere = [...text].map((_, at) => at);
  expect(streamed(text, everywhere).text).toBe(expected);
});

test.each([
  "see [1](https://example.org)",
  "`x[3]` and ``y[3]`z``",
  "```\na[3]\n```",
  "~~~\na[3]\n~~~",
  "[1]: https://example.org",
  "\\[3] is escaped",
  "- [ ] to do, [x] done, [link][ref]",
  "【注】and [a3]",
])("leaves %j as it is", (text) => {
  expect(rewriteMarks(text, PASSAGES)).toEqual({ text, marks: [] });
});

test("goes on after a code block and after a lone backtick's paragraph", () => {
  expect(rewriteMarks("```\na[3]\n```\nb [3]", PASSAGES).text).toBe("```\na[3]\n```\nb [^c1]");
  expect(rewriteMarks("a ` b\n\nc [3]", PASSAGES).text).toBe("a ` b\n\nc [^c1]");
});

test("knows the sentence before each mark", () => {
  const { marks } = rewriteMarks(ANSWER, PASSAGES);
  expect(marks.map(({ sentence }) => sentence)).toEqual([
    "收入增长了12%",
    "收入增长了12%，其中海外占三成",
    "其余来自国内",
    "其余来自国内",
    "其余来自国内",
    "Sales grew by 4.5 percent",
    "Mr. Smith agreed",
    "After the code",
    "item",
  ]);
});

test("a mark behind the full stop belongs to the sentence it ends", () => {
  expect(lastSentence("First one. Second one.")).toBe("Second one.");
  expect(lastSentence("第一句。第二句。")).toBe("第二句。");
  expect(lastSentence("")).toBe("");
});

test("gives the same however it is cut: at every place", () => {
  const whole = rewriteMarks(ANSWER, PASSAGES);
  for (let at = 0; at <= ANSWER.length; at++) expect(streamed(ANSWER, [at])).toEqual(whole);
  expect(
    streamed(
      ANSWER,
      [...ANSWER].map((_, at) => at),
    ),
  ).toEqual(whole);
});

test("gives the same however it is cut: any text", () => {
  const word = fc.constantFrom(
    "[",
    "]",
    "【3】",
    "[1, 2]",
    "[5]",
    "[9]",
    "`",
    "```",
    "\n",
    "\n\n",
    "~~~",
    "(",
    ":",
    "\\",
    "a。",
    "b. ",
    "9",
    " ",
    "\t",
    ".",
    "*",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), fc.array(fc.nat(60), { maxLength: 6 }), (words, cuts) => {
      const text = words.join("");
      const inside = cuts.map((cut) => Math.min(cut, text.length));
      expect(streamed(text, inside)).toEqual(rewriteMarks(text, PASSAGES));
    }),
    { numRuns: 500 },
  );
});

test("holds back nothing but what may become a mark", () => {
  const rewriter = new MarkRewriter(PASSAGES);
  expect(rewriter.push("Hello there [").text).toBe("Hello there");
  expect(rewriter.push("3").text).toBe("");
  expect(rewriter.push("x").text).toBe(" [3x");
  expect(rewriter.push(" [3]").text).toBe("");
  expect(rewriter.end().text).toBe(" [^c1]");
});
