import fc from "fast-check";
import type { Block, Piece, TableBlock } from "@/lib/parsing/types";
import { segment } from "@/lib/retrieval/segment";
import { type FindMatches, PATTERN_FLAGS } from "@/lib/retrieval/separators";
import type { NewSlice, Segmentation } from "@/lib/retrieval/types";

/** A token a word or Chinese character: easy to foresee. */
const count = (text: string) => text.match(/\p{Script=Han}|[^\s\p{Script=Han}]+/gu)?.length ?? 0;
const SINGLE: Segmentation = { mode: "single", maxTokens: 12, overlap: 4 };

/** Pieces of blocks; every block begins a line. */
function pieces(groups: readonly (readonly string[])[]): { pieces: Piece[]; text: string } {
  let at = 0;
  const made = groups.map((texts, number) => {
    const from = at;
    const blocks = texts.map((text): Block => {
      const level = /^#+/.exec(text)?.[0].length;
      const block: Block = {
        kind: level ? "heading" : "paragraph",
        from: at,
        to: at + text.length,
        part: number + 1,
        level,
      };
      at += text.length + 1;
      return block;
    });
    return { number, from, to: at, text: texts.map((text) => `${text}\n`).join(""), blocks };
  });
  return { pieces: made, text: made.map(({ text }) => text).join("") };
}

/** Stands in for the thread that looks for regular expressions. */
const find: FindMatches = async (text, patterns) =>
  patterns.flatMap((pattern) => [...text.matchAll(new RegExp(pattern, PATTERN_FLAGS))].map(({ index }) => index));

async function cut(made: { pieces: Piece[] }, segmentation: Segmentation): Promise<NewSlice[]> {
  const slices = await Array.fromAsync(segment(made.pieces, segmentation, count, { find }));
  // What is counted ahead, elsewhere, makes no difference.
  expect(await Array.fromAsync(segment(made.pieces, segmentation, count, { find, countMany }))).toEqual(slices);
  return slices;
}

const countMany = async (texts: readonly string[]) => texts.map(count);

test("fills slices with whole sentences, repeats the last ones, and keeps ranges exact", async () => {
  const made = pieces([["One two three. Four five six. Seven eight. Nine ten eleven twelve."], ["Thirteen fourteen."]]);
  const slices = await cut(made, SINGLE);
  expect(slices.map(({ text }) => text)).toEqual([
    "One two three. Four five six. Seven eight. Nine ten eleven twelve.",
    "Nine ten eleven twelve.\nThirteen fourteen.",
  ]);
  for (const { from, to, text } of slices) expect(made.text.slice(from, to)).toBe(text);
  expect(slices.map(({ part, partTo }) => [part, partTo])).toEqual([
    [1, 1],
    [1, 2],
  ]);
});

