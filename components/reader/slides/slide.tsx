import { useTranslations } from "next-intl";
import { type CSSProperties, memo } from "react";
import type { Block, Box, Part, Piece } from "@/lib/parsing/types";
import { BlockView } from "../flow/block";
import { Picture } from "../flow/picture";
import { keyOf, textOf } from "../flow/piece-blocks";
import { within } from "../marks";
import type { Hit, Mark } from "../types";

interface SlideProps {
  part: Part;
  pieces: readonly Piece[];
  marks: readonly Mark[];
  hits: readonly Hit[];
}

interface Placed {
  box: Box;
  items: { block: Block; piece: Piece }[];
}

/** Width of a slide in points, for files that do not tell (4:3). */
const USUAL_WIDTH = 720;

/** A slide at its own ratio: its boxes where they stand, type in relation to the slide's width whatever that is on the screen. */
export const Slide = memo(function Slide({ part, pieces, marks, hits }: SlideProps) {
  const { placed, loose } = arrange(part, pieces);
  const width = part.width ?? USUAL_WIDTH;
  const style = {
    aspectRatio: `${width} / ${part.height ?? 540}`,
    // One point of the file, as a share of the slide.
    "--point": `${100 / width}cqw`,
  };
  return (
    <div
      className="reader-paper @container relative overflow-hidden rounded-xs border bg-paper text-fg shadow-sm"
      style={style as CSSProperties}
    >
      {placed.map(({ box, items }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: boxes of a slide never move
          key={index}
          className="slide-box absolute whitespace-pre-wrap"
          style={{ left: `${box.x}%`, top: `${box.y}%`, width: `${box.width}%`, minHeight: `${box.height}%` }}
        >
          {items.map(({ block, piece }, at) =>
            block.kind === "image" ? (
              <div key={keyOf(block, at)} className="absolute inset-0">
                <Picture name={block.image} alt={block.alt} fill />
              </div>
            ) : (
              <Words key={keyOf(block, at)} block={block} piece={piece} marks={marks} hits={hits} />
            ),
          )}
        </div>
      ))}
      {loose.length > 0 && (
        <div className="slide-box relative whitespace-pre-wrap p-[4%]">
          <AllWords items={loose} marks={marks} hits={hits} />
        </div>
      )}
    </div>
  );
});

/** What is said about a slide, below it: its notes, then comments. */
export function SlideNotes({ part, pieces, marks, hits }: SlideProps) {
  const t = useTranslations("reader.block");
  const { notes } = arrange(part, pieces);
  if (notes.length === 0) return null;
  return (
    <div className="reader-paper mt-1 whitespace-pre-wrap rounded-xs border bg-subtle px-4 py-1 text-[14px] text-fg-2">
      {notes[0]?.block.kind === "note" && (
        <span className="mt-1 block select-none font-sans text-xs text-fg-3">{t("notes")}</span>
      )}
      <AllWords items={notes} marks={marks} hits={hits} />
    </div>
  );
}

interface Found {
  marks: readonly Mark[];
  hits: readonly Hit[];
}

function AllWords({ items, ...found }: Found & { items: Placed["items"] }) {
  return items.map((item, at) => <Words key={keyOf(item.block, at)} {...item} {...found} />);
}

function Words({ block, piece, marks, hits }: Found & Placed["items"][number]) {
  return (
    <BlockView
      block={block}
      text={textOf(piece, block)}
      marks={within(marks, block)}
      hits={within(hits, block)}
      badge="inline"
    />
  );
}

/** The blocks of a slide by the box they stand in: paragraphs of one shape follow each other in it. */
function arrange(part: Part, pieces: readonly Piece[]) {
  const placed: Placed[] = [];
  const loose: Placed["items"] = [];
  const notes: Placed["items"] = [];
  for (const piece of pieces) {
    for (const block of piece.blocks) {
      if (block.part !== part.number) continue;
      const item = { block, piece };
      const last = placed.at(-1);
      if (block.kind === "note" || block.kind === "comment") notes.push(item);
      else if (!block.box) loose.push(item);
      else if (last && block.kind !== "image" && isSame(last.box, block.box)) last.items.push(item);
      else placed.push({ box: block.box, items: [item] });
    }
  }
  return { placed, loose, notes };
}

const isSame = (a: Box, b: Box) => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
