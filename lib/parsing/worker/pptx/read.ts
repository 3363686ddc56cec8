// A presentation: one part a slide, every text where it stands, notes and comments after it.
import type { Box } from "../../types.ts";
import type { Archive, Relations } from "../archive.ts";
import type { Builder } from "../builder.ts";
import { writeChart } from "../chart.ts";
import { writeDiagram } from "../diagram.ts";
import { coreTitle, type Images, imagesOf } from "../docx/read.ts";
import { ParseStop } from "../failure.ts";
import { openOffice } from "../main-part.ts";
import type { Reading } from "../reader.ts";
import { below, child, sidePart, treeOf, type XmlNode } from "../tree.ts";
import { type Authors, authorsOf, writeComments } from "./comments.ts";
import { type Layout, Layouts } from "./layouts.ts";
import { type Shape, type Size, shapesOf } from "./shapes.ts";
import { paragraphsOf, tableOf } from "./text.ts";

const SLIDES_MAX = 2000;
const EMU_PER_POINT = 12_700;
const PLACEHOLDERS_LEFT_OUT = new Set<string | undefined>(["sldNum", "dt", "hdr"]);

export async function readPptx(file: string, builder: Builder, { progress }: Reading): Promise<void> {
  const { archive, xml, relations } = openOffice(file, "pptx", builder);
  const root = treeOf(xml);
  const { cx, cy } = child(root, "sldSz")?.attributes ?? {};
  const size = { width: Number(cx) || 12_192_000, height: Number(cy) || 6_858_000 };
  const slides = (child(root, "sldIdLst")?.children ?? []).map(
    (slide) => relations.get(slide.attributes["r:id"])?.target,
  );
  if (slides.length > SLIDES_MAX) throw new ParseStop("documentTooBig");
  builder.title = coreTitle(archive);
  const layouts = new Layouts(archive);
  const authors = authorsOf(archive, builder, relations);
  for (const [index, name] of slides.entries()) {
    builder.startPart({
      kind: "slide",
      number: index + 1,
      width: Math.round(size.width / EMU_PER_POINT),
      height: Math.round(size.height / EMU_PER_POINT),
    });
    const content = name && archive.xml(name);
    if (content) await readSlide({ archive, builder, layouts, authors, name, size, slide: treeOf(content) });
    progress(index + 1, slides.length);
  }
}

interface SlideInput {
  archive: Archive;
  builder: Builder;
  layouts: Layouts;
  authors: Authors;
  name: string;
  size: Size;
  slide: XmlNode;
}

async function readSlide({ archive, builder, layouts, authors, name, size, slide }: SlideInput): Promise<void> {
  if (slide.attributes.show === "0") return builder.warn("hiddenText");
  const relations = archive.relations(name);
  const targetOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target;
  const layout = layouts.of(targetOf("slideLayout"));
  const images = imagesOf(archive, relations, builder);
  const shapes = inReadingOrder(shapesOf(child(slide, "cSld", "spTree"), size, layout));
  for (const shape of shapes) {
    if (shape.isHidden) {
      if ([...below(shape.node, "t")].some(({ text }) => text.trim())) builder.warn("hiddenText");
    } else await writeShape(shape, { archive, builder, layout, relations, images });
  }
  const notes = sidePart(archive, builder, targetOf("notesSlide"));
  if (notes) await writeNotes(notes, builder);
  const comments = [...relations.values()].filter(({ type, external }) => type === "comments" && !external);
  for (const { target } of comments) await writeComments(sidePart(archive, builder, target), builder, authors);
}

/** The title first, then rows of shapes from the top, each from the left. */
function inReadingOrder(shapes: readonly Shape[]): Shape[] {
  const titles = shapes.filter(({ isTitle }) => isTitle);
  const others = shapes.filter(({ isTitle }) => !isTitle);
  const row = (box: Box | undefined) => Math.round((box?.y ?? 0) / 4);
  return [...titles, ...others.sort((a, b) => row(a.box) - row(b.box) || (a.box?.x ?? 0) - (b.box?.x ?? 0))];
}

/** The slide a shape stands on. */
interface Slide {
  archive: Archive;
  builder: Builder;
  layout: Layout;
  relations: Relations;
  images: Images;
}

async function writeShape(shape: Shape, { archive, builder, layout, relations, images }: Slide): Promise<void> {
  const { node, box, placeholder, isTitle } = shape;
  const place = box ? { box } : {};
  if (PLACEHOLDERS_LEFT_OUT.has(placeholder?.type)) return;
  const table = [...below(node, "tbl")][0];
  if (table) return builder.table({ ...tableOf(table), ...place });
  for (const blip of below(node, "blip")) {
    const id = blip.attributes["r:embed"] ?? blip.attributes["r:link"];
    if (relations.get(id)?.external) builder.warn("externalContent");
    const image = images(id);
    if (image) await builder.image({ ...image, ...place, alt: shape.alt });
    break;
  }
  const partOf = (id: string | undefined) => relations.get(id)?.target;
  for (const { attributes } of below(node, "relIds"))
    await writeDiagram(archive, builder, partOf(attributes["r:dm"]), place);
  for (const { attributes } of below(node, "chart"))
    if (attributes["r:id"]) await writeChart(archive, builder, partOf(attributes["r:id"]), place);
  if (below(node, "oleObj").next().value) builder.warn("embeddedObjects");
  if (["videoFile", "audioFile"].some((tag) => below(node, tag).next().value)) builder.warn("media");
  const body = child(node, "txBody");
  if (!body) return;

  for (const { block, runs, hidden } of paragraphsOf(body, { layout, placeholder, relations })) {
    builder.warn("hiddenText", hidden);
    if (placeholder?.type === "ftr") block.kind = "footer";
    else if (isTitle) Object.assign(block, TITLE);
    await builder.text({ ...block, ...place }, runs);
  }
}

const TITLE = { kind: "heading", level: 1 } as const;

async function writeNotes(notes: XmlNode, builder: Builder): Promise<void> {
  for (const shape of below(notes, "sp")) {
    const type = child(shape, "nvSpPr", "nvPr", "ph")?.attributes.type;
    if (type !== "body") continue;
    const body = child(shape, "txBody");
    if (!body) continue;
    for (const { runs } of paragraphsOf(body, {})) {
      await builder.text(
        { kind: "note" },
        runs.map(({ text }) => ({ text })),
      );
    }
  }
}
