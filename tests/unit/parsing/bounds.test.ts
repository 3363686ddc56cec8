import { closeIdleChildren } from "@/lib/parsing/pool";
import { readBytes } from "@/tests/factories/parsing";
import { pdf } from "@/tests/factories/pdf";
import { zip } from "@/tests/factories/zip";

jest.setTimeout(120_000);
afterAll(closeIdleChildren);

const MB = 1024 ** 2;
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const document = (text: string) =>
  `<w:document ${W}><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
/** Tags that become objects with places and parents of their own. */
const tags = (count: number) => "<p>x".repeat(count);

/** The failure of a reading; null when it was read. */
const failureOf = (...task: Parameters<typeof readBytes>) =>
  readBytes(...task).then(
    () => null,
    (error) => error.key,
  );

describe("what reading a file may cost", () => {
  it.each([
    ["memory", { memory: 150 * MB }, "documentMemory"],
    ["time in all", { limit: 150 }, "documentTimeout"],
    ["time without a word", { silence: 20 }, "documentTimeout"],
  ])("ends a file that needs too much %s, and reads the next one", async (_name, limits, key) => {
    expect(await failureOf(tags(MB), "html", limits)).toBe(key);
    expect((await readBytes("fine", "txt")).text).toBe("fine\n");
  });

  it("holds by itself: a file of 12 MB that needs more than 512 MB", async () => {
    expect(await failureOf(tags(3 * MB), "html")).toBe("documentMemory");
  });
});

describe("files that are larger inside than outside", () => {
  it("never opens an archive within an archive", async () => {
    const bomb = zip([["zeros.bin", Buffer.alloc(64 * MB)]]);
    const nested = zip([["again.zip", zip([["bomb.zip", bomb]])]]);
    const read = await readBytes(
      zip([
        ["word/document.xml", document("What is said.")],
        ["word/embeddings/file.zip", nested],
        ["word/embeddings/oleObject1.bin", bomb],
      ]),
      "docx",
    );
    expect(read.text).toBe("What is said.\n");
  });

  it.each([
    ["one cell of 15 MB", "x".repeat(15 * MB), 1],
    ["a quote that never closes", `a,"${"x,\n".repeat(5 * MB)}`, 1],
    ["one row of 6 million cells", "x,".repeat(6 * MB), 6 * MB + 1 - 1000],
  ])("cuts a csv with %s and says so", async (_name, text, count) => {
    const read = await readBytes(text, "csv");
    expect(read.index.warnings).toEqual([{ kind: "truncatedCells", count }]);
    expect(read.index.characters).toBeLessThan(100_000);
  });
});

describe("pages that are turned", () => {
  /** Matrices that write upright on a page of 600 x 800 shown turned, 100 from the left and `top` from above. */
  const upright: Record<number, (top: number) => string> = {
    0: (top) => `1 0 0 1 100 ${800 - top}`,
    90: (top) => `0 1 -1 0 ${top} 100`,
    180: (top) => `-1 0 0 -1 500 ${top}`,
    270: (top) => `0 -1 1 0 ${600 - top} 700`,
  };

  it.each([0, 90, 180, 270])("reads a page turned by %d degrees as it is shown", async (rotation) => {
    const line = (text: string, top: number) => `${upright[rotation]!(top)} Tm (${text}) Tj`;
    const words = ["The first line is here.", "The second one follows.", "And a third line ends it."];
    const content = `BT /F 12 Tf ${words.map((text, at) => line(text, 100 + 60 * at)).join(" ")} ET`;
    const read = await readBytes(pdf(content, { rotation }), "pdf");
    expect(read.text.trim().split(/\s*\n\s*/)).toEqual(words);
    const turned = rotation % 180 === 90;
    expect(read.index.parts[0]).toMatchObject({
      ...(rotation > 0 && { rotation }),
      width: turned ? 800 : 600,
      height: turned ? 600 : 800,
    });
  });
});
