import type { Column } from "./types";

/** What scrolls sideways fades out under a cell that stays, instead of ending at an edge nobody sees. */
const FADE = "md:before:absolute md:before:top-0 md:before:bottom-px md:before:w-3 md:before:bg-inherit";
const FADE_RIGHT = `${FADE} md:before:-right-3 md:before:[mask-image:linear-gradient(to_left,transparent,black)]`;
const FADE_LEFT = `${FADE} md:before:-left-3 md:before:[mask-image:linear-gradient(to_right,transparent,black)]`;

/** The box that picks a row, as wide as the first cell stands from the edge. */
export const KEPT_CHECK = "md:sticky md:left-0 md:z-1 md:min-w-11";
const KEPT_FIRST = `md:sticky md:left-0 md:z-1 ${FADE_RIGHT}`;
const KEPT_BESIDE_CHECK = `md:sticky md:left-11 md:z-1 ${FADE_RIGHT}`;
const KEPT_ACTIONS = `md:sticky md:right-0 md:z-1 ${FADE_LEFT}`;

/** Classes of a cell that stays in sight: what says which row it is, and what can be done with it (design 7.1). */
export function keptCell(
  columns: readonly { phone?: Column<never>["phone"] }[],
  index: number,
  hasCheck: boolean,
): string | undefined {
  if (index === 0) return hasCheck ? KEPT_BESIDE_CHECK : KEPT_FIRST;
  return index === columns.length - 1 && columns[index]?.phone === "actions" ? KEPT_ACTIONS : undefined;
}