test("tells the headings above, and leaves no heading at a slice's end", async () => {
  const made = pieces([
    [
      "# Book",
      "Word one two three four five six seven.",
      "## Chapter",
      "Eight nine ten eleven.",
      "## Other",
      "Twelve.",
    ],
  ]);
  const slices = await cut(made, { ...SINGLE, overlap: 0 });
  expect(slices.map(({ heading, text }) => [heading, text.split("\n")[0]])).toEqual([
    ["", "# Book"],
    ["# Book", "## Chapter"],
    ["# Book", "## Other"],
  ]);
  for (const { text } of slices) expect(text.split("\n").at(-1)).not.toMatch(/^#/);
});

/** A table at a place of a text, with its names in the first row. */
function tableAt(start: number, rows: readonly (readonly string[])[]): { table: TableBlock; text: string } {
  const text = rows.map((row) => row.join("\t")).join("\n");
  let at = start;
  const cells = rows.flatMap((row, index) =>
    row.map((value, column) => {
      const from = at;
      at = from + value.length + 1;
      return { row: index + 3, column, from, to: from + value.length };
    }),
  );
  const size = { rows: rows.length, columns: rows[0]!.length, headerRows: 1 };
  return { text, table: { kind: "table", from: start, to: start + text.length, part: 1, ...size, cells } };
}

const ROWS = [
  ["Name", "Sum"],
  ["Anna", "12"],
  ["Boris", "7"],
  ["Clara", "31"],
  ["Dora", "5"],
];

test("a table goes by rows, under the names of its columns", async () => {
  const { table, text } = tableAt(0, ROWS);
  const piece: Piece = { number: 0, from: 0, to: text.length, text, blocks: [table] };
  const slices = await cut({ pieces: [piece] }, { mode: "single", maxTokens: 6, overlap: 0 });
  expect(slices.map((slice) => [slice.heading, slice.text])).toEqual([
    ["", "Name\tSum\nAnna\t12\nBoris\t7"],
    ["Name | Sum", "Clara\t31\nDora\t5"],
  ]);
});

test("rows are slices of their own where that is set, the first with its heading and the names of the columns", async () => {
  const before = pieces([["Some words before.", "# Sums"]]);
  const { table, text } = tableAt(before.text.length, ROWS);
  const after = "Words after.";
  const end = before.text.length + text.length + 1;
  const [piece] = before.pieces;
  const blocks: Block[] = [...piece!.blocks, table, { kind: "paragraph", from: end, to: end + after.length, part: 1 }];
  const whole = { ...piece!, to: end + after.length, text: `${before.text}${text}\n${after}`, blocks };
  const rows = await cut({ pieces: [whole] }, { mode: "single", maxTokens: 50, overlap: 10, rows: true });
  expect(rows.map((slice) => [slice.heading, slice.text])).toEqual([
    ["", "Some words before."],
    ["", "# Sums\nName\tSum\nAnna\t12"],
    ["# Sums › Name | Sum", "Boris\t7"],
    ["# Sums › Name | Sum", "Clara\t31"],
    ["# Sums › Name | Sum", "Dora\t5"],
    ["# Sums", "Words after."],
  ]);
});

test("of tables cut by rows no cell is lost, and none is said twice but the names of the columns", async () => {
  const cell = fc.array(fc.constantFrom("alpha", "7", "价格", "two words", "long, soft; ends"), { maxLength: 4 });
  const table = fc.integer({ min: 1, max: 4 }).chain((columns) =>
    fc.array(
      fc.array(
        cell.map((words) => words.join(" ").trim() || "x"),
        { minLength: columns, maxLength: columns },
      ),
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
  );
  const modes = fc.constantFrom<Segmentation["mode"]>("single", "multi", "separator");
  await fc.assert(
    fc.asyncProperty(
      fc.array(table, { maxLength: 4 }),
      modes,
      fc.integer({ min: 6, max: 30 }),
      async (all, mode, max) => {
        let text = "";
        const blocks = all.map((rows) => {
          const made = tableAt(text.length, rows);
          text += `${made.text}\n`;
          return made.table;
        });
        const piece: Piece = { number: 0, from: 0, to: text.length, text, blocks };
        const separators = [{ text: "###" }];
        const setting = { mode, maxTokens: max, overlap: Math.floor(max / 2), separators, rows: true };
        const slices = text ? await cut({ pieces: [piece] }, setting) : [];
        let end = 0;
        for (const slice of slices) {
          expect(text.slice(slice.from, slice.to)).toBe(slice.text);
          expect(slice.from).toBeGreaterThanOrEqual(end);
          expect(text.slice(end, slice.from).trim()).toBe("");
          end = slice.to;
        }
        expect(text.slice(end).trim()).toBe("");
        // One row a slice, but for the names that go with the first.
        for (const { cells } of blocks)
          for (const { from, to } of slices) {
            const inside = new Set(cells.filter((one) => one.from >= from && one.to <= to).map(({ row }) => row));
            inside.delete(cells[0]!.row);
            expect(inside.size).toBeLessThanOrEqual(1);
          }
      },
    ),
    { numRuns: 200 },
  );
});

test("separator, none and multi cut as they say", async () => {
  const made = pieces([["a b---c d. e---", "f g", "---h"]]);
  const bySeparator = await cut(made, { mode: "separator", maxTokens: 50, overlap: 0, separators: [{ text: "---" }] });
  expect(bySeparator.map(({ text }) => text)).toEqual(["a b---", "c d. e---", "f g\n---", "h"]);
  const several = [{ text: "-" }, { text: "---" }, { text: " d" }];
  const bySeveral = await cut(made, { mode: "separator", maxTokens: 50, overlap: 0, separators: several });
  expect(bySeveral.map(({ text }) => text)).toEqual(["a b---", "c d", ". e---", "f g\n---", "h"]);
  const whole = await cut(made, { mode: "none", maxTokens: 3, overlap: 0 });
  expect(whole).toHaveLength(1);
  const small = await cut(pieces([["a b. c d. e f. g h. i j. k l."]]), {
    mode: "multi",
    maxTokens: 8,
    overlap: 3,
    childTokens: 4,
  });
  expect(small.map(({ text }) => text)).toEqual(["a b. c d.", "e f. g h.", "i j. k l."]);
});

test("a regular expression begins a slice, and the number of a clause stays with its words", async () => {
  const made = pieces([["第一章 总则", "第一条 目的。第二条 范围。", "第三条 定义。附则。"]]);
  const separators = [{ text: "第.{1,3}[章条]", regex: true }, { text: "定义。" }];
  const slices = await cut(made, { mode: "separator", maxTokens: 50, overlap: 0, separators });
  expect(slices.map(({ text }) => text)).toEqual([
    "第一章 总则",
    "第一条 目的。",
    "第二条 范围。",
    "第三条 定义。",
    "附则。",
  ]);
});

test("tells parents, and slices that end in the middle of a sentence", async () => {
  const made = pieces([["# A", "one two three four five six seven eight nine ten.", "a b c d."]]);
  const slices = await cut(made, { mode: "multi", maxTokens: 12, overlap: 0, childTokens: 6 });
  expect(slices.map(({ text, parent, isCut = false }) => [text, parent, isCut])).toEqual([
    ["# A", 1, false],
    ["one two three four five", 1, true],
    ["six seven eight nine ten.", 1, false],
    ["a b c d.", 2, false],
  ]);
});

test("page headers and footers begin and end no slice", async () => {
  const made = pieces([["Page head", "Real words here."]]);
  made.pieces[0]!.blocks[0]!.kind = "header" as never;
  expect((await cut(made, SINGLE)).map(({ text }) => text)).toEqual(["Real words here."]);
});

test("whatever the text: in order, exact, within the limit, nothing lost, no character cut", async () => {
  const word = fc.constantFrom(
    "alpha",
    "beta.",
    "合同期限为三年。",
    "𠮷野家",
    "x".repeat(90),
    "1,000",
    ", ",
    "? ",
    "\n",
    "# H",
  );
  const texts = fc.array(fc.array(fc.array(word, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  });
  // A token a character or two, as for real ones.
  const byLength = (text: string) => Math.ceil(text.trim().length / 2);
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 8, max: 40 }), fc.nat(20), async (groups, maxTokens, overlap) => {
      const made = pieces(groups.map((group) => group.map((words) => words.join(" ").trim() || "x")));
      const slices = await Array.fromAsync(segment(made.pieces, { mode: "single", maxTokens, overlap }, byLength));
      let end = 0;
      let last = -1;
      for (const { from, to, text, tokens } of slices) {
        expect(made.text.slice(from, to)).toBe(text);
        expect(tokens).toBeLessThanOrEqual(maxTokens);
        expect(made.text.slice(end, Math.max(end, from)).trim()).toBe("");
        expect(to).toBeGreaterThan(end);
        expect(from).toBeGreaterThan(last);
        expect(/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(text)).toBe(false);
        end = to;
        last = from;
      }
      expect(made.text.slice(end).trim()).toBe("");
    }),
    { numRuns: 300 },
  );
});

