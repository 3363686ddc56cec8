// Words of a diagram (SmartArt), which live in a part of their own.
import type { Archive } from "./archive.ts";
import type { Builder, NewBlock } from "./builder.ts";
import { below, sidePart, wordsBelow } from "./tree.ts";

/** Each of its points as a paragraph. */
export async function writeDiagram(
  archive: Archive,
  builder: Builder,
  name: string | undefined,
  place: Pick<NewBlock, "box" | "cell" | "paragraph"> = {},
): Promise<void> {
  for (const point of below(sidePart(archive, builder, name), "pt")) {
    for (const words of wordsBelow(point).split("\n"))
      await builder.text({ kind: "paragraph", ...place }, [{ text: words }]);
  }
}
