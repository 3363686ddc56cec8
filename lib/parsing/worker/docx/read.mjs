// A word document in the order people read it. One part; notes at the end, headers before and footers after the text.
import { Archive } from "../archive.mjs";
import { pictureType } from "../builder.mjs";
import { ParseStop } from "../failure.mjs";
import { Body } from "./body.mjs";
import { Numbering } from "./numbering.mjs";
import { Styles } from "./styles.mjs";

const MAIN = "word/document.xml";

export async function readDocx(file, builder, { progress }) {
  const archive = new Archive(file);
  if (archive.names().some((name) => /vbaProject\.bin$/i.test(name))) builder.warn("macros");
  const xml = archive.xml(MAIN);
  if (!xml) throw new ParseStop("documentBroken");
  builder.title = coreTitle(archive);
  builder.startPart({ kind: "section", number: 1 });
  const relations = archive.relations(MAIN);
  const shared = { builder, styles: new Styles(archive), numbering: new Numbering(archive), paragraph: { count: 0 } };
  const edges = (kind) => [...relations.values()].filter(({ type }) => type === kind).map(({ target }) => target);
  const written = new Set();
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

/** Most documents name the same header for several kinds of pages; it is written once. */
async function readEdge(archive, name, kind, shared, written) {
  const xml = archive.xml(name);
  if (!xml) return;
  const words = xml.replace(/<[^>]*>/g, "").trim();
  if (!words || written.has(words)) return;
  written.add(words);
  const relations = archive.relations(name);
  const images = imagesOf(archive, relations);
  await new Body({ ...shared, relations, images, kind, paragraph: { count: 0 } }).read(xml);
}

export function coreTitle(archive) {
  const xml = archive.xml("docProps/core.xml");
  const found = xml && /<(?:\w+:)?title>([^<]{1,500})</.exec(xml);
  return found ? found[1].replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => ENTITIES[name]) : "";
}

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Bytes of the pictures a part names, when browsers show their kind; others are left out. */
export function imagesOf(archive, relations) {
  return (id) => {
    const relation = relations.get(id);
    if (!relation || relation.external) return null;
    if (!archive.has(relation.target)) return null;
    const bytes = archive.read(relation.target);
    const mediaType = pictureType(bytes);
    return mediaType ? { key: relation.target, bytes, mediaType } : null;
  };
}
