import { createCanvas, loadImage } from "@napi-rs/canvas";
import { findXmp, withProvenance } from "@/lib/features/drawing/provenance";

const SAID = { model: 'A "model" <1> & more', time: "2026-11-27T08:00:00.000Z", isEdit: false };
const ALGORITHMIC = "digitalsourcetype/trainedAlgorithmicMedia";

async function picture(format: "png" | "jpeg" | "webp", isSeeThrough = false): Promise<Buffer> {
  const canvas = createCanvas(37, 23);
  const context = canvas.getContext("2d");
  if (!isSeeThrough) {
    context.fillStyle = "#224466";
    context.fillRect(0, 0, 37, 23);
  }
  context.fillStyle = "#ffcc00";
  context.fillRect(4, 4, 9, 9);
  return format === "png" ? canvas.encode("png") : canvas.encode(format, 80);
}

describe("the origin of a picture", () => {
  it.each(["png", "jpeg", "webp"] as const)(
    "is written into a %s that still opens, and replaced by the next",
    async (format) => {
      const plain = await picture(format);
      expect(findXmp(plain)).toBeNull();
      const once = withProvenance(plain, SAID);
      const twice = withProvenance(once, { ...SAID, model: "other", isEdit: true });
      expect(findXmp(once)).toContain(ALGORITHMIC);
      expect(findXmp(once)).toContain("AI generated (A &quot;model&quot; &lt;1&gt; &amp; more)");
      expect(findXmp(once)).toContain(SAID.time);
      expect(findXmp(twice)).toContain("compositeWithTrainedAlgorithmicMedia");
      expect(findXmp(twice)).not.toContain("A &quot;model");
      for (const bytes of [once, twice]) {
        const image = await loadImage(bytes);
        expect([image.width, image.height]).toEqual([37, 23]);
      }
      // Nothing else of the picture is touched.
      expect(await pixels(twice)).toEqual(await pixels(plain));
    },
  );

  it("keeps a see-through WebP see-through", async () => {
    const bytes = withProvenance(await picture("webp", true), SAID);
    const at = await pixels(bytes);
    expect(at[3]).toBe(0);
  });

  it("leaves what is no picture, or cut short, as it is", async () => {
    const png = await picture("png");
    for (const bytes of [Buffer.from("not a picture at all, in no way"), png.subarray(0, 60), Buffer.alloc(0)])
      expect(withProvenance(bytes, SAID)).toEqual(bytes);
  });
});

async function pixels(bytes: Buffer): Promise<number[]> {
  const image = await loadImage(bytes);
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  return [...context.getImageData(0, 0, 8, 8).data];
}
