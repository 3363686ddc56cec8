// What slides inherit: places and sizes of placeholders, from their layout and its master.
import { below, child, treeOf } from "../tree.mjs";

export class Layouts {
  constructor(archive) {
    this.archive = archive;
    this.known = new Map();
  }

  /** Layout of a slide; an empty one when there is none. */
  of(name) {
    if (!this.known.has(name)) this.known.set(name, this.load(name));
    return this.known.get(name);
  }

  load(name) {
    const xml = name && this.archive.xml(name);
    if (!xml) return new Layout([], null);
    const master = [...this.archive.relations(name).values()].find(({ type }) => type === "slideMaster")?.target;
    const masterXml = master && this.archive.xml(master);
    const masterTree = masterXml ? treeOf(masterXml) : null;
    const sources = [treeOf(xml), masterTree].filter(Boolean).map(placeholdersOf);
    return new Layout(sources, child(masterTree, "txStyles"));
  }
}

class Layout {
  constructor(sources, textStyles) {
    this.sources = sources;
    this.textStyles = textStyles;
  }

  /** Placeholders of layout and master a slide's placeholder takes after, nearest first. */
  matches({ type = "obj", index }) {
    const kind = kindOf(type);
    return this.sources.flatMap((placeholders) => {
      const found =
        placeholders.find((other) => index !== undefined && other.index === index) ??
        placeholders.find((other) => other.kind === kind);
      return found ? [found] : [];
    });
  }

  transform(placeholder) {
    return this.matches(placeholder).find(({ transform }) => transform)?.transform;
  }

  /** Points of a paragraph's text at a level. */
  size(placeholder, level) {
    return this.inherited(placeholder, level, sizeIn) ?? 18;
  }

  /** How its lines are aligned at a level, as the file says it: `ctr`. */
  alignment(placeholder, level) {
    return this.inherited(placeholder, level, (properties) => properties?.attributes.algn);
  }

  /** The first to tell, of layout, master and the master's styles. */
  inherited(placeholder, level, read) {
    const tag = `lvl${level}pPr`;
    for (const { body } of placeholder ? this.matches(placeholder) : []) {
      const value = read(child(body, "lstStyle", tag));
      if (value) return value;
    }
    const kind = placeholder ? kindOf(placeholder.type ?? "obj") : "other";
    const style = { title: "titleStyle", body: "bodyStyle" }[kind] ?? "otherStyle";
    return read(child(this.textStyles, style, tag));
  }
}

function sizeIn(properties) {
  const size = Number(child(properties, "defRPr")?.attributes.sz);
  return size > 0 ? size / 100 : undefined;
}

export function kindOf(type) {
  if (type === "title" || type === "ctrTitle") return "title";
  return ["body", "subTitle", "obj"].includes(type) ? "body" : type;
}

function placeholdersOf(tree) {
  return [...below(tree, "sp")].flatMap((shape) => {
    const found = child(shape, "nvSpPr", "nvPr", "ph");
    if (!found) return [];
    const { type = "obj", idx } = found.attributes;
    return [{ kind: kindOf(type), index: idx, transform: child(shape, "spPr", "xfrm"), body: child(shape, "txBody") }];
  });
}
