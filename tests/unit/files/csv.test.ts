import { csvRows, OpenQuote } from "@/lib/files/readers/csv";

const SEPARATORS = [",", ";", "\t", "|"] as const;

async function rowsOf(text: string, closesQuotes = false): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const some of csvRows(text, { separators: SEPARATORS, closesQuotes })) rows.push(...some.rows);
  return rows;
}

describe("the reader of text with separators", () => {
  it.each<[string, string, string[][]]>([
    [
      "a semicolon",
      'a;"b;1"\nc;d',
      [
        ["a", "b;1"],
        ["c", "d"],
      ],
    ],
    [
      "a tab",
      "a\tb, c\nd\te",
      [
        ["a", "b, c"],
        ["d", "e"],
      ],
    ],
    [
      "a bar",
      "a|b\nc|d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "the comma when separators stand in quotes only",
      '"a;b;c",d\n"e;f;g",h',
      [
        ["a;b;c", "d"],
        ["e;f;g", "h"],
      ],
    ],
  ])("finds %s", async (_name, text, rows) => {
    expect(await rowsOf(text)).toEqual(rows);
  });

  it.each<[string, string, string[][]]>([
    ["a byte order mark", "\ufeffa,b", [["a", "b"]]],
    ["three kinds of line ends in one file", "a\r\nb\nc\rd", [["a"], ["b"], ["c"], ["d"]]],
    ["an empty line and an empty cell at the end", "a,b\n\nc,", [["a", "b"], [""], ["c", ""]]],
    ["doubled quotes and line ends in quotes", '"say ""so""","two\r\nlines"', [['say "so"', "two\r\nlines"]]],
    ["quotes inside a plain cell", 'a,5" wide', [["a", '5" wide']]],
    ["what follows a closing quote, as it is written", '"a"b,c', [['"a"b', "c"]]],
    ["rows of different lengths", "a,b\nc\nd,e,f", [["a", "b"], ["c"], ["d", "e", "f"]]],
    ["nothing", "", []],
  ])("reads %s", async (_name, text, rows) => {
    expect(await rowsOf(text)).toEqual(rows);
  });

  it("keeps characters whole where one slice of bytes ends and the next begins", async () => {
    const row = "😀中,é";
    const rows = await rowsOf(`a,b\n${`${row}\n`.repeat(20_000)}`);
    expect(rows).toHaveLength(20_001);
    expect(new Set(rows.slice(1).map(String))).toEqual(new Set([row]));
  });

  it("refuses a quote that is never closed, or ends it with the text when asked", async () => {
    const text = `${"x,y\n".repeat(50_000)}a,"open\nb,""c""`;
    await expect(rowsOf(text)).rejects.toBeInstanceOf(OpenQuote);
    const rows = await rowsOf(text, true);
    expect(rows).toHaveLength(50_001);
    expect(rows.at(-2)).toEqual(["x", "y"]);
    expect(rows.at(-1)).toEqual(["a", 'open\nb,"c"']);
  });
});
