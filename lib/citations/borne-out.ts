import { sentencesOf } from "@/lib/retrieval/sentences";
import { cut } from "@/lib/text/storable";
import { termsOf } from "@/lib/text/terms";
import { comparedSpan, quotedSpan } from "./cite";
import { contentOf, missingAcross, missingWords } from "./claim-words";
import { differingDenial } from "./denials";
import type { Doubt } from "./dto";
import {
  type Figure,
  figuresOf,
  hasSameDigits,
  impliedFigures,
  isRounded,
  missingFigures,
  withoutFigures,
} from "./figures";
import { Locator, type Range } from "./locate";
import { quotationsOf, standsIn, withoutQuotations } from "./quotations";
import { replacedBy } from "./replaced";
import { exchanged } from "./roles";
import { SourceText, wordsOf } from "./source-text";
import { isCounter } from "./units";
import { contentWeights, coverage, isAcrossScripts } from "./weights";

/** Part of what a sentence says that its passage must hold. */
const COVERED_MIN = 0.45;
/** That of one which shares a name or a figure with it. */
const ANCHORED_MIN = 0.3;
/** Smaller figures stand in many sentences. */
const TELLING_MIN = 10;
/** Or that part, where nearly all stands somewhere in what was read. */
const NEAR_MIN = 0.2;
const WHOLE_MIN = 0.8;
/** With that part in one sentence another is looked at only where it adds so much. */
const ALONE_MIN = 0.6;
const MORE_MIN = 0.2;
/** Of a sentence without some names that part, in one sentence. */
const REST_MIN = 0.6;
const NAMES_MAX = 2;
/** Words named of one sentence. */
const NAMED_MAX = 5;

export interface Verdict {
  /** null: words cannot tell. */
  supported: boolean | null;
  doubts: Doubt[];
}

/** A passage a sentence is cited to. */
export interface Evidence {
  text: string;
  /** What is known of it without reading it: name of the file, headings. */
  about?: string;
}

/** Characters of one doubt that are shown. */
const DOUBT_MAX = 120;
const UNKNOWN: Verdict = { supported: null, doubts: [] };

/**
 * Whether passages bear out a sentence, by its words (spec D6): one of them, or all together. What the sentence quotes stands
 * there word for word; its names, things, figures and units are there; neither denies what the other says; and most of what
 * it says is there. Across languages only figures, codes and names in the same letters are compared, and never enough to
 * call a sentence borne out.
 */
export function judgeClaim(sentence: string, passages: readonly Evidence[]): Verdict {
  const read = passages.filter(({ text }) => text.trim());
  if (read.length === 0 || !sentence.trim()) return UNKNOWN;
  const verdicts = read.map((passage) => judgeBy(sentence, passage));
  const best = verdicts.find(({ supported }) => supported === true);
  if (best) return best;
  const own = read.filter(({ text }) => !isAcrossScripts(sentence, text));
  if (own.length > 1) {
    const together = judgeBy(sentence, {
      text: own.map(({ text }) => text).join("\n"),
      about: own.map(({ about }) => about ?? "").join("\n"),
    });
    if (together.supported) return together;
  }
  if (own.length < read.length && own.length > 0) return UNKNOWN;
  const judged = verdicts.filter(({ supported }) => supported === false);
  if (judged.length < verdicts.length) return UNKNOWN;
  return judged.sort((a, b) => a.doubts.length - b.doubts.length)[0]!;
}

/** A passage is cited by many sentences, and read once. */
const sources = new WeakMap<Evidence, SourceText>();
function sourceOf(evidence: Evidence, text: string): SourceText {
  const known = sources.get(evidence) ?? new SourceText(text);
  sources.set(evidence, known);
  return known;
}

function judgeBy(sentence: string, evidence: Evidence): Verdict {
  const { text, about = "" } = evidence;
  if (isAcrossScripts(sentence, text)) return judgeAcross(sentence, sourceOf(evidence, `${about}\n${text}`));
  // Where no sentence is nearest, one of them may say it in words of its own.
  const near = nearTo(sentence, text) || text;
  const doubts: Doubt[] = [];
  const whole = `${about}\n${text}`;
  const locator = new Locator(whole);
  const misquoted = quotationsOf(sentence).filter((quotation) => !standsIn(quotation, locator));
  doubts.push(...misquoted.map((quotation) => ({ kind: "quotation" as const, text: quotation })));
  const plain = withoutQuotations(sentence, new Set(misquoted));
  const source = { near: new SourceText(near), whole: sourceOf(evidence, whole) };
  const figures = figureDoubts(plain, source);
  const words = missingWords(plain, source).filter((text) => !figures.some((figure) => figure.text.includes(text)));
  doubts.push(...withoutRepeats(figures), ...words.map(word));
  // What is quoted word for word may begin within a denial.
  const own = withoutQuotations(plain);
  const denial = differingDenial(own, near, text);
  if (denial) doubts.push({ kind: "denial", text: denial });
  const role = doubts.length === 0 ? exchanged(own, near, text) : null;
  if (role) doubts.push(word(role));
  if (doubts.length > 0) return unsupported(doubts);
  return { supported: isCovered(sentence, `${about}\n${near}`, whole), doubts: [] };
}

/** Whether most of what a claim says is there. Figures were compared by value; words that say nothing of their own count little. */
function isCovered(claim: string, near: string, whole: string): boolean {
  const words = withoutFigures(claim);
  const content = contentOf(withoutQuotations(words));
  const isAllCompared = !/\p{L}/u.test(content) && (quotationsOf(claim).length > 0 || figuresOf(claim).length > 0);
  if (isAllCompared) return true;
  const held = new Set(termsOf(near));
  const nearby = Math.max(...[words, content].map((text) => coverage(contentWeights(text), held)));
  if (nearby >= (isAnchored(claim, near) ? ANCHORED_MIN : COVERED_MIN)) return true;
  return nearby >= NEAR_MIN && coverage(contentWeights(content), new Set(termsOf(whole))) >= WHOLE_MIN;
}

