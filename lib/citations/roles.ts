import { sentencesOf } from "@/lib/retrieval/sentences";
import { isGeneralChinese, isGeneralEnglish } from "@/lib/text/general-words";
import { foldText } from "@/lib/text/terms";
import { chineseOpposites, englishOpposites } from "./opposites";
import { bare, stemOf, type Word, wordsOf } from "./source-text";

/*
 * Who does what. A claim may have every word of its source and still say something else, because two names changed places
 * or one stands where its source has another. Compared is what stands right beside a stretch the two have in common.
 */

const TOKEN =
  /\d+(?:[.,]\d+)*|\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}])+(?:['’](?:(?!\p{Script=Han})[\p{L}\p{M}])+)*|[^\s"'“”‘’「」『』《》*_·・-]/gu;
const DROPPED = /^(?:a|an|the)$/;
const WORD = /[\p{L}\p{N}]/u;
const STOP = /^[.。!！?？]$/;
/** Says nothing about which side is which. */
const SYMMETRIC =
  /^(?:and|or|&|with|betwe|alongsid|marri|marry|met|meet|border|resembl|equal|neighbour|neighbor|is|was|ar|were|be|和|与|及|或|跟|同|是|为|即|之)$/;
/** Stands beside everything. */
const PLAIN = /^(?:of|in|on|at|for|that|which|who|as|it|ha|had|have|thi|not|also|的|在|了|中|上|下|年|月|日|个|其|也)$/;
/** Words and characters a role needs beside it to be known by them alone. */
const MONTH = /^(?:januari|februari|march|april|mai|june|juli|august|septemb|octob|novemb|decemb)$/;
const ANCHOR = { words: 2, characters: 4 };
const NAME_MAX = 8;
/** Between the parts of a name. */
const JOINING = /^(?:of|de|von|van|du|al)$/;
const PRONOUN =
  /^(?:he|she|it|thei|they|who|which|that|thi|we|i|you|one|former|latter|both|其|他|她|它|该|此|这|那|者|们)$/;

interface Token {
  key: string;
  from: number;
  to: number;
  isHan: boolean;
  isCapital: boolean;
  /** Punctuation: what stands on either side of it is not beside each other. */
  isBreak: boolean;
  /** A full stop, which at an end says as much as the end. */
  isStop: boolean;
}

/** What a claim is compared with: the sentences nearest to it, and all. */
interface Source {
  sentences: readonly (readonly Token[])[];
  whole: readonly Token[];
}

interface Tile {
  from: number;
  to: number;
}

/**
 * Words of a claim that stand where its source has others: two stretches that changed places, or a name in the place of another
 * one. Null where nothing does.
 */
export function exchanged(claim: string, near: string, whole: string): string | null {
  const [ours, theirs] = [tokensOf(claim), tokensOf(near)];
  const pairs = new Set<string>();
  for (let at = 1; at < theirs.length; at++) pairs.add(pairOf(theirs[at - 1], theirs[at]));
  const tiles = tilesOf(ours, theirs);
  const isTurned = saysOpposite(ours, theirs);
  const source = { sentences: sentencesIn(near, theirs), whole: tokensOf(whole) };
  const found =
    (isTurned ? null : changedPlaces(ours, tiles, pairs)) ??
    tookPlace(ours, tiles, source) ??
    standsInstead(ours, source, wordsOf(claim));
  return found && claim.slice(ours[found.from]!.from, ours[found.to - 1]!.to);
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: word, index } of text.normalize("NFC").matchAll(TOKEN)) {
    const folded = foldText(word);
    if (DROPPED.test(folded)) continue;
    const isHan = /^\p{Script=Han}/u.test(word);
    const isBreak = !WORD.test(word) && !/^[%$€£¥°&+]$/.test(word);
    const key = /^\d/.test(word) ? word.replaceAll(",", "") : stemOf(bare(folded));
    const [isCapital, isStop] = [/^\p{Lu}/u.test(word), STOP.test(key)];
    tokens.push({ key, from: index, to: index + word.length, isHan, isCapital, isBreak, isStop });
  }
  return tokens;
}

