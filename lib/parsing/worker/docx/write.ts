// Hands what stands in a word document to the builder.
import type { NewBlock } from "../builder.ts";
import { writeChart } from "../chart.ts";
import { writeDiagram } from "../diagram.ts";
import type { BodyInput } from "./body.ts";
import type { Look } from "./styles.ts";
import { type Item, styledRun, type WordParagraph } from "./table.ts";

type Writing = Pick<BodyInput, "archive" | "builder" | "styles" | "numbering" | "kind">;

/** Notes, pictures and charts of a table or a note come after it. */
export async function writeItem(writing: Writing, item: Item): Promise<void> {
  const { archive, builder } = writing;
  if ("image" in item) return builder.image(item.image);
  if ("chart" in item) return writeChart(archive, builder, item.chart);
  if ("diagram" in item) return writeDiagram(archive, builder, item.diagram, { paragraph: item.paragraph });
  if ("runs" in item) return writeParagraph(writing, item);
  if ("table" in item) await builder.table(item.table);
  else await builder.text({ ...item.aside.block, paragraph: item.paragraph }, item.aside.runs);
  const { after } = "table" in item ? item.table : item.aside;
  for (const loose of after) await writeItem(writing, loose);
}

async function writeParagraph(writing: Writing, { number, styleId, look, runs, base }: WordParagraph): Promise<void> {
  const block: NewBlock = { ...kindOf(writing, styleId, look), paragraph: number };
  if (writing.kind) block.kind = writing.kind;
  if (look.align && look.align !== "left") block.align = look.align;
  if (look.rtl) block.direction = "rtl";
  await writing.builder.text(
    block,
    runs.map((run) => styledRun(run, base, block.kind)),
  );
}

function kindOf({ styles, numbering }: Writing, styleId: WordParagraph["styleId"], look: Look): NewBlock {
  const depth = look.depth ?? 0;
  const marker = look.numId && look.numId !== "0" ? numbering.next(look.numId, depth) : null;
  const named = marker ? { marker } : {};
  if (look.outline !== undefined) return { kind: "heading", level: Math.min(6, look.outline + 1), ...named };
  if (look.numId && look.numId !== "0") return { kind: "listItem", level: depth + 1, ...named };
  if (styles.isQuote(styleId)) return { kind: "quote" };
  return { kind: styles.isCode(styleId) ? "code" : "paragraph" };
}
