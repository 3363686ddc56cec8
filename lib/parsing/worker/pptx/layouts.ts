// What slides inherit: places and sizes of placeholders, from their layout and its master.
import type { Archive } from "../archive.ts";
import { below, child, treeOf, type XmlNode } from "../tree.ts";

/** How a shape names what it takes after. */
export interface Placeholder {
  type?: string;
  index?: string;
}

/** A placeholder of a layout or a master. */
interface Source {
  kind: string;
  index: string | undefined;
  transform: XmlNode | undefined;
  body: XmlNode | undefined;
}

export class Layouts {
  private readonly archive: Archive;
  private readonly known = new Map<string | undefined, Layout>();

  constructor(archive: Archive) {
    this.archive = archive;
  }

  /** Layout of a slide; an empty one when there is none. */
  of(name: string | undefined): Layout {
    const layout = this.known.get(name) ?? this.load(name);
    this.known.set(name, layout);
    return layout;
  }

  private load(name: string | undefined): Layout {
    const xml = name && this.archive.xml(name);
    if (!xml) return new Layout([], null);
    const master = [...this.archive.relations(name).values()].find(({ type }) => type === "slideMaster")?.target;
    const masterXml = master && this.archive.xml(master);
    const masterTree = masterXml ? treeOf(masterXml) : null;
    const sources = [treeOf(xml), ...(masterTree ? [masterTree] : [])].map(placeholdersOf);
    return new Layout(sources, child(masterTree, "txStyles"));
  }
}

export class Layout {
  private readonly sources: readonly Source[][];
  private readonly textStyles: XmlNode | null | undefined;

  constructor(sources: readonly Source[][], textStyles: XmlNode | null | undefined) {
    this.sources = sources;
    this.textStyles = textStyles;
  }

  /** Placeholders of layout and master a slide's placeholder takes after, nearest first. */
  private matches({ type = "obj", index }: Placeholder): Source[] {
    const kind = kindOf(type);
    return this.sources.flatMap((placeholders) => {
      const found =
        placeholders.find((other) => index !== undefined && other.index === index) ??
        placeholders.find((other) => other.kind === kind);
      return found ? [found] : [];
    });
  }

  transform(placeholder: Placeholder): XmlNode | undefined {
    return this.matches(placeholder).find(({ transform }) => transform)?.transform;
  }

  /** Points of a paragraph's text at a level. */
  size(placeholder: Placeholder | null, level: number): number {
    return this.inherited(placeholder, level, sizeIn) ?? 18;
  }

  /** How its lines are aligned at a level, as the file says it: `ctr`. */
  alignment(placeholder: Placeholder | null, level: number): string | undefined {
    return this.inherited(placeholder, level, (properties) => properties?.attributes.algn);
  }

  /** The first to tell, of layout, master and the master's styles. */
  private inherited<T>(
    placeholder: Placeholder | null,
    level: number,
    read: (properties: XmlNode | undefined) => T | undefined,
  ): T | undefined {
    const tag = `lvl${level}pPr`;
    for (const { body } of placeholder ? this.matches(placeholder) : []) {
      const value = read(child(body, "lstStyle", tag));
      if (value) return value;
    }
    const kind = placeholder ? kindOf(placeholder.type ?? "obj") : "other";
    const style = kind === "title" ? "titleStyle" : kind === "body" ? "bodyStyle" : "otherStyle";
    return read(child(this.textStyles, style, tag));
  }
}

function sizeIn(properties: XmlNode | undefined): number | undefined {
  const size = Number(child(properties, "defRPr")?.attributes.sz);
  return size > 0 ? size / 100 : undefined;
}

export function kindOf(type: string): string {
  if (type === "title" || type === "ctrTitle") return "title";
  return ["body", "subTitle", "obj"].includes(type) ? "body" : type;
}

function placeholdersOf(tree: XmlNode): Source[] {
  return [...below(tree, "sp")].flatMap((shape) => {
    const found = child(shape, "nvSpPr", "nvPr", "ph");
    if (!found) return [];
    const { type = "obj", idx } = found.attributes;
    return [{ kind: kindOf(type), index: idx, transform: child(shape, "spPr", "xfrm"), body: child(shape, "txBody") }];
  });
}