const sentencesIn = (text: string, tokens: readonly Token[]) =>
  sentencesOf(text).map(({ from, to }) => tokens.filter((token) => token.from >= from && token.to <= to));

const pairOf = (a: Token | undefined, b: Token | undefined) =>
  !a || !b || a.isBreak || b.isBreak ? "" : `${a.key}\u0000${b.key}`;

/** The longest stretches a claim has in common with its source, from left to right. */
function tilesOf(ours: readonly Token[], theirs: readonly Token[]): Tile[] {
  const places = new Map<string, number[]>();
  for (const [at, { key, isBreak }] of theirs.entries())
    if (!isBreak) {
      const known = places.get(key);
      if (known) known.push(at);
      else places.set(key, [at]);
    }
  const tiles: Tile[] = [];
  for (let from = 0; from < ours.length; ) {
    let longest = 0;
    for (const start of places.get(ours[from]!.key) ?? []) {
      let length = 0;
      while (
        from + length < ours.length &&
        !ours[from + length]!.isBreak &&
        ours[from + length]!.key === theirs[start + length]?.key
      )
        length++;
      longest = Math.max(longest, length);
    }
    if (longest > 0 && !ours[from]!.isBreak) tiles.push({ from, to: from + longest });
    from += Math.max(1, longest);
  }
  return tiles;
}

/** "A costs more than B" and "B costs less than A" say the same. */
function saysOpposite(ours: readonly Token[], theirs: readonly Token[]): boolean {
  const [here, there] = [new Set(keysOf(ours)), new Set(keysOf(theirs))];
  return ours.some(({ key, isHan }) => {
    if (there.has(key)) return false;
    const opposites = isHan ? chineseOpposites(key) : englishOpposites(key);
    return opposites.some((other) => there.has(other) && !here.has(other));
  });
}

/** Two stretches that would stand beside the words of the source, were they exchanged. */
function changedPlaces(ours: readonly Token[], tiles: readonly Tile[], pairs: ReadonlySet<string>): Tile | null {
  // A date is compared as one.
  const hasMonth = (tile: Tile) => ours.slice(tile.from, tile.to).some(({ key }) => MONTH.test(key));
  const telling = tiles.filter((tile) => isTelling(ours, tile) && !hasMonth(tile));
  for (const [at, one] of telling.entries())
    for (const other of telling.slice(at + 1)) {
      const [a, b] = [[ours[one.from], ours[one.to - 1]] as const, [ours[other.from], ours[other.to - 1]] as const];
      const [before, behind] = [ours[one.from - 1], ours[other.to]];
      const between = one.to === other.from ? null : ([ours[one.to], ours[other.from - 1]] as const);
      const now: Beside[] = [
        [before, a[0], before],
        [b[1], behind, behind],
        ...(between
          ? ([
              [a[1], between[0], between[0]],
              [between[1], b[0], between[1]],
            ] as Beside[])
          : ([[a[1], b[0], undefined]] as Beside[])),
      ];
      const then: Beside[] = [
        [before, b[0], before],
        [a[1], behind, behind],
        ...(between
          ? ([
              [b[1], between[0], between[0]],
              [between[1], a[0], between[1]],
            ] as Beside[])
          : ([[b[1], a[0], undefined]] as Beside[])),
      ];
      const isBeside = ([left, right]: Beside) => pairs.has(pairOf(left, right));
      const gained = then.filter((pair) => isBeside(pair) && !(pair[2] && SYMMETRIC.test(pair[2].key)));
      const isKnown = gained.some(([, , anchor]) => !anchor || !PLAIN.test(anchor.key));
      if (isKnown && gained.length - now.filter(isBeside).length >= 2) return one;
    }
  return null;
}

/** Two tokens beside each other, and the one of them that stays where it is. */
type Beside = [left: Token | undefined, right: Token | undefined, anchor: Token | undefined];

