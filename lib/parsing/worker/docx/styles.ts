// What a paragraph or run looks like by its styles, ancestors first.
import type { TextBlock } from "../../types.ts";
import { type Attributes, walk, type XmlHandlers } from "../archive.ts";

const CHAIN_MAX = 20;

/** Properties of paragraphs and runs; what is not said is inherited. */
export interface Look {
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strike?: boolean;
  /** Hidden by the one who wrote it. */
  vanish?: boolean;
  /** Points. */
  size?: number;
  /** `#rrggbb`. */
  color?: string;
  script?: "super" | "sub";
  shaded?: boolean;
  /** Level in the outline from 0. */
  outline?: number;
  align?: TextBlock["align"];
  rtl?: boolean;
  /** The list it belongs to, and how deep from 0. */
  numId?: string;
  depth?: number;
}

interface Style {
  id?: string;
  name: string;
  look: Look;
  basedOn?: string;
}

type StyleId = string | null | undefined;

export class Styles {
  /** What a document begins with. */
  readonly plain: Look = {};
  defaultParagraph: StyleId = null;
  private readonly styles = new Map<StyleId, Style>();
  private readonly resolved = new Map<StyleId, Look>();

  constructor(xml: string | null) {
    if (xml) walk(xml, this.reader());
  }

  private reader(): XmlHandlers {
    let style: Style | null = null;
    let inDefaults = false;
    return {
      open: (tag, attributes) => {
        if (tag === "docDefaults") inDefaults = true;
        else if (tag === "style") {
          style = { id: attributes.styleId, name: "", look: {} };
          this.styles.set(style.id, style);
          if (attributes.type === "paragraph" && attributes.default === "1") this.defaultParagraph = style.id;
        } else if (inDefaults) applyProperty(this.plain, tag, attributes);
        else if (!style) return;
        else if (tag === "name") style.name = attributes.val ?? "";
        else if (tag === "basedOn") style.basedOn = attributes.val;
        else applyProperty(style.look, tag, attributes);
      },
      close: (tag) => {
        if (tag === "docDefaults") inDefaults = false;
        else if (tag === "style") style = null;
      },
    };
  }

  /** Properties of a style with all it is based on; `heading` 1 to 9 when it is one. */
  look(id: StyleId): Look {
    const known = this.resolved.get(id);
    if (known) return known;
    let look: Look = {};
    let current = this.styles.get(id);
    let heading: number | null = null;
    for (let steps = 0; current && steps < CHAIN_MAX; steps++) {
      look = { ...current.look, ...look };
      heading ??= headingOf(current.name);
      current = this.styles.get(current.basedOn);
    }
    if (heading !== null && look.outline === undefined) look.outline = heading - 1;
    this.resolved.set(id, look);
    return look;
  }

  isQuote(id: StyleId): boolean {
    return /quote|引用/i.test(this.styles.get(id)?.name ?? "");
  }

  isCode(id: StyleId): boolean {
    return /source code|html preformatted|verbatim|代码/i.test(this.styles.get(id)?.name ?? "");
  }
}

function headingOf(name: string): number | null {
  if (/^(title|标题)$/i.test(name)) return 1;
  const found = /^(?:heading|标题|標題)\s*(\d)$/i.exec(name);
  return found ? Number(found[1]) : null;
}

const isOn = ({ val }: Attributes) => val === undefined || !["0", "false", "off", "none"].includes(val);

const SCRIPTS: Readonly<Partial<Record<string, Look["script"]>>> = { superscript: "super", subscript: "sub" };
const ALIGNMENTS: Readonly<Partial<Record<string, Look["align"]>>> = {
  left: "left",
  start: "left",
  center: "center",
  right: "right",
  end: "right",
  both: "justify",
  distribute: "justify",
};

/** Takes one property element of `pPr` or `rPr` into a look. */
export function applyProperty(look: Look, tag: string, attributes: Attributes): void {
  const { val = "" } = attributes;
  switch (tag) {
    case "b":
      look.bold = isOn(attributes);
      break;
    case "i":
      look.italic = isOn(attributes);
      break;
    case "u":
      look.underline = isOn(attributes);
      break;
    case "strike":
    case "dstrike":
      look.strike = isOn(attributes);
      break;
    case "vanish":
      look.vanish = isOn(attributes);
      break;
    case "sz":
      look.size = Number(attributes.val) / 2;
      break;
    case "color":
      look.color = /^[0-9a-f]{6}$/i.test(val) ? `#${val.toLowerCase()}` : undefined;
      break;
    case "vertAlign":
      look.script = SCRIPTS[val];
      break;
    case "highlight":
    case "shd":
      look.shaded = isOn(attributes) && !/^(auto|ffffff)$/i.test(attributes.fill ?? attributes.val ?? "auto");
      break;
    case "outlineLvl":
      look.outline = Number(attributes.val) < 9 ? Number(attributes.val) : undefined;
      break;
    case "jc":
      look.align = ALIGNMENTS[val];
      break;
    case "bidi":
      look.rtl = isOn(attributes);
      break;
    case "numId":
      look.numId = attributes.val;
      break;
    case "ilvl":
      look.depth = Number(attributes.val);
      break;
  }
}
