import { BlockCutter, completeBegun, normalizeMath } from "@/components/chat/blocks";

const TEXT = `## Title

A paragraph with **bold**.

| a | b |
| --- | ---: |
| 1 | 2 |

- one
- two

  still two

\`\`\`js
const x = 1;

const y = "| no | table |";
\`\`\`

> quoted
> more

The end.`;

const whole = new BlockCutter().cut(TEXT);

describe("cutting Markdown into blocks", () => {
  it("finds the top-level blocks, a table and a fence being one each", () => {
    expect(whole.map(({ text }) => text.trim().split("\n")[0])).toEqual([
      "## Title",
      "A paragraph with **bold**.",
      "| a | b |",
      "- one",
      "```js",
      "> quoted",
      "The end.",
    ]);
  });

  it("loses and doubles nothing, whatever the pieces the text arrives in", () => {
    for (const size of [1, 2, 3, 7, 19, 50]) {
      const cutter = new BlockCutter();
      let blocks = cutter.cut("");
      for (let end = size; end < TEXT.length + size; end += size) blocks = cutter.cut(TEXT.slice(0, end));
      expect(blocks).toEqual(whole);
    }
  });

  it("keeps finished blocks as they are while the text grows", () => {
    const cutter = new BlockCutter();
    const early = cutter.cut(TEXT.slice(0, 120))[0];
    expect(cutter.cut(TEXT)[0]).toEqual(early);
  });

  it("begins anew when the text is another one", () => {
    const cutter = new BlockCutter();
    cutter.cut(TEXT);
    expect(cutter.cut("short").map(({ text }) => text)).toEqual(["short"]);
  });
});

describe("mathematics in TeX brackets", () => {
  it("becomes dollars outside of code only", () => {
    expect(normalizeMath("so \\(a+b\\) and `\\(code\\)`")).toBe("so $a+b$ and `\\(code\\)`");
    expect(normalizeMath("\\[x^2\\]")).toBe("\n$$\nx^2\n$$\n");
    expect(normalizeMath("so\n$$x^2$$\nand")).toBe("so\n$$\nx^2\n$$\nand");
    expect(normalizeMath("in $$x$$ a line")).toBe("in $$x$$ a line");
    expect(normalizeMath("```\n\\(no\\)\n```")).toBe("```\n\\(no\\)\n```");
  });
});

describe("a block that still arrives", () => {
  it.each([
    ["a **bo", "a **bo**"],
    ["a **bold*", "a **bold**"],
    ["a **", "a"],
    ["1. *", "1."],
    ["x `co", "x `co`"],
    ["see [the rules](http://exam", "see the rules"],
    ["look ![a pict", "look"],
    ["2 * 3", "2 * 3"],
    ["$$x", "$$x"],
    ["a mark [^c1] stays", "a mark [^c1] stays"],
  ])("%j is drawn as %j", (begun, shown) => expect(completeBegun(begun)).toBe(shown));
});