/** A name that is spoken of elsewhere, beside words that stand beside another name in the source. */
function tookPlace(ours: readonly Token[], tiles: readonly Tile[], { sentences, whole }: Source): Tile | null {
  for (const anchor of tiles) {
    if (!isAnchor(ours, anchor)) continue;
    const words = keysOf(ours.slice(anchor.from, anchor.to));
    for (const side of [1, -1] as const) {
      const self = nameBeside(ours, side === 1 ? anchor.from : anchor.to, side);
      if (self.length === 0 || placeOf(whole, keysOf(self)) < 0) continue;
      for (const sentence of sentences) {
        const place = placeOf(sentence, words);
        if (place < 0 || placeOf(sentence, keysOf(self)) >= 0) continue;
        const other = nameBeside(sentence, side === 1 ? place : place + words.length, side);
        if (isLeftOut(other, ours, sentence))
          return { from: ours.indexOf(self[0]!), to: ours.indexOf(self.at(-1)!) + 1 };
      }
    }
  }
  return null;
}

/** A stretch that is spoken of elsewhere, between words that stand around another stretch in the source. */
function standsInstead(ours: readonly Token[], { sentences, whole }: Source, words: readonly Word[]): Tile | null {
  const edges = {
    from: new Map(words.map((word) => [word.from, word])),
    to: new Map(words.map((word) => [word.to, word])),
  };
  const names = new Map<number, Tile[]>();
  /** The names a place of the claim begins, which the source has somewhere; looked for once, and only where one could stand. */
  const namesFrom = (from: number): Tile[] => {
    const known = names.get(from);
    if (known) return known;
    const found: Tile[] = [];
    for (let to = from + 1; to <= Math.min(ours.length, from + STRETCH_MAX) && !ours[to - 1]!.isBreak; to++) {
      const self = ours.slice(from, to);
      if (!isTelling(ours, { from, to }) || !isWhole(self, edges)) continue;
      if (placeOf(whole, keysOf(self)) >= 0) found.push({ from, to });
    }
    names.set(from, found);
    return found;
  };
  for (const sentence of sentences) {
    const behind = Map.groupBy(sentence.keys(), (start) => edgeOf(sentence[start - 1]));
    const leftOut = new Map<string, boolean>();
    /** Whether the claim leaves out what stands there; looked at once, many stretches of the claim may fit it. */
    const isLeftOutAt = (start: number, end: number) => {
      const place = `${start} ${end}`;
      if (!leftOut.has(place)) leftOut.set(place, isLeftOut(sentence.slice(start, end), ours, sentence));
      return leftOut.get(place);
    };
    for (let from = 0; from < ours.length; from++) {
      const starts = (behind.get(edgeOf(ours[from - 1])) ?? []).filter((start) =>
        isSameBefore(ours, from, sentence, start),
      );
      if (starts.length === 0) continue;
      const absent = namesFrom(from).filter(({ to }) => placeOf(sentence, keysOf(ours.slice(from, to))) < 0);
      for (const start of starts)
        for (const tile of absent) {
          const end = endOf(ours, tile.to, sentence, start);
          if (end >= 0 && isLeftOutAt(start, end)) return tile;
        }
    }
  }
  return null;
}

/** Whether a stretch can be a name: whole words, the first and the last of which say something. Figures were compared by value. */
function isWhole(
  self: readonly Token[],
  edges: { from: ReadonlyMap<number, Word>; to: ReadonlyMap<number, Word> },
): boolean {
  if (self.some(({ isBreak }) => isBreak)) return false;
  if (!self.some(({ isHan }) => isHan)) return !self.every(({ key }) => /^\d/.test(key));
  const [first, last] = [edges.from.get(self[0]!.from), edges.to.get(self.at(-1)!.to)];
  return (
    first !== undefined &&
    last !== undefined &&
    ![first, last].some(({ text }) => isGeneralChinese(text)) &&
    !self.some(({ key }) => /^\d/.test(key))
  );
}

