import {
  hasKinChinese,
  isFamilyName,
  isGeneralChinese,
  isGeneralEnglish,
  isNameHan,
  kinOfChinese,
  kinOfEnglish,
  sharesKin,
} from "@/lib/text/general-words";
import { foldText } from "@/lib/text/terms";
import { figuresOf } from "./figures";
import { isNumberWord } from "./numerals";
import { chineseOpposites, chineseWithOpposite, englishOpposites } from "./opposites";
import { isPlaceName } from "./place-names";
import { replacedBy } from "./replaced";
import { NUMERAL, plainHan, SourceText, stemOf, type Word, wordsOf } from "./source-text";
import { isUnitName } from "./units";

/*
 * Which words of a claim its source does not have: names, products, places, things. Of English by words and their stems, of
 * Chinese by the words a dictionary finds in the claim, looked for in the characters of the source.
 */

/** What a claim is compared with: the sentences that bear it out, and all that was read with them. */
export interface Source {
  near: SourceText;
  whole: SourceText;
}

/** Letters and figures in one: a product, a standard, a form. */
const CODE =
  /(?<![A-Za-z0-9])(?!(?:mid|pre|post|non|early|late|over|under)-)[A-Za-z]{1,12}-?\d[A-Za-z0-9]*(?:-[A-Za-z0-9]+)*/gu;
/** A claim of languages that join words anew for each sentence is not compared by them. */
const INFLECTED = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const ENGLISH_MARK = /\b(?:the|of|and|is|was|are|were|has|have|with|by|from|that|it|to|for|not)\b/giu;
const OTHER_MARK =
  /\b(?:der|die|das|und|ist|nicht|le|la|les|des|est|une|el|los|las|que|il|gli|een|het|och|att|og|de|em|do|da|y)\b/giu;
/** Denials are compared by what they deny. */
const SPOKEN_OF_ELSEWHERE =
  /^(?:no|not|never|none|neither|nor|cannot|(?:do|does|did|is|are|was|were|has|have|had|ca|could|would|should|wo|must)nt)$/u;
/** What stands behind these is a verb. */
const BEFORE_VERB = /^(?:to|can|could|may|might|must|shall|should|will|would|cannot|dont|doesnt|didnt|wont)$/;
const PERSONAL = /^(?:he|she|it|they|him|her|them|his|its|their|this|these)$/u;
const PRONOUNS_HAN = [..."他她它该其此这"];
/** Between the parts of a name. */
const BETWEEN = /^[\s·・•-]*$/u;
/** Names, things and codes of a claim that its source does not say, as the claim writes them, in order. */
export function missingWords(claim: string, { near, whole }: Source): string[] {
  const found: { from: number; to: number }[] = [];
  let rest = claim;
  for (const match of claim.matchAll(CODE)) {
    if (isUnitName(match[0])) continue;
    const range = { from: match.index, to: match.index + match[0].length };
    if (!near.hasCode(match[0]) && (!whole.hasCode(match[0]) || replacedBy(claim, range, near)?.isNew))
      found.push(range);
    rest = rest.slice(0, range.from) + "\u0000".repeat(match[0].length) + rest.slice(range.to);
  }
  const words = wordsOf(rest);
  if (!isJudgedByWords(claim, whole.text)) return textsOf(claim, found);
  const isEnglish = isEnglishText(`${claim} ${near.text}`);
  const isUnit = (word: Word, at: number) =>
    isUnitName(word.text) && /\d|^[零〇一二三四五六七八九十百千万亿两]+$/u.test(words[at - 1]?.text ?? "");
  const open = words.filter(
    (word, at) =>
      !isUnit(word, at) && (word.isHan ? !isKnownHan(word, near) : !isKnownWord(word, near, isEnglish, words[at - 1])),
  );
  const isOpen = new Set(open);
  const isThere = (parts: readonly Word[]) =>
    parts.every((part) => (part.isHan ? whole.hasHan(part.text) : whole.hasWord(part)) || hasKin(part, whole));
  let isLeavingOut: boolean | null = null;
  const leavesOut = () => (isLeavingOut ??= leavesOutName(claim, near));
  // What stands elsewhere bears nothing out where the source has another word in its place.
  for (const stretch of joined(
    claim,
    words.filter(
      (word) => isOpen.has(word) || (word.isHan ? isTelling(word) && near.han.includes(word.text) : word.isName),
    ),
    isOpen,
  )) {
    const missing = stretch.parts.filter((part) => isOpen.has(part));
    // Words that say the same may be of two words as the dictionary cuts them.
    if (missing.length > 1 && missing.every(({ isHan }) => isHan) && hasKin(wholeOf(missing), near)) continue;
    // An ordinary word may be another way to say it, unless the source has another one in its place.
    const isOrdinary = () => isOrdinaryStretch(missing, claim, { words, mayBegin: isEnglish && !leavesOut() });
    if (isThere(missing)) {
      const replaced = replacedBy(claim, stretch, near);
      if ((replaced?.isNew && !saysTheSame(stretch, replaced.words)) || (missing.some(isNameLike) && leavesOut()))
        found.push(stretch);
    } else if (!isOrdinary() || hasReplaced(claim, stretch, words, near))
      found.push({ from: missing[0]!.from, to: missing.at(-1)!.to });
  }
  for (const word of words) if (isTurnedRound(word, words, near, claim)) found.push(word);
  for (const word of chineseWithOpposite(claim))
    if (isTurnedRound({ ...word, isHan: true, folded: word.text }, words, near, claim)) found.push(word);
  return textsOf(
    claim,
    found.filter((range) => !isGlossed(claim, range, near)),
  );
}