test("in every mode each character stands in a slice, and in one only but for the overlap", async () => {
  const word = fc.constantFrom(
    "alpha",
    "beta.",
    "第三条",
    "合同期限为三年。",
    "---",
    "x".repeat(60),
    "# H",
    ";",
    "\n\n",
    "?",
  );
  const texts = fc.array(fc.array(fc.array(word, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 3,
  });
  const separators = fc.subarray(
    [
      { text: "---" },
      { text: ";" },
      { text: "。" },
      { text: "第.条", regex: true },
      { text: "(?=beta)|x+", regex: true },
    ],
    { minLength: 1 },
  );
  const settings = fc.record({
    mode: fc.constantFrom("single" as const, "multi" as const, "separator" as const, "none" as const),
    maxTokens: fc.integer({ min: 8, max: 40 }),
    overlap: fc.nat(12),
    separators,
  });
  await fc.assert(
    fc.asyncProperty(texts, settings, async (groups, { maxTokens, ...settings }) => {
      const made = pieces(groups.map((group) => group.map((words) => words.join(" ").trim() || "x")));
      const overlap = Math.min(settings.overlap, Math.floor(maxTokens / 2));
      const segmentation = { ...settings, maxTokens, overlap, childTokens: Math.ceil(maxTokens / 2) };
      const slices = await cut(made, segmentation);
      let end = 0;
      let parent = 0;
      for (const slice of slices) {
        expect(made.text.slice(slice.from, slice.to)).toBe(slice.text);
        expect(made.text.slice(end, Math.max(end, slice.from)).trim()).toBe("");
        const repeated = made.text.slice(slice.from, Math.max(slice.from, end));
        expect(count(repeated)).toBeLessThanOrEqual(segmentation.mode === "single" ? overlap : 0);
        expect((slice.parent ?? 0) >= parent).toBe(true);
        parent = slice.parent ?? 0;
        end = Math.max(end, slice.to);
      }
      expect(made.text.slice(end).trim()).toBe("");
    }),
    { numRuns: 300 },
  );
});

test("sentences are counted ahead, all of a piece at once, and only those that are too long again", async () => {
  const made = pieces([
    ["# Book", "One two three. Four five six."],
    ["A word, a comma, a b c d e f g h i j k l m n o."],
  ]);
  const [ahead, after]: [string[][], string[]] = [[], []];
  const again = (text: string) => {
    after.push(text);
    return count(text);
  };
  const engines = { countMany: (texts: readonly string[]) => countMany(texts).finally(() => ahead.push([...texts])) };
  await Array.fromAsync(segment(made.pieces, SINGLE, again, engines));
  expect(ahead).toEqual([
    ["# Book\n", "One two three. ", "Four five six.\n"],
    ["A word, a comma, a b c d e f g h i j k l m n o.\n"],
  ]);
  expect(after.every((text) => text.length < 40)).toBe(true);
  expect(after.length).toBeGreaterThan(0);
});
