import { createCanvas, loadImage } from "@napi-rs/canvas";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { drawBytes, readBytes } from "@/tests/factories/parsing";
import { pdf } from "@/tests/factories/pdf";

jest.setTimeout(60_000);
afterAll(closeIdleChildren);

/** A page in a font whose glyphs are programs: A a square, B a lower one. */
function drawnFont(programs: readonly [a: string, b: string], box = "0 0 0 0"): string {
  const stream = (content: string) => `<</Length ${content.length}>>stream\n${content}\nendstream`;
  return pdf("BT /T 1 Tf 20 0 0 20 100 600 Tm (ABBA) Tj 0 -3 Td (BAAB) Tj ET", {
    objects: [
      `<</Type/Font/Subtype/Type3/FontBBox[${box}]/FontMatrix[.01 0 0 .01 0 0]/FirstChar 65/LastChar 66/Widths[50 50]/Encoding<</Type/Encoding/Differences[65/A/B]>>/CharProcs<</A 9 0 R/B 10 0 R>>/Resources<<>>>>`,
      ...programs.map(stream),
    ],
  }).replace("/F 5 0 R", "/F 5 0 R/T 8 0 R");
}

const BOUNDED = ["50 0 0 0 40 70 d1 0 0 40 70 re f", "50 0 0 -10 40 .5e1 d1 0 0 40 35 re f"] as const;
const PLAIN = ["50 0 0 0 40 70 d1 0 0 40 70 re f", "50 0 0 -10 40 35 d1 0 0 40 35 re f"] as const;

describe("fonts whose glyphs are programs", () => {
  it.each([
    ["no box", PLAIN, "0 0 0 0"],
    ["a box", PLAIN, "0 -10 50 70"],
    ["a box far too small", PLAIN, "0 0 2 2"],
    ["numbers of an odd form", BOUNDED, "0 0 0 0"],
    ["glyphs without bounds", ["50 0 d0 0 0 40 70 re f", "50 0 d0 0 0 40 35 re f"], "0 0 0 0"],
  ] as const)("are read at their place with %s", async (_name, programs, box) => {
    const read = await readBytes(drawnFont(programs, box), "pdf");
    // A comment hides the bounds from the short cut: the library runs the programs.
    const whole = await readBytes(drawnFont([`%\n${programs[0]}`, `%\n${programs[1]}`], box), "pdf");
    expect(read.text).toBe("ABBA\nBAAB\n");
    expect(read.pieces).toEqual(whole.pieces);
    const [, , , , , , height] = read.pieces[0]!.layout![0]!.runs[0]!;
    expect(height).toBeGreaterThan(5);
  });

  it("are drawn with their programs", async () => {
    const picture = await loadImage(Buffer.from(await drawBytes(drawnFont(PLAIN))));
    const canvas = createCanvas(picture.width, picture.height);
    const context = canvas.getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    const dark = data.filter((value, at) => at % 4 === 0 && value < 64).length;
    expect(dark / (picture.width * picture.height)).toBeGreaterThan(0.0005);
  });
});