/** A name of other letters in brackets behind one that is written as it sounds: 林德（Carl von Linde）. */
function isGlossed(claim: string, { from, to }: { from: number; to: number }, near: SourceText): boolean {
  if (!/^\p{Script=Han}+$/u.test(claim.slice(from, to))) return false;
  const gloss = /^\s*[（(]([\p{Script=Latin}\s.·'’-]{3,60})[）)]/u.exec(claim.slice(to))?.[1];
  return gloss !== undefined && wordsOf(gloss).every((word) => near.hasWord(word));
}

/** Names in Latin letters and codes of a claim in another script than its source, where they can be compared. */
export function missingAcross(claim: string, whole: SourceText): string[] {
  const missing = (claim.match(CODE) ?? []).filter(
    // oxygen-16 is a word, and has another name in another language; G20 is 二十国集团 there, Q3 the third quarter.
    (code) =>
      !/^\p{Ll}{4}/u.test(foldText(code)) &&
      !isUnitName(code) &&
      /\p{Lu}/u.test(code) &&
      !whole.hasCode(code) &&
      !isNumbered(code, whole),
  );
  const isLatinSource = !/\p{Script=Han}/u.test(whole.text);
  if (!isLatinSource) return missing;
  const names = wordsOf(claim.replace(CODE, " ")).filter((word) => LATIN_NAME.test(word.text) && !whole.hasWord(word));
  return [...missing, ...names.map(({ text }) => text)];
}

/** A name keeps its letters; APP, logo and CEO are words that each language has of its own. */
const LATIN_NAME = /^(?=\p{Lu})(?=.*\p{Ll})\p{Script=Latin}{3,}$/u;

function isNumbered(code: string, whole: SourceText): boolean {
  const number = /^\p{L}{1,2}(\d+)$/u.exec(code)?.[1];
  return number !== undefined && figuresOf(whole.text).some(({ raw }) => raw === Number(number));
}

const isJudgedByWords = (claim: string, text: string) => !INFLECTED.test(claim) && !INFLECTED.test(text.slice(0, 2000));

function isEnglishText(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(ENGLISH_MARK) >= count(OTHER_MARK);
}

/**
 * Whether a source speaks of somebody or something a claim leaves out, and not by a pronoun: what the claim names instead may
 * be another one.
 */
function leavesOutName(claim: string, near: SourceText): boolean {
  if (/\p{Script=Han}/u.test(claim)) {
    const ours = plainHan(claim);
    if (PRONOUNS_HAN.some((pronoun) => near.han.includes(pronoun) && !ours.includes(pronoun))) return false;
    return near.chineseWords().some((word) => isTelling({ text: word }) && !ours.includes(word));
  }
  const ours = new SourceText(claim);
  const words = wordsOf(near.text);
  if (words.some(({ folded }) => PERSONAL.test(folded) && !ours.tokens.includes(folded))) return false;
  return words.some((word) => word.isName && !ours.hasWord(word));
}

/** Words beside each other as one: the parts of a name. */
interface Stretch {
  from: number;
  to: number;
  parts: Word[];
}

function joined(claim: string, words: readonly Word[], isOpen: ReadonlySet<Word>): Stretch[] {
  const runs: Stretch[] = [];
  for (const word of words) {
    const last = runs.at(-1);
    const before = last?.parts.at(-1);
    const between = last ? claim.slice(last.to, word.from) : "";
    // Of Chinese only what is open is a part of a name, English names have their capitals.
    const isNext =
      before?.isHan === word.isHan &&
      (word.isHan
        ? isOpen.has(word) && isOpen.has(before) && BETWEEN.test(between)
        : isBetweenNames(before, between, word));
    if (last && isNext) {
      last.to = word.to;
      last.parts.push(word);
    } else runs.push({ from: word.from, to: word.to, parts: [word] });
  }
  return runs;
}

function isBetweenNames(before: Word, between: string, word: Word): boolean {
  if (BETWEEN.test(between)) return true;
  if (before.text.length === 1 && /^\.\s*$/.test(between)) return true;
  return before.isName && word.isName && /^ (?:and|&|of|of the|de|von|van) $/.test(between);
}

const isNameLike = ({ isName, isLoose }: Word) => isName || isLoose;
/**
 * Whether words name nothing, by how they are written: no person, place or product, nor a thing of several words.
 * `mayBegin`: the first word of a sentence, with its capital, is no name.
 */
function isOrdinaryStretch(
  parts: readonly Word[],
  claim: string,
  { words, mayBegin }: { words: readonly Word[]; mayBegin: boolean },
): boolean {
  const { text, isHan, isName, isLoose, from, to } = parts[0]!;
  if (!isHan)
    return (
      parts.every((part) => !part.isHan && /^\p{Ll}+$/u.test(part.text)) ||
      (parts.length === 1 && mayBegin && !isName && /^\p{Lu}\p{Ll}+$/u.test(text) && !isPlaceName(text))
    );
  if (parts.length > 1 || isLoose || text.length < 2) return false;
  if (NUMERAL.test(text[0]!) && !text.startsWith("一")) return false;
  if (isPlaceName(text) || isPlaceName(claim.slice(from, to + 1))) return false;
  // Of a foreign name the dictionary may know a part.
  if (words.some((word) => word.isLoose && (word.to === from || word.from === to))) return false;
  return !NAME_DOT.test(claim.slice(from - 1, from) + claim.slice(to, to + 1));
}
const NAME_DOT = /[·•・‧∙]/u;

/** Whether the source has something else in the place of a stretch, or of it with the word beside it. */
function hasReplaced(claim: string, { from, to, parts }: Stretch, words: readonly Word[], near: SourceText): boolean {
  const self = { from, to };
  // Chinese is compared by the characters around it, of which one that both have says nearly the same.
  if (parts[0]!.isHan) {
    const replaced = replacedBy(claim, self, near);
    return replaced?.isNew === true && !sharesKin(claim.slice(from, to), replaced.words[1]!);
  }
  const before = words.findLast((word) => word.to <= from);
  const behind = words.find((word) => word.from >= to);
  const ranges = [self, ...(before ? [{ from: before.from, to }] : []), ...(behind ? [{ from, to: behind.to }] : [])];
  return ranges.some((range) => replacedBy(claim, range, near)?.isNew);
}

/** English words in the place of others that are known to say the same. */
const saysTheSame = ({ parts }: Stretch, words: readonly string[]) =>
  parts.every(({ isHan, folded }) => !isHan && words.some((other) => kinOfEnglish(folded).has(other)));

const isTelling = ({ text }: Pick<Word, "text">) => text.length > 1 && !isGeneralChinese(text) && !NUMERAL.test(text);

/** Whether an English word is said near, or says nothing that would have to be. */
function isKnownWord(word: Word, near: SourceText, isEnglish: boolean, before: Word | undefined): boolean {
  const { text, folded, isName } = word;
  if (/\d/.test(folded) || folded.length < 2 || SPOKEN_OF_ELSEWHERE.test(folded) || isNumberWord(folded)) return true;
  if (near.hasWord(word)) return true;
  if (!isEnglish) return !isName;
  if (isGeneralEnglish(folded)) return true;
  for (const kin of kinOfEnglish(folded)) if (near.stems.has(kin)) return true;
  // A verb or an adverb says it in other words; what is spoken of are nouns.
  if (isName) return false;
  return (
    (text.length >= 5 && /(?:ed|ing|ly)$/.test(folded)) || (before !== undefined && BEFORE_VERB.test(before.folded))
  );
}

function isKnownHan({ text, isLoose }: Word, near: SourceText): boolean {
  if (NUMERAL.test(text) || near.hasHan(text) || isGeneralChinese(text)) return true;
  if (text.length === 1) return !isFamilyName(text);
  // Loose characters: of a name two are strange together, of other words one at most.
  const strange = [...text].filter(
    (symbol, at) =>
      !(at > 0 && near.han.includes(text[at - 1]! + symbol)) &&
      !(at + 1 < text.length && near.han.includes(symbol + text[at + 1])) &&
      !isGeneralChinese(symbol),
  );
  if (isLoose && strange.length < 2 && !isNameHan(text)) return true;
  for (const kin of kinOfChinese(text)) if (kin.length > 1 && near.han.includes(kin)) return true;
  if (hasKinChinese(text, near.chineseWords())) return true;
  for (let at = 1; at < text.length; at++) {
    const [head, tail] = [text.slice(0, at), text.slice(at)];
    if (
      isPartKnown(head, near) &&
      isPartKnown(tail, near) &&
      (head.length > 1 || tail.length > 1 || isGeneralChinese(head) || isGeneralChinese(tail))
    )
      return true;
  }
  return false;
}

const wholeOf = (parts: readonly Word[]) => ({
  text: parts.map(({ text }) => text).join(""),
  folded: "",
  isHan: true,
  isName: false,
});

/** Whether a source says in another word what a word of a claim says. */
function hasKin(
  { text, folded, isHan, isName }: Pick<Word, "text" | "folded" | "isHan" | "isName">,
  source: SourceText,
): boolean {
  if (isHan) return [...kinOfChinese(text)].some((kin) => kin.length > 1 && source.han.includes(kin));
  return !isName && [...kinOfEnglish(folded)].some((kin) => source.stems.has(kin));
}

const isPartKnown = (part: string, near: SourceText) =>
  near.han.includes(part) || isGeneralChinese(part) || NUMERAL.test(part);

/** The opposite of a word stands near, and the claim says the word in its place. */
function isTurnedRound(
  word: Pick<Word, "text" | "folded" | "isHan" | "from" | "to">,
  words: readonly Word[],
  near: SourceText,
  claim: string,
): boolean {
  const key = word.isHan ? word.text : stemOf(word.folded);
  const stands = (other: string) => (word.isHan ? near.han.includes(other) : near.stems.has(other));
  const opposites = (word.isHan ? chineseOpposites(key) : englishOpposites(word.folded)).filter(stands);
  const isSaid = (other: string) =>
    words.some((one) =>
      word.isHan
        ? one.text === other || (other.length > 1 && (one.text.includes(other) || claim.includes(other)))
        : stemOf(one.folded) === other,
    );
  if (opposites.length === 0) return false;
  if (!stands(key) && opposites.some((other) => !isSaid(other) && isBesideTheSame(claim, word, near, other)))
    return true;
  const replaced = replacedBy(claim, word, near);
  return replaced !== null && opposites.some((other) => replaced.words.includes(other));
}

/** Characters of Chinese, and words of English, that stand around a word. */
const AROUND = { han: 6, words: 5 };

/** Whether the opposite of a word stands among words the claim has around the word itself. */
function isBesideTheSame(
  claim: string,
  { isHan, from, to }: Pick<Word, "isHan" | "from" | "to">,
  near: SourceText,
  opposite: string,
): boolean {
  if (isHan) {
    const ours = plainHan(claim.slice(Math.max(0, from - 2 * AROUND.han), from)).slice(-AROUND.han);
    const behind = plainHan(claim.slice(to, to + 2 * AROUND.han)).slice(0, AROUND.han);
    for (let at = near.han.indexOf(opposite); at >= 0; at = near.han.indexOf(opposite, at + 1)) {
      const theirs = [
        near.han.slice(Math.max(0, at - AROUND.han), at),
        near.han.slice(at + opposite.length).slice(0, AROUND.han),
      ];
      if (theirs.some((side) => sharesPair(ours, side) || sharesPair(behind, side))) return true;
    }
    return false;
  }
  const around = (stems: readonly string[], at: number) =>
    stems
      .slice(Math.max(0, at - AROUND.words), at + AROUND.words + 1)
      .filter((stem) => stem.length > 2 || /\d/.test(stem));
  const stems = wordsOf(claim).map(({ folded }) => stemOf(folded));
  const place = wordsOf(claim).findIndex((word) => word.from === from);
  const ours = new Set(around(stems, place).filter((stem) => !isGeneralEnglish(stem)));
  return near.stemmed.some(
    (stem, at) => stem === opposite && around(near.stemmed, at).some((other) => ours.has(other)),
  );
}

function sharesPair(a: string, b: string): boolean {
  for (let at = 0; at + 2 <= a.length; at++) if (b.includes(a.slice(at, at + 2))) return true;
  return false;
}

/** A claim's words that say something of their own. */
export function contentOf(claim: string): string {
  return wordsOf(claim)
    .filter(({ isHan, text, folded }) => !(isHan ? isGeneralChinese(text) : isGeneralEnglish(folded)))
    .map(({ text }) => text)
    .join(" ");
}

/** Ranges as the claim's words, neighbours in one. */
function textsOf(claim: string, ranges: readonly { from: number; to: number }[]): string[] {
  const joined: { from: number; to: number }[] = [];
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && (range.from <= last.to || BETWEEN.test(claim.slice(last.to, range.from))))
      last.to = Math.max(last.to, range.to);
    else joined.push({ ...range });
  }
  return [...new Set(joined.map(({ from, to }) => claim.slice(from, to)))];
}
