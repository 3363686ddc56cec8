// Text from right to left. The library turns each item the way it is read; which way the items of a line follow each other
// is told by the letters around them, as the rules for text of both directions have it.
import type { Fragment, PageRun } from "./page.ts";

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}]/u;
const LATIN = /[\p{Script=Latin}\d]/u;
const ARABIC = /\p{Script=Arabic}/u;
/** From this share of its letters on a stretch is of one direction, whatever stands around it. */
const CLEAR = 0.7;

/** What stands before each run of a fragment. */
type Spaces = (runs: readonly PageRun[]) => string[];

/** Puts the runs of all fragments in the order they are read. */
export function inReadingOrder(fragments: readonly Fragment[], spacesOf: Spaces): void {
  if (!fragments.some(({ rtl }) => rtl)) return;
  const all = fragments.flatMap(({ runs }) => runs);
  const isPageRtl = shareOf(all) > 0.5;
  for (const fragment of fragments) {
    if (!fragment.rtl) continue;
    const share = shareOf(fragment.runs);
    fragment.rtl = share > 1 - CLEAR && (isPageRtl || share >= CLEAR);
    order(fragment, spacesOf);
  }
}

/** Letters of scripts that run to the left among those of all. */
function shareOf(runs: readonly PageRun[]): number {
  let [left, all] = [0, 0];
  for (const { text } of runs) {
    const isLeft = RIGHT_TO_LEFT.test(text);
    if (!isLeft && !LEFT_TO_RIGHT.test(text)) continue;
    all += text.length;
    if (isLeft) left += text.length;
  }
  return all === 0 ? 0 : left / all;
}

function order(fragment: Fragment, spacesOf: Spaces): void {
  const { rtl, runs } = fragment;
  const sorted = [...runs].sort((a, b) => (rtl ? b.x0 - a.x0 : a.x0 - b.x0));
  // Stretches of the other direction come the other way round.
  const isTurned = (run: PageRun) => (rtl ? !run.rtl && LATIN.test(run.text) : run.rtl);
  const ordered: PageRun[] = [];
  for (let at = 0; at < sorted.length; ) {
    let end = at + 1;
    if (isTurned(sorted[at]!)) while (end < sorted.length && isTurned(sorted[end]!)) end++;
    ordered.push(...sorted.slice(at, end).reverse());
    at = end;
  }
  if (rtl) {
    const isArabic = ordered.some(({ text }) => ARABIC.test(text));
    fragment.runs = mirrored(isArabic ? ordered.map(inArabic) : ordered);
  } else fragment.runs = ordered;
  fragment.spaces = spacesOf(fragment.runs);
}

/** After Arabic letters a hyphen between figures turns them round: what is shown as 1234-555 was written 555-1234. */
function inArabic(run: PageRun): PageRun {
  if (run.rtl || !/^\d+(?:-\d+)+$/.test(run.text)) return run;
  return { ...run, text: run.text.split("-").reverse().join("-") };
}

const MIRROR = new Map([..."()[]{}«»"].map((bracket, at, all) => [bracket, all[at ^ 1]!]));

/** Some programs name brackets by their shape: one that closes before any opens is turned round. */
function mirrored(runs: readonly PageRun[]): PageRun[] {
  const open: string[] = [];
  const places: [run: number, at: number][] = [];
  let closed: (typeof places)[number] | null = null;
  runs.forEach(({ text }, index) => {
    for (const { 0: bracket, index: at } of text.matchAll(/[()[\]{}«»]/g)) {
      const isOpening = "([{«".includes(bracket);
      if (!isOpening && open.at(-1) === MIRROR.get(bracket)) open.pop();
      else if (!isOpening) closed = [index, at];
      else if (closed) {
        places.push(closed, [index, at]);
        closed = null;
      } else open.push(bracket);
    }
  });
  if (places.length === 0) return [...runs];
  const texts = runs.map(({ text }) => [...text.split("")]);
  for (const [run, at] of places) texts[run]![at] = MIRROR.get(texts[run]![at]!)!;
  return runs.map((run, index) => ({ ...run, text: texts[index]!.join("") }));
}
