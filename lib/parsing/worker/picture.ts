// A picture as a document of one page; its words come from a model that saw it.
import { readFileSync } from "node:fs";
import { type Builder, pictureType, sizeOf } from "./builder.ts";
import { ParseStop } from "./failure.ts";
import type { Reading } from "./reader.ts";

export async function readPicture(file: string, builder: Builder, { pageTexts }: Reading): Promise<void> {
  const bytes = readFileSync(file);
  const mediaType = pictureType(bytes);
  if (!mediaType) throw new ParseStop("documentBroken");
  builder.startPart({ kind: "page", number: 1, ...sizeOf(bytes, mediaType) });
  await builder.image({ key: "file", bytes, mediaType });
  for (const paragraph of pageTexts?.[1]?.split(/\n{2,}/) ?? []) {
    await builder.text({ kind: "paragraph" }, [{ text: paragraph.trim() }]);
  }
}
