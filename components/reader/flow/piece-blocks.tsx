import type { Block, Piece } from "@/lib/parsing/types";
import { within } from "../marks";
import type { Hit, Mark } from "../types";
import { BlockView } from "./block";

export const textOf = (piece: Piece, { from, to }: { from: number; to: number }): string =>
  piece.text.slice(from - piece.from, to - piece.from);

/** Key of a block: blocks without text may share a place. */
export const keyOf = (block: Block, index: number): string => `${block.from}-${index}`;

/** The blocks of a piece one below the other. */
export function PieceBlocks({ piece, marks, hits }: { piece: Piece; marks: readonly Mark[]; hits: readonly Hit[] }) {
  return piece.blocks.map((block, index) => (
    <BlockView
      key={keyOf(block, index)}
      block={block}
      text={textOf(piece, block)}
      marks={within(marks, block)}
      hits={within(hits, block)}
    />
  ));
}
