import { type CSSProperties, memo } from "react";
import { cn } from "@/components/ui/cn";
import type { Block, TextBlock } from "@/lib/parsing/types";
import type { Hit, Mark } from "../types";
import { BlockLabel } from "./block-label";
import { MarkedText } from "./marked-text";
import { Picture } from "./picture";
import { DocumentTable } from "./table";

interface BlockProps {
  block: Block;
  /** Text of the block. */
  text: string;
  marks: readonly Mark[];
  hits: readonly Hit[];
  badge?: "margin" | "inline";
}

/** One block of a document, as elements and never as markup: nothing in a file reaches the page as HTML (SECURITY XS-01). */
export const BlockView = memo(function BlockView({ block, text, marks, hits, badge = "margin" }: BlockProps) {
  if (block.kind === "image") return <Picture name={block.image} alt={block.alt} />;
  if (block.kind === "table") return <DocumentTable block={block} text={text} marks={marks} hits={hits} />;
  const words = <MarkedText text={text} from={block.from} runs={block.runs} marks={marks} hits={hits} badge={badge} />;
  const shared = {
    dir: block.direction,
    style: indentOf(block),
    className: cn(LOOKS[block.kind], ALIGN[block.align ?? ""]),
  };
  if (block.kind === "heading") {
    const level = Math.min(6, Math.max(1, block.level ?? 2)) as 1 | 2 | 3 | 4 | 5 | 6;
    const Heading = `h${level}` as const;
    return (
      <Heading {...shared} className={cn(shared.className, SIZES[level])}>
        {words}
      </Heading>
    );
  }
  if (block.kind === "code") {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide block is scrolled by keyboard
      <pre {...shared} tabIndex={0}>
        <code>{words}</code>
      </pre>
    );
  }
  if (block.kind === "quote") return <blockquote {...shared}>{words}</blockquote>;
  // In a sheet all text but that of the cells is drawn over it.
  if (block.kind === "comment" || block.kind === "chart" || (block.kind === "paragraph" && block.cell)) {
    return (
      <div role="note" {...shared}>
        <BlockLabel block={block} />
        {words}
      </div>
    );
  }
  if (block.kind === "listItem" || block.kind === "footnote") {
    return (
      <div {...shared}>
        <span className="select-none text-fg-3">{block.marker ?? "•"}</span>
        <div className="min-w-0">{words}</div>
      </div>
    );
  }
  return <p {...shared}>{words}</p>;
});

const LOOKS: Record<TextBlock["kind"], string> = {
  heading: "mb-[0.5em] mt-[1.2em] font-semibold leading-[1.4] text-fg",
  paragraph: "my-[0.65em]",
  listItem: "my-[0.3em] grid grid-cols-[auto_1fr] gap-x-[0.6em]",
  quote: "my-[0.8em] border-s-2 border-border-strong ps-[1em] text-fg-2",
  code: "my-[0.8em] overflow-x-auto rounded-sm bg-muted px-3 py-2 font-mono text-[0.85em] leading-[1.6]",
  footnote: "my-[0.5em] grid grid-cols-[auto_1fr] gap-x-[0.6em] border-t pt-[0.4em] text-[0.85em] text-fg-2",
  comment: "my-[0.6em] border-s-2 border-border-strong bg-subtle px-[0.8em] py-[0.3em] font-sans text-[0.85em] text-fg",
  chart: "mb-[0.4em] mt-[0.9em] font-semibold",
  note: "my-[0.5em] border-t pt-[0.4em] text-[0.85em] text-fg-2",
  header: "my-[0.5em] text-[0.8em] text-fg-3",
  footer: "my-[0.5em] text-[0.8em] text-fg-3",
};
const SIZES = {
  1: "text-[1.55em]",
  2: "text-[1.3em]",
  3: "text-[1.15em]",
  4: "text-[1.05em]",
  5: "text-[1em]",
  6: "text-[1em]",
};
const ALIGN: Record<string, string | undefined> = {
  left: "text-left",
  center: "text-center",
  right: "text-right",
  justify: "text-justify",
};

/** Depth of a list item, and of the answer to a comment. */
function indentOf({ kind, level, reply }: TextBlock): CSSProperties | undefined {
  if (reply) return { marginInlineStart: "1.6em" };
  return kind === "listItem" ? { marginInlineStart: `${0.4 + 1.6 * (Math.min(level ?? 1, 9) - 1)}em` } : undefined;
}
