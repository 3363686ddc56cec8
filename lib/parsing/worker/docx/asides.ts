// Footnotes, endnotes and comments of a word document: read before the text, and written where it refers to them.
import type { Archive, Attributes } from "../archive.ts";
import type { Builder, NewBlock, Run } from "../builder.ts";
import { below, sidePart } from "../tree.ts";
import { formatNumber } from "./numbering.ts";
import { type Item, type Loose, styledRun } from "./table.ts";

export type AsideTag = "footnote" | "endnote" | "comment";

export interface Aside {
  block: NewBlock;
  runs: Run[];
  /** Pictures and the like that stand in it. */
  after: Loose[];
}

interface FoundAside {
  tag: AsideTag;
  attributes: Attributes;
  /** Of its last paragraph, by which comments answer each other. */
  paragraphId: string | undefined;
  items: readonly Item[];
}

type Id = string | undefined;

export class Asides {
  private readonly found: Readonly<Record<AsideTag, Map<Id, FoundAside>>> = {
    footnote: new Map(),
    endnote: new Map(),
    comment: new Map(),
  };
  private readonly counts = { footnote: 0, endnote: 0 };
  /** Of comments, by the ids of their paragraphs. */
  private readonly states = new Map<Id, Attributes>();
  private readonly formats: Readonly<Record<"footnote" | "endnote", string>>;

  /** `states` is the part that tells which comments are answers and which are settled. */
  constructor(archive: Archive, builder: Builder, { states, settings }: { states?: string; settings?: string }) {
    for (const { attributes } of below(sidePart(archive, builder, states), "commentEx"))
      this.states.set(attributes.paraId, attributes);
    const said = sidePart(archive, builder, settings);
    const formatOf = (tag: string, usual: string) =>
      [...below([...below(said, tag)][0], "numFmt")][0]?.attributes.val ?? usual;
    this.formats = { footnote: formatOf("footnotePr", "decimal"), endnote: formatOf("endnotePr", "lowerRoman") };
  }

  keep(aside: FoundAside): void {
    this.found[aside.tag].set(aside.attributes.id, aside);
  }

  /** What a reference in the text stands for; null when it was written already, or is not there. */
  take(tag: AsideTag, id: Id): Aside | null {
    const found = this.found[tag].get(id);
    if (!found) return null;
    this.found[tag].delete(id);
    return tag === "comment" ? this.comment(found) : this.note(found, tag);
  }

  /** Comments the text does not refer to any more: what they are about was deleted. */
  rest(): Aside[] {
    return [...this.found.comment.keys()].flatMap((id) => this.take("comment", id) ?? []);
  }

  private note({ items }: FoundAside, tag: "footnote" | "endnote"): Aside {
    const marker = formatNumber(++this.counts[tag], this.formats[tag]);
    return asideOf({ kind: "footnote", marker }, items);
  }

  private comment({ attributes: { author = "" }, paragraphId, items }: FoundAside): Aside {
    const { paraIdParent, done } = this.states.get(paragraphId) ?? {};
    const block: NewBlock = { kind: "comment" };
    if (paraIdParent) block.reply = true;
    if (isSet(done) || (paraIdParent && isSet(this.states.get(paraIdParent)?.done))) block.resolved = true;
    return asideOf(block, items, author);
  }
}

const isSet = (value: string | undefined) => value === "1" || value === "true";

function asideOf(block: NewBlock, items: readonly Item[], author = ""): Aside {
  const runs: Run[] = [];
  const after: Loose[] = [];
  for (const item of items) {
    if ("runs" in item) runs.push({ text: "\n" }, ...item.runs.map((run) => styledRun(run, item.base, block.kind)));
    else if ("table" in item) {
      after.push(...item.table.after);
      for (const row of item.table.rows) runs.push({ text: `\n${row.map(({ text }) => text).join("\t")}` });
    } else after.push(item);
  }
  return { block, runs: saidBy(author, trimmed(runs)), after };
}

/** Without white space at its ends. */
function trimmed(runs: Run[]): Run[] {
  const first = runs.findIndex(({ text }) => text.trim());
  const last = runs.findLastIndex(({ text }) => text.trim());
  return runs.slice(Math.max(0, first), last + 1).map((run, index, all) => {
    const text = index === 0 ? run.text.trimStart() : run.text;
    return { ...run, text: index === all.length - 1 ? text.trimEnd() : text };
  });
}

/** Words with who said them in front: whoever reads them later has nothing else to go by. */
export function saidBy(author: string, words: readonly Run[]): Run[] {
  const name = author.trim();
  return name && words.some(({ text }) => text.trim()) ? [{ text: `${name}: `, bold: true }, ...words] : [...words];
}
