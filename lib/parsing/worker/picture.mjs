// A picture as a document of one page; its words come from a model that saw it.
import { readFileSync } from "node:fs";
import { pictureType, sizeOf } from "./builder.mjs";
import { ParseStop } from "./failure.mjs";

export async function readPicture(file, builder, { pageTexts }) {
  const bytes = readFileSync(file);
  const mediaType = pictureType(bytes);
  if (!mediaType) throw new ParseStop("documentBroken");
  builder.startPart({ kind: "page", number: 1, ...sizeOf(bytes, mediaType) });
  await builder.image({ key: "file", bytes, mediaType });
  for (const paragraph of pageTexts?.[1]?.split(/\n{2,}/) ?? []) {
    await builder.text({ kind: "paragraph" }, [{ text: paragraph.trim() }]);
  }
}
