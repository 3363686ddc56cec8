import type { AnswerExtract } from "@/lib/stream/part-dto";

type Item = AnswerExtract["items"][number];

/** Things of a map below one of them, in their order; those of its middle for null. */
export const below = (items: readonly Item[], parent: number | null): Item[] =>
  items.filter((item) => item.parent === parent);

/** Entities by what they are, the kind with most of them first. */
export function byType(items: readonly Item[]): [string, Item[]][] {
  return [...Map.groupBy(items, ({ type }) => type)].sort((a, b) => b[1].length - a[1].length);
}

/** What was drawn out of an answer as Markdown, each thing with the numbers of its sources (spec C6). */
export function extractMarkdown(
  { kind, items }: Pick<AnswerExtract, "kind" | "items">,
  texts: { title: string; undated: string },
  numberOf: (mark: number) => number | undefined,
): string {
  const sources = ({ marks }: Item) => {
    const numbers = marks.flatMap((mark) => numberOf(mark) ?? []);
    return numbers.length > 0 ? ` ${numbers.map((number) => `[${number}]`).join("")}` : "";
  };
  const said = (item: Item) => `${plain(item.text)}${item.detail ? `: ${plain(item.detail)}` : ""}${sources(item)}`;
  const lines: string[] = [];
  if (kind === "summary") lines.push(...items.map(({ text }) => text));
  else if (kind === "mindMap") {
    const walk = (parent: number | null, depth: number) => {
      for (const item of below(items, parent)) {
        lines.push(`${"  ".repeat(depth)}- ${said(item)}`);
        walk(item.id, depth + 1);
      }
    };
    walk(null, 0);
  } else if (kind === "events") {
    for (const item of items) lines.push(`- **${item.date || texts.undated}** ${said(item)}`);
  } else {
    for (const [type, all] of byType(items)) {
      if (type) lines.push(`## ${plain(type)}`, "");
      for (const item of all) lines.push(`- ${said(item)}`);
      lines.push("");
    }
  }
  return `# ${plain(texts.title)}\n\n${lines.join("\n").trimEnd()}\n`;
}

/** Signs that would mean something in Markdown stand for themselves. */
const plain = (text: string) => text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|]/g, "\\$&");
