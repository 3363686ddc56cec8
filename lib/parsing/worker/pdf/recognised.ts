// Recognised words as fragments, put in order and into paragraphs like those of any page.
import type { RecognisedPage } from "../../types.ts";
import { CJK, type Fragment, joined, type PageRun, type PlacedRun } from "./page.ts";

/** Per cent below which a word is marked as doubtful. */
const UNSURE = 60;
/** Such a run stands in none of the library's items. */
const NO_ITEM = -1;

export function recognisedFragments(page: RecognisedPage): Fragment[] {
  const runs = page.lines.flatMap(({ size, base, words }) =>
    words.map(([text, x, y, width, height, certainty], index): PlacedRun => {
      const run: PageRun = {
        index: NO_ITEM,
        text,
        ...{ x0: x, y0: y, x1: x + width, y1: y + height },
        base,
        size,
        turn: 0,
        rtl: false,
        ...(certainty < UNSURE ? { isUnsure: true } : {}),
        place: placeOf(page, [x, y, width, height]),
      };
      // The machine parts Chinese into words too; whether there is white between them only their places tell.
      const before = words[index - 1]?.[0] ?? "";
      return { run, spaced: !CJK.test(before.at(-1) ?? "") && !CJK.test(text[0] ?? ""), isNew: index === 0 };
    }),
  );
  return joined(runs);
}

/** A box of the page turned upright and straight as it stands on the page as shown. */
function placeOf(
  { width, height, turn, skew }: RecognisedPage,
  [x, y, wide, high]: PageRun["place"],
): PageRun["place"] {
  const isOnSide = turn === 90 || turn === 270;
  const [middleX, middleY] = isOnSide ? [height / 2, width / 2] : [width / 2, height / 2];
  const [dx, dy] = [x + wide / 2 - middleX, y + high / 2 - middleY];
  const straightX = dx * Math.cos(skew) - dy * Math.sin(skew);
  const straightY = dx * Math.sin(skew) + dy * Math.cos(skew);
  const [backX, backY] = (
    {
      0: [straightX, straightY],
      90: [straightY, -straightX],
      180: [-straightX, -straightY],
      270: [-straightY, straightX],
    } as const
  )[turn];
  const [across, down] = isOnSide ? [high, wide] : [wide, high];
  return [width / 2 + backX - across / 2, height / 2 + backY - down / 2, across, down];
}
