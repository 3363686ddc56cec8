// What is drawn over the cells of a sheet: text boxes, charts, diagrams and pictures.
import type { Archive, Relations } from "../archive.ts";
import type { Builder } from "../builder.ts";
import { writeChart } from "../chart.ts";
import { writeDiagram } from "../diagram.ts";
import { imagesOf } from "../docx/read.ts";
import { below, child, sidePart, wordsBelow, type XmlNode } from "../tree.ts";
import { addressOf } from "./address.ts";

export async function writeDrawing(archive: Archive, builder: Builder, sheet: Relations): Promise<void> {
  for (const { type, target } of sheet.values()) {
    if (type !== "drawing") continue;
    const anchors = sidePart(archive, builder, target)?.children ?? [];
    const relations = archive.relations(target);
    const images = imagesOf(archive, relations, builder);
    for (const anchor of anchors.toSorted(byPlace)) {
      const cell = cellOf(anchor);
      const place = cell ? { cell } : {};
      for (const node of drawnIn(anchor)) {
        if (node.tag === "sp") {
          const words = wordsBelow(child(node, "txBody"));
          await builder.text({ kind: "paragraph", ...place }, [{ text: words }]);
        } else if (node.tag === "pic") {
          const id = [...below(node, "blip")][0]?.attributes["r:embed"];
          const image = images(id);
          if (image) await builder.image({ ...image, alt: child(node, "nvPicPr", "cNvPr")?.attributes.descr });
        } else {
          for (const { attributes } of below(node, "chart"))
            await writeChart(archive, builder, relations.get(attributes["r:id"])?.target, place);
          for (const { attributes } of below(node, "relIds"))
            await writeDiagram(archive, builder, relations.get(attributes["r:dm"])?.target, place);
        }
      }
    }
  }
}

/** Shapes, pictures and frames, those of groups one by one; of alternatives the first. */
function* drawnIn(node: XmlNode): Generator<XmlNode> {
  for (const inner of node.children) {
    if (inner.tag === "sp" || inner.tag === "pic" || inner.tag === "graphicFrame") yield inner;
    else if (inner.tag === "grpSp") yield* drawnIn(inner);
    else if (inner.tag === "AlternateContent") yield* drawnIn(child(inner, "Choice") ?? inner);
  }
}

const numberIn = (anchor: XmlNode, tag: string) => Number(child(anchor, "from", tag)?.text ?? Number.NaN);

function cellOf(anchor: XmlNode): string | null {
  const [row, column] = [numberIn(anchor, "row"), numberIn(anchor, "col")];
  return Number.isInteger(row) && Number.isInteger(column) ? addressOf({ row, column }) : null;
}

function byPlace(a: XmlNode, b: XmlNode): number {
  const at = (anchor: XmlNode, tag: string) => numberIn(anchor, tag) || 0;
  return at(a, "row") - at(b, "row") || at(a, "col") - at(b, "col");
}
