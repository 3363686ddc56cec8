// The shapes of a slide with their places in per cent, groups resolved.
import type { Box } from "../../types.ts";
import { child, type XmlNode } from "../tree.ts";
import { kindOf, type Layout, type Placeholder } from "./layouts.ts";

/** Kinds of shapes, and where each says its name. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["sp", "nvSpPr"],
  ["pic", "nvPicPr"],
  ["graphicFrame", "nvGraphicFramePr"],
]);
const IDENTITY = { scaleX: 1, scaleY: 1, x: 0, y: 0 };

/** From the coordinates inside of a group to those of the slide. */
type Scale = typeof IDENTITY;

/** Of a slide, in the units of the file. */
export interface Size {
  width: number;
  height: number;
}

export interface Shape {
  node: XmlNode;
  box: Box | undefined;
  placeholder: Placeholder | null;
  alt: string | undefined;
  isTitle: boolean;
  isHidden: boolean;
}

/** Every shape, in the order they are drawn. */
export function shapesOf(
  tree: XmlNode | undefined,
  size: Size,
  layout: Layout,
  outer = IDENTITY,
  found: Shape[] = [],
): Shape[] {
  for (const node of tree?.children ?? []) {
    const names = NAMES.get(node.tag);
    if (node.tag === "grpSp") shapesOf(node, size, layout, within(outer, child(node, "grpSpPr", "xfrm")), found);
    else if (node.tag === "AlternateContent") shapesOf(child(node, "Choice"), size, layout, outer, found);
    else if (names) found.push(shapeOf(node, child(node, names), { size, layout, outer }));
  }
  return found;
}

function shapeOf(
  node: XmlNode,
  names: XmlNode | undefined,
  { size, layout, outer }: { size: Size; layout: Layout; outer: Scale },
): Shape {
  const { descr, hidden } = child(names, "cNvPr")?.attributes ?? {};
  const ph = child(names, "nvPr", "ph")?.attributes;
  const placeholder = ph ? { type: ph.type, index: ph.idx } : null;
  const own = child(node, "xfrm") ?? child(node, "spPr", "xfrm");
  const transform = own ?? (placeholder ? layout.transform(placeholder) : undefined);
  const box = transform ? boxOf(transform, size, own ? outer : IDENTITY) : undefined;
  return {
    node,
    box,
    placeholder,
    alt: descr,
    isTitle: placeholder !== null && kindOf(placeholder.type ?? "obj") === "title",
    // Outside of the slide nobody sees it.
    isHidden: hidden === "1" || (box !== undefined && isOutside(box)),
  };
}

/** The coordinates inside a group, in those of the slide. */
function within(outer: Scale, transform: XmlNode | undefined): Scale {
  const off = child(transform, "off")?.attributes;
  const ext = child(transform, "ext")?.attributes;
  const innerOff = child(transform, "chOff")?.attributes;
  const innerExt = child(transform, "chExt")?.attributes;
  if (!off || !ext || !innerOff || !innerExt) return outer;
  const scaleX = Number(innerExt.cx) > 0 ? Number(ext.cx) / Number(innerExt.cx) : 1;
  const scaleY = Number(innerExt.cy) > 0 ? Number(ext.cy) / Number(innerExt.cy) : 1;
  return {
    scaleX: outer.scaleX * scaleX,
    scaleY: outer.scaleY * scaleY,
    x: outer.x + outer.scaleX * (Number(off.x) - Number(innerOff.x) * scaleX),
    y: outer.y + outer.scaleY * (Number(off.y) - Number(innerOff.y) * scaleY),
  };
}

function boxOf(transform: XmlNode, { width, height }: Size, outer: Scale): Box | undefined {
  const off = child(transform, "off")?.attributes;
  const ext = child(transform, "ext")?.attributes;
  if (!off || !ext) return undefined;
  const percent = (value: number, whole: number) => Math.round((value / whole) * 10_000) / 100;
  return {
    x: percent(outer.x + outer.scaleX * Number(off.x), width),
    y: percent(outer.y + outer.scaleY * Number(off.y), height),
    width: percent(outer.scaleX * Number(ext.cx), width),
    height: percent(outer.scaleY * Number(ext.cy), height),
  };
}

function isOutside({ x, y, width, height }: Box): boolean {
  return x >= 100 || y >= 100 || x + width <= 0 || y + height <= 0;
}
