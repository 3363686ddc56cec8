// A word document in the order people read it. One part; notes and comments where the text refers to them, headers before
// and footers after the text.
import type { Archive, Relations } from "../archive.ts";
import { type Builder, type NewImage, pictureType } from "../builder.ts";
import { ParseStop } from "../failure.ts";
import { openOffice, partOf } from "../main-part.ts";
import type { Reading } from "../reader.ts";
import { Asides } from "./asides.ts";
import { Body, type BodyInput } from "./body.ts";
import { Numbering } from "./numbering.ts";
import { Styles } from "./styles.ts";

/** What the parts of one document have in common. */
type Shared = Pick<BodyInput, "archive" | "builder" | "styles" | "numbering" | "paragraph">;

export async function readDocx(file: string, builder: Builder, { progress }: Reading): Promise<void> {
  const { archive, xml, relations } = openOffice(file, "docx", builder);
  builder.title = coreTitle(archive);
  builder.startPart({ kind: "section", number: 1 });
  const shared: Shared = {
    archive,
    builder,
    styles: new Styles(archive.xml(partOf(relations, "styles") ?? "")),
    numbering: new Numbering(archive.xml(partOf(relations, "numbering") ?? "")),
    paragraph: { count: 0 },
  };
  const partsOf = (type: string) =>
    [...relations.values()].filter((one) => one.type === type && !one.external).map(({ target }) => target);
  const written = new Set<string>();
  for (const name of partsOf("header")) await readEdge(archive, name, "header", shared, written);
  const [states, settings] = [partsOf("commentsExtended")[0], partsOf("settings")[0]];
  const asides = new Asides(archive, builder, { states, settings });
  for (const type of ["footnotes", "endnotes", "comments"]) {
    for (const name of partsOf(type)) await readAsides(archive, name, { ...shared, asides });
  }
  const body = new Body({ ...shared, relations, images: imagesOf(archive, relations, builder), asides });
  await body.read(xml, progress);
  await body.writeRest();
  for (const name of partsOf("footer")) await readEdge(archive, name, "footer", shared, written);
}

/** Of one part, for the text to refer to. */
async function readAsides(archive: Archive, name: string, shared: Shared & { asides: Asides }): Promise<void> {
  const xml = archive.xml(name);
  if (!xml) return;
  const relations = archive.relations(name);
  const images = imagesOf(archive, relations, shared.builder);
  try {
    await new Body({ ...shared, relations, images, paragraph: { count: 0 } }).read(xml);
  } catch (error) {
    if (!(error instanceof ParseStop) || error.key !== "documentBroken") throw error;
    shared.builder.warn("unreadablePart");
  }
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
  const images = imagesOf(archive, relations, shared.builder);
  await new Body({ ...shared, relations, images, kind, paragraph: { count: 0 } }).read(xml);
}

export function coreTitle(archive: Archive): string {
  const xml = archive.xml(partOf(archive.relations(""), "core-properties") ?? "");
  const found = xml ? /<(?:\w+:)?title>([^<]{1,500})</.exec(xml) : null;
  return (found?.[1] ?? "").replace(/&(amp|lt|gt|quot|apos);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name]);
}

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The picture of a relationship; null for what is none. */
export type Images = (id: string | undefined) => NewImage | null;

/** The pictures a part names, when browsers show their kind; others are left out, and told. */
export function imagesOf(archive: Archive, relations: Relations, builder: Builder): Images {
  return (id) => {
    const relation = relations.get(id);
    if (!relation || relation.external) return null;
    const bytes = archive.read(relation.target);
    if (!bytes) return null;
    const mediaType = pictureType(bytes);
    if (!mediaType) builder.warn("pictures");
    return mediaType ? { key: relation.target, bytes, mediaType } : null;
  };
}
