// Markdown as the text people see: the web page it stands for, with the HTML that is written into it.
import type { Element, Root } from "hast";
import { raw } from "hast-util-raw";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { type Handlers, toHast } from "mdast-util-to-hast";
import { gfm } from "micromark-extension-gfm";
import type { Builder } from "./builder.ts";
import { readText } from "./decode.ts";
import { ParseStop } from "./failure.ts";
import { bounded, writePage } from "./html.ts";
import type { Reading } from "./reader.ts";

const CHARS_MAX = 8_000_000;

const HANDLERS: Handlers = {
  // Notes stay where they are written; what refers to them has no words.
  footnoteReference: () => undefined,
  footnoteDefinition: (state, node): Element => ({
    type: "element",
    tagName: "aside",
    properties: { role: "doc-footnote" },
    children: state.wrap(state.all(node), true) as Element["children"],
  }),
};

export async function readMarkdown(file: string, builder: Builder, options: Reading): Promise<void> {
  const source = readText(file, builder, options).replace(/^---\n[\s\S]{0,20000}?\n---\n/, "");
  if (source.length > CHARS_MAX) throw new ParseStop("documentTooBig");
  builder.startPart({ kind: "section", number: 1 });
  await writeMarkdown(source, builder);
  builder.title = builder.outline[0]?.level === 1 ? builder.outline[0].title : "";
}

/** What a model wrote down of a page, into the part that was begun. */
export async function writeMarkdown(source: string, builder: Builder): Promise<void> {
  await writePage(
    bounded(() => pageOf(source)),
    builder,
  );
}

function pageOf(source: string): Root {
  const tree = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return raw(toHast(tree, { allowDangerousHtml: true, handlers: HANDLERS })) as Root;
}
