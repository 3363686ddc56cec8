import type { PageLayout } from "@/lib/parsing/types";

/** Places of a page's words; a page may lie in two pieces. */
export function runsOf(
  pieces: readonly { layout?: PageLayout[] }[],
  number: number,
): readonly PageLayout["runs"][number][] {
  return pieces.flatMap(({ layout = [] }) => layout.filter(({ part }) => part === number).flatMap(({ runs }) => runs));
}
