import { CLAUSE, clausesHan, plainHan, type SourceText, stemOf, wordsOf } from "./source-text";

const PRONOUN =
  /^(?:he|she|it|they|him|her|them|his|its|their|hers|theirs|this|these|that|those|such|who|which|the|a|an|and|but|also|however|then|there|i|we|our|my|you|your|former|latter|one|both)$/iu;
const CHINESE_PRONOUN =
  /他们|她们|它们|[他她它其该此这那]|前者|后者|本人|自己|双方|并|也|还|则|的|了|曾|又|而|但|在|是|由|被|对|与|和|于|以/gu;
const STOP =
  /^(?:a|an|the|of|in|on|at|to|for|and|or|by|with|from|is|are|was|were|be|been|as|that|which|who|it|its|this|these|those|he|she|they|his|her|their|has|have|had|not|but)$/u;
/** What a source says in the place of a stretch of the claim. */
interface Replacement {
  /** Stems, or one stretch of Chinese. */
  words: string[];
  /** Something of it the claim does not say anywhere. */
  isNew: boolean;
}

/**
 * What its source says where a stretch of the claim stands: what is before and behind it agrees, and this does not. Null
 * where the stretch stands there too, beside what is before or behind it.
 */
export function replacedBy(
  claim: string,
  { from, to }: { from: number; to: number },
  near: SourceText,
): Replacement | null {
  const [before, self, behind] = [claim.slice(0, from), claim.slice(from, to), claim.slice(to)];
  if (!/\p{Script=Han}/u.test(before.slice(-3) + self + behind.slice(0, 3)))
    return replacedWords([before, self, behind.replace(/^['’]s(?!\p{L})/u, "")].map(stemsOf) as Parts<string[]>, near);
  // Of a name in Latin letters no character is left to compare.
  if (!plainHan(self) && near.text.includes(self)) return null;
  return replacedHan([before, self, behind].map(clausesHan) as Parts, near);
}

type Parts<Text = string> = [before: Text, self: Text, behind: Text];
const stemsOf = (text: string) => wordsOf(text).map(({ folded }) => stemOf(folded));

function replacedHan([before, self, behind]: Parts, { hanClauses: han }: SourceText): Replacement | null {
  const sides = [before.slice(-2), behind.slice(0, 2)] as const;
  if (self && ((sides[0] && han.includes(sides[0] + self)) || (sides[1] && han.includes(self + sides[1])))) return null;
  const claim = before + self + behind;
  const room = 2 * self.length + 6;
  for (const [reach, skipped] of ANCHORS) {
    const left = (before || CLAUSE).slice(-reach);
    const right = (behind.slice(skipped) || CLAUSE).slice(0, reach);
    if (left.replace(CLAUSE, "").length + right.replace(CLAUSE, "").length < reach) continue;
    for (const start of placesOf(han, left).map((at) => at + left.length)) {
      const end = han.indexOf(right, start);
      if (end <= start || end - start > room) continue;
      const gap = han.slice(start, end);
      if (gap.includes(CLAUSE) || (self && gap.includes(self))) continue;
      const said = gap.replace(CHINESE_PRONOUN, "");
      if (said) return { words: [gap, said], isNew: (said.length > 1 || /\d/.test(said)) && !claim.includes(said) };
    }
  }
  return null;
}

/** Characters that have to agree on either side, and those of the word itself that follow the stretch. */
const ANCHORS = [
  [3, 0],
  [2, 0],
  [3, 1],
  [3, 2],
] as const;

function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}

function replacedWords([before, self, behind]: Parts<string[]>, near: SourceText): Replacement | null {
  const theirs = near.stemmed;
  const [left, right] = [before.slice(-2), behind.slice(0, 2)];
  if (![...left, ...right].some((stem) => !STOP.test(stem))) return null;
  const stands = (words: readonly string[], at: number) =>
    words.length > 0 && words.every((stem, index) => theirs[at + index] === stem);
  const isSaid = (words: readonly string[]) => theirs.some((_, at) => stands(words, at));
  if (left.length > 0 && isSaid([left.at(-1)!, ...self])) return null;
  if (right.length > 0 && isSaid([...self, right[0]!])) return null;
  const ours = new Set([...before, ...self, ...behind]);
  for (let start = 0; start < theirs.length; start++) {
    if (left.length === 0 ? start > 0 : !stands(left, start - left.length)) continue;
    for (let end = start + 1; end <= Math.min(theirs.length, start + self.length + 5); end++) {
      if (right.length === 0 ? end < theirs.length : !stands(right, end)) continue;
      const gap = theirs.slice(start, end);
      const said = gap.filter((stem) => !PRONOUN.test(stem) && !STOP.test(stem));
      if (said.length > 0 && !self.some((stem) => gap.includes(stem)))
        return { words: gap, isNew: said.some((stem) => !ours.has(stem)) };
    }
  }
  return null;
}