/** Whether a claim speaks of a figure or a name that is spoken of near: it is about the same, however it says so. */
function isAnchored(claim: string, near: string): boolean {
  const held = figuresOf(near);
  if (figuresOf(claim).some((figure) => figure.raw >= TELLING_MIN && missingFigures([figure], held).length === 0))
    return true;
  const source = new SourceText(near);
  return wordsOf(claim).some((word) => word.isName && source.hasWord(word));
}

/**
 * The sentences of a passage that a claim is compared with: the one nearest to it where that has nearly all it says, else the
 * fewest that do. A word of another sentence does not bear out this one.
 */
function nearTo(sentence: string, text: string): string {
  const ranges = [quotedSpan(sentence, text), comparedSpan(sentence, text, 1), comparedSpan(sentence, text)];
  const [quoted, single, several] = ranges;
  const wanted = contentWeights(sentence);
  const held = (range: Range | null | undefined) =>
    range ? coverage(wanted, new Set(termsOf(text.slice(range.from, range.to)))) : 0;
  const isWhole =
    held(single) >= WHOLE_MIN ||
    (held(single) >= ALONE_MIN && held(several) - held(single) < MORE_MIN) ||
    (single && isButForNames(sentence, text, single));
  const near = [quoted, isWhole ? single : several].filter((range): range is Range => Boolean(range));
  return sentencesOf(text)
    .filter((one) => near.some(({ from, to }) => one.from < to && one.to > from))
    .map(({ from, to }) => text.slice(from, to))
    .join("\n");
}

/** One sentence says it all but for some names: where those stand in another, they may be put in the place of its own. */
function isButForNames(sentence: string, text: string, single: Range): boolean {
  const near = new SourceText(text.slice(single.from, single.to));
  const missing = missingWords(sentence, { near, whole: near });
  if (missing.length === 0 || missing.length > NAMES_MAX) return false;
  const rest = missing.reduce((left, name) => left.replace(name, " "), sentence);
  return coverage(contentWeights(rest), new Set(termsOf(near.text))) >= REST_MIN;
}

function figureDoubts(claim: string, { near, whole }: { near: SourceText; whole: SourceText }): Doubt[] {
  const wanted = figuresOf(claim);
  const unequal = missingFigures(wanted, figuresOf(near.text));
  if (unequal.length === 0) return [];
  const held = figuresOf(whole.text);
  const here = unequal.filter((figure) => !isRounded(figure, claim, held));
  const nowhere = new Set(missingFigures(here, held));
  const counted = new Set([claim, near.text].flatMap(listLengths));
  return here
    .filter((figure) => {
      const isCount = !/\d/.test(figure.text) && (figure.kind === null || isCounter(figure.kind));
      if (isCount && counted.has(figure.raw)) return false;
      if (nowhere.has(figure)) return figure.isPlain || isTold(figure, near.text);
      const from = claim.indexOf(figure.text);
      return from >= 0 && replacedBy(claim, { from, to: from + figure.text.length }, near)?.isNew === true;
    })
    .map(({ text }) => word(text));
}

const CLAUSE = /[.;:!?()\n。；：！？（）]/u;
const LAST_OF_LIST = /(?:\s(?:and|or)\s|以及|[和与及或])/gu;

/** How many things the lists of a text name, from three on: who names them need not say their number, nor the other way round. */
function listLengths(text: string): number[] {
  return [...text.matchAll(LAST_OF_LIST)].flatMap(({ index }) => {
    const before = text.slice(0, index).split(CLAUSE).at(-1)!;
    const named = before.split(/\p{Script=Han}/u.test(before) ? /、/u : /,\s/u).filter((one) => one.trim());
    return named.length >= 2 ? [named.length + 1] : [];
  });
}

/** 一 and "one" are said of everything there is. */
const isTold = ({ raw, kind, text }: Figure, source: string) =>
  !source.includes(text) && (raw !== 1 || (kind !== null && !isCounter(kind)));

function judgeAcross(sentence: string, source: SourceText): Verdict {
  const plain = withoutQuotations(sentence);
  const held = [...figuresOf(source.text), ...impliedFigures(source.text)];
  const wanted = figuresOf(plain).filter(({ isPlain }) => isPlain);
  const figures = missingFigures(wanted, held, { isLenient: true }).filter(
    (figure) =>
      !isSaidOtherwise(figure, source.text) && !isRounded(figure, plain, held) && !hasSameDigits(figure, held),
  );
  const missing = [...figures.map((figure) => figure.text), ...missingAcross(plain, source)];
  return missing.length > 0 ? unsupported(missing.map(word)) : UNKNOWN;
}

/** "Both", "a pair", "the World Wars" are two in another language; CO2 has its figure within. */
function isSaidOtherwise({ kind, raw }: Figure, text: string): boolean {
  if (kind !== null && !isCounter(kind)) return false;
  return (raw <= 2 && Number.isInteger(raw)) || new RegExp(`\\p{L}-?${raw}(?!\\d)`, "u").test(text);
}

/** A date is one figure for each of its parts, and one doubt. */
const withoutRepeats = (doubts: readonly Doubt[]) => [...new Map(doubts.map((doubt) => [doubt.text, doubt])).values()];

const unsupported = (doubts: readonly Doubt[]): Verdict => ({
  supported: false,
  doubts: doubts.slice(0, NAMED_MAX).map(({ kind, text }) => ({ kind, text: cut(text, DOUBT_MAX) })),
});

const word = (text: string): Doubt => ({ kind: "word", text });
