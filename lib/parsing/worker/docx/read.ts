// A word document in the order people read it. One part; notes at the end, headers before and footers after the text.
import { Archive, type Relations } from "../archive.ts";
import { type Builder, type NewImage, pictureType } from "../builder.ts";
import { ParseStop } from "../failure.ts";
import type { Reading } from "../reader.ts";
import { Body, type BodyInput } from "./body.ts";
import { Numbering } from "./numbering.ts";
import { Styles } from "./styles.ts";

const MAIN = "word/document.xml";

/** What the parts of one document have in common. */
type Shared = Pick<BodyInput, "builder" | "styles" | "numbering" | "paragraph">;

export async function readDocx(file: string, builder: Builder, { progress }: Reading): Promise<void> {
  const archive = new Archive(file);
  if (archive.names().some((name) => /vbaProject\.bin$/i.test(name))) builder.warn("macros");
  const xml = archive.xml(MAIN);
  if (!xml) throw new ParseStop("documentBroken");
  builder.title = coreTitle(archive);
  builder.startPart({ kind: "section", number: 1 });
  const relations = archive.relations(MAIN);
  const shared: Shared = {
    builder,
    styles: new Styles(archive),
    numbering: new Numbering(archive),
    paragraph: { count: 0 },
  };
  const edges = (kind: Edge) => [...relations.values()].filter(({ type }) => type === kind).map(({ target }) => target);
  const written = new Set<string>();
  for (const name of edges("header")) await readEdge(archive, name, "header", shared, written);
  const body = new Body({ ...shared, relations, images: imagesOf(archive, relations) });
  await body.read(xml, progress);
  for (const name of ["footnotes", "endnotes"]) {
    const notes = archive.xml(`word/${name}.xml`);
    if (!notes) continue;
    const own = archive.relations(`word/${name}.xml`);
    await new Body({ ...shared, relations: own, images: imagesOf(archive, own), kind: "note" }).read(notes);
  }
  for (const name of edges("footer")) await readEdge(archive, name, "footer", shared, written);
}

type Edge = "header" | "footer";

/** Most documents name the same header for several kinds of pages; it is written once. */
async function readEdge(
  archive: Archive,
  name: string,
  kind: Edge,
  shared: Shared,
  written: Set<string>,
): Promise<void> {
  const xml = archive.xml(name);
  if (!xml) return;
  const words = xml.replace(/<[^>]*>/g, "").trim();
  if (!words || written.has(words)) return;
  written.add(words);
  const relations = archive.relations(name);
  const images = imagesOf(archive, relations);
  await new Body({ ...shared, relations, images, kind, paragraph: { count: 0 } }).read(xml);
}

export function coreTitle(archive: Archive): string {
  const xml = archive.xml("docProps/core.xml");
  const found = xml ? /<(?:\w+:)?title>([^<]{1,500})</.exec(xml) : null;
  return (found?.[1] ?? "").replace(/&(amp|lt|gt|quot|apos);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name]);
}

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The picture of a relationship; null for what is none. */
export type Images = (id: string | undefined) => NewImage | null;

/** The pictures a part names, when browsers show their kind; others are left out. */
export function imagesOf(archive: Archive, relations: Relations): Images {
  return (id) => {
    const relation = relations.get(id);
    if (!relation || relation.external) return null;
    const bytes = archive.read(relation.target);
    if (!bytes) return null;
    const mediaType = pictureType(bytes);
    return mediaType ? { key: relation.target, bytes, mediaType } : null;
  };
}
