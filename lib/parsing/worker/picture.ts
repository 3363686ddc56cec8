// A picture as a document of one page; its words come from a model that saw it, or from a machine that recognised them.
import { readFileSync } from "node:fs";
import { type Builder, pictureType, sizeOf } from "./builder.ts";
import { ParseStop } from "./failure.ts";
import { linesOf } from "./pdf/lines.ts";
import { regionsOf } from "./pdf/order.ts";
import { Outline } from "./pdf/outline.ts";
import { recognisedFragments } from "./pdf/recognised.ts";
import { Writer } from "./pdf/write.ts";
import type { Reading } from "./reader.ts";

export async function readPicture(
  file: string,
  builder: Builder,
  { pageTexts, pageMarkdown, recognised }: Reading,
): Promise<void> {
  const bytes = readFileSync(file);
  const mediaType = pictureType(bytes);
  if (!mediaType) throw new ParseStop("documentBroken");
  const picture = { key: "file", bytes, mediaType };
  const page = recognised?.[1];
  if (page) {
    const writer = new Writer(builder, new Outline([]), null);
    writer.take({
      number: 1,
      viewport: page,
      rotation: 0,
      regions: regionsOf(recognisedFragments(page)).map(linesOf),
      remarks: [],
      isEmpty: false,
      isScanned: true,
      certainty: page.lines.length > 0 ? page.certainty : null,
      picture,
    });
    builder.warn("unrecognisedPages", writer.failed);
    return writer.writeNext();
  }
  const isSeen = Boolean(pageMarkdown?.[1] || pageTexts?.[1]);
  builder.startPart({ kind: "page", number: 1, ...sizeOf(bytes, mediaType), ...(isSeen ? { seen: true } : {}) });
  await builder.image(picture);
  if (pageMarkdown?.[1]) await (await import("./markdown.ts")).writeMarkdown(pageMarkdown[1], builder);
  for (const paragraph of pageTexts?.[1]?.split(/\n{2,}/) ?? []) {
    await builder.text({ kind: "paragraph" }, [{ text: paragraph.trim() }]);
  }
}
