import { type CSSProperties, Fragment, memo, type ReactNode, use } from "react";
import { SafeLink } from "@/components/chat/safe-link";
import { cn } from "@/components/ui/cn";
import type { StyledRun } from "@/lib/parsing/types";
import { type Segment, segments } from "../marks";
import type { Hit, Mark } from "../types";
import { Doubtful } from "./doubtful";
import { MarkBadge } from "./mark-badge";
import { MarkAction } from "./mark-context";

interface MarkedTextProps {
  /** The text from `from` to `to`. */
  text: string;
  from: number;
  runs?: readonly StyledRun[];
  marks: readonly Mark[];
  hits: readonly Hit[];
  /** Where the number of a citation stands: in the margin of the page, or before the words. */
  badge: "margin" | "inline";
}

/** Text of a document in its styles, with the cited words marked. Every leaf knows its place in the document's text. */
export const MarkedText = memo(function MarkedText({ text, from, runs, marks, hits, badge }: MarkedTextProps) {
  const cut = segments({ from, to: from + text.length }, { runs, marks, hits });
  return cut.map((segment) => {
    const leaf = (
      <span data-from={segment.from} style={styleOf(segment.style)} className={classOf(segment.style)}>
        {text.slice(segment.from - from, segment.to - from)}
      </span>
    );
    const begins = segment.marks.filter(
      // Citations of the same words share their number, and one badge.
      (mark, index, all) =>
        mark.from === segment.from && all.findIndex(({ number }) => number === mark.number) === index,
    );
    return (
      <Fragment key={segment.from}>
        {begins.map((mark, index) => (
          <MarkBadge key={mark.id} mark={mark} place={badge} shift={index} />
        ))}
        <Marked segment={segment}>
          <Styled style={segment.style}>{leaf}</Styled>
        </Marked>
      </Fragment>
    );
  });
});

function Marked({ segment: { marks, hit }, children }: { segment: Segment; children: ReactNode }) {
  const onMark = use(MarkAction);
  let marked = children;
  if (hit) {
    marked = (
      <mark
        data-hit={hit.isActive ? "active" : ""}
        className={cn("text-fg", hit.isActive ? "bg-evidence-strong outline-2 outline-evidence-strong" : "bg-evidence")}
      >
        {marked}
      </mark>
    );
  }
  // The active one lies innermost, so that its colour is the one that is seen.
  for (const mark of [...marks].sort((a, b) => Number(b.isActive) - Number(a.isActive))) {
    marked = (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the number beside it is the button for the keyboard
      <mark
        data-citation={mark.id}
        data-active={mark.isActive || undefined}
        onClick={() => window.getSelection()?.isCollapsed !== false && onMark(mark.id)}
        className={cn(
          "cursor-pointer text-fg",
          mark.isActive ? "bg-evidence-strong shadow-[0_0_0_2px_var(--evidence-strong)]" : "bg-evidence",
        )}
      >
        {marked}
      </mark>
    );
  }
  return marked;
}

function Styled({ style, children }: { style: StyledRun | undefined; children: ReactNode }) {
  if (style?.link) return <SafeLink href={style.link}>{children}</SafeLink>;
  return style?.unsure ? <Doubtful>{children}</Doubtful> : children;
}

function classOf(style: StyledRun | undefined): string | undefined {
  if (!style) return undefined;
  return cn(
    style.bold && "font-semibold",
    style.italic && "italic",
    style.underline && style.strike && "[text-decoration-line:underline_line-through]",
    style.underline && !style.strike && "underline underline-offset-2",
    style.strike && !style.underline && "line-through",
    style.code && "rounded-xs bg-muted px-1 font-mono text-[0.9em]",
    style.script === "super" && "align-super text-[0.75em]",
    style.script === "sub" && "align-sub text-[0.75em]",
  );
}

function styleOf(style: StyledRun | undefined): CSSProperties | undefined {
  if (!style?.color && !style?.size) return undefined;
  return {
    // The file's hue at a lightness that can be read on the page of either theme.
    color: style.color && `oklch(from ${style.color} clamp(var(--ink-min), l, var(--ink-max)) c h)`,
    fontSize: style.size && `calc(${style.size} * var(--point))`,
  };
}
