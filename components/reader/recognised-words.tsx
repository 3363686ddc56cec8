"use client";

import { useTranslations } from "next-intl";
import type { PageLayout, Part, Piece } from "@/lib/parsing/types";
import { overlaps } from "./marks";

type Run = PageLayout["runs"][number];

/** Of what the library's own words do not hold. */
const NO_ITEM = -1;
/** How deep letters reach below their line, of their height. */
const BELOW = 0.18;

interface RecognisedWordsProps {
  part: Part;
  runs: readonly Run[];
  pieces: readonly Piece[];
  lang?: string;
}

/**
 * Words that a machine recognised, unseen but selectable, over the picture they stand in; the doubtful ones underlined.
 * In a drawing each word is set to the very width it has there.
 */
export function RecognisedWords({ part, runs, pieces, lang }: RecognisedWordsProps) {
  const t = useTranslations("reader");
  const { width = 0, height = 0, certainty } = part;
  if (certainty === undefined || width === 0 || height === 0) return null;
  const doubtful = doubtfulIn(pieces, part.number);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it holds text, which needs no other name
    <svg viewBox={`0 0 ${width} ${height}`} className="recognised-words" lang={lang}>
      {runs.map(([item, from, to, x, y, wide, high]) => {
        const text = item === NO_ITEM ? textOf(pieces, from, to) : "";
        if (text === "") return null;
        const isUpright = high <= wide * 2 || text.length === 1;
        const word = (
          <text
            key={from}
            data-from={from}
            x={isUpright ? x : y}
            y={isUpright ? y + high * (1 - BELOW) : -x - wide * BELOW}
            transform={isUpright ? undefined : "rotate(90)"}
            fontSize={isUpright ? high : wide}
            textLength={isUpright ? wide : high}
            lengthAdjust="spacingAndGlyphs"
          >
            {text}
          </text>
        );
        if (!doubtful.some((range) => overlaps(range, { from, to }))) return word;
        return (
          <g key={from} data-doubtful>
            <title>{t("recognised.doubtful")}</title>
            {word}
            <line x1={x} x2={x + wide} y1={y + high} y2={y + high} />
          </g>
        );
      })}
    </svg>
  );
}

function textOf(pieces: readonly Piece[], from: number, to: number): string {
  const piece = pieces.find((one) => one.from <= from && to <= one.to);
  return piece?.text.slice(from - piece.from, to - piece.from) ?? "";
}

function doubtfulIn(pieces: readonly Piece[], number: number): { from: number; to: number }[] {
  return pieces.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.part !== number || block.kind === "image") return [];
      return (block.kind === "table" ? block.cells : (block.runs ?? [])).filter(({ unsure }) => unsure);
    }),
  );
}
