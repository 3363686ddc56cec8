// The shapes of a slide with their places in per cent, groups resolved.
import { child } from "../tree.mjs";
import { kindOf } from "./layouts.mjs";

const SHAPES = new Set(["sp", "pic", "graphicFrame"]);
const NAMES = { sp: "nvSpPr", pic: "nvPicPr", graphicFrame: "nvGraphicFramePr" };
const IDENTITY = { scaleX: 1, scaleY: 1, x: 0, y: 0 };

/** `{ node, box, placeholder, isTitle, isHidden, alt }` of every shape in the order they are drawn. */
export function shapesOf(tree, size, layout, outer = IDENTITY, found = []) {
  for (const node of tree?.children ?? []) {
    if (node.tag === "grpSp") shapesOf(node, size, layout, within(outer, child(node, "grpSpPr", "xfrm")), found);
    else if (node.tag === "AlternateContent") shapesOf(child(node, "Choice"), size, layout, outer, found);
    else if (SHAPES.has(node.tag)) found.push(shapeOf(node, size, layout, outer));
  }
  return found;
}

function shapeOf(node, size, layout, outer) {
  const names = child(node, NAMES[node.tag]);
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
function within(outer, transform) {
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

function boxOf(transform, { width, height }, outer) {
  const off = child(transform, "off")?.attributes;
  const ext = child(transform, "ext")?.attributes;
  if (!off || !ext) return undefined;
  const percent = (value, whole) => Math.round((value / whole) * 10_000) / 100;
  return {
    x: percent(outer.x + outer.scaleX * Number(off.x), width),
    y: percent(outer.y + outer.scaleY * Number(off.y), height),
    width: percent(outer.scaleX * Number(ext.cx), width),
    height: percent(outer.scaleY * Number(ext.cy), height),
  };
}

function isOutside({ x, y, width, height }) {
  return x >= 100 || y >= 100 || x + width <= 0 || y + height <= 0;
}