const STRETCH_MAX = 12;
/** Tokens that have to agree before a stretch and behind it. */
const [BEFORE, BEHIND] = [2, 4];

/** Whether the same stands before a place of a sentence as before a place of the claim; the beginning is before the first word. */
function isSameBefore(ours: readonly Token[], from: number, sentence: readonly Token[], start: number): boolean {
  for (let shared = 0; shared < BEFORE; shared++) {
    const before = ours[from - 1 - shared];
    if (!isSameEdge(before, sentence[start - 1 - shared])) return false;
    if (!before) return true;
  }
  return true;
}

/** Where behind a place of a sentence the same follows as behind a place of the claim; -1: nowhere near. */
function endOf(ours: readonly Token[], to: number, sentence: readonly Token[], start: number): number {
  for (let end = start + 1; end <= Math.min(sentence.length, start + STRETCH_MAX); end++) {
    let shared = 0;
    while (shared < BEHIND && isSameEdge(ours[to + shared], sentence[end + shared])) {
      shared++;
      if (!ours[to + shared - 1]) shared = BEHIND;
    }
    if (shared >= BEHIND) return end;
  }
  return -1;
}

/** The beginning, the end, and every full stop are one edge; else a token is known by its key. */
const edgeOf = (token: Token | undefined) => (!token || token.isStop ? "" : token.key);
const isSameEdge = (a: Token | undefined, b: Token | undefined) => edgeOf(a) === edgeOf(b);

const keysOf = (tokens: readonly Token[]) => tokens.map(({ key }) => key);

/** Whether a stretch of a sentence is a name or a thing that a claim does not say, or less often. */
function isLeftOut(other: readonly Token[], ours: readonly Token[], sentence: readonly Token[]): boolean {
  if (!isTelling(other, { from: 0, to: other.length })) return false;
  if (other.some(({ key, isBreak }) => isBreak || PRONOUN.test(key))) return false;
  return timesOf(ours, keysOf(other)) < timesOf(sentence, keysOf(other));
}

const timesOf = (tokens: readonly Token[], keys: readonly string[]) =>
  tokens.filter((_, at) => keys.every((key, index) => tokens[at + index]?.key === key)).length;

function placeOf(tokens: readonly Token[], keys: readonly string[]): number {
  return tokens.findIndex((_, at) => keys.every((key, index) => tokens[at + index]?.key === key));
}

/** The name that ends, or begins, at a place: of Chinese all up to the next punctuation. */
function nameBeside(tokens: readonly Token[], place: number, side: 1 | -1): Token[] {
  const found: Token[] = [];
  const isPart = (token: Token | undefined) =>
    token !== undefined && !token.isBreak && (token.isHan || token.isCapital);
  for (let at = side === 1 ? place - 1 : place; found.length <= NAME_MAX; at -= side) {
    const token = tokens[at];
    if (!token || (!isPart(token) && !(found.length > 0 && JOINING.test(token.key) && isPart(tokens[at - side]))))
      break;
    found.push(token);
  }
  if (side === 1) found.reverse();
  const isShort = found.length <= NAME_MAX && isTelling(found, { from: 0, to: found.length });
  return isShort ? found : [];
}

function isTelling(ours: readonly Token[], { from, to }: Tile): boolean {
  const tokens = ours.slice(from, to);
  if (tokens.some(({ isHan }) => isHan)) {
    const text = tokens.map(({ key }) => key).join("");
    return tokens.length >= 2 && !isGeneralChinese(text);
  }
  return tokens.some(({ key }) => /\d/.test(key) || (key.length > 2 && !isGeneralEnglish(key) && !SYMMETRIC.test(key)));
}

function isAnchor(ours: readonly Token[], tile: Tile): boolean {
  const tokens = ours.slice(tile.from, tile.to);
  if (tokens.every(({ isHan }) => isHan)) return tokens.length >= ANCHOR.characters;
  return tokens.length >= ANCHOR.words && isTelling(ours, tile);
}
