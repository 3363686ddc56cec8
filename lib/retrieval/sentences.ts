/** A stretch of a text. */
export interface Span {
  from: number;
  to: number;
}

const CLOSERS = "[\"'”’」』）)\\]】》]*";
/** Ends of sentences: Chinese marks and !? anywhere, a full stop only before white space, a line break. */
const END = new RegExp(`[。！？!?…｡]+${CLOSERS}|\\.${CLOSERS}(?=\\s|$)|[\\r\\n\\u2028\\u2029]+`, "gu");
/** A full stop after these ends nothing: they go before a name or a number. */
const BEFORE_NAME =
  /(?:^|[^\p{L}\p{N}])(?:Mr|Mrs|Ms|Mx|Dr|Prof|St|Ste|Mt|Ft|Rev|Hon|Gen|Col|Capt|Cpt|Cmdr|Lt|Sgt|Maj|Adm|Gov|Sen|Rep|Pres|Messrs|Mme|Mlle|M\.?V|S\.?S|M\.?S|H\.?M\.?S|U\.?S\.?S|Figs?|Eqs?|Vols?|Arts?|Secs?|Chaps?|Tabs?|Paras?|Cl|Nos?|Nrs?|pp?|ca|cf|approx|vs|viz|e\.g|i\.e|eg|ie|al|Abs|Bd|Tel|Ext|Ref|Rs|z\.B|d\.h)$/u;
/** These may also stand at an end: what follows tells. */
const MAYBE_END =
  /(?:^|[^\p{L}\p{N}])(?:\p{Lu}|\p{L}(?:\.\p{L})+|Jr|Sr|etc|Inc|Ltd|Co|Corp|Bros|Dept|Univ|Assn|Ave|Blvd|Rd|Est|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|min|max|hrs?)$/u;
/** Letters without a vowel are no word: kg, Nr, vgl. */
const SHORT = /(?:^|[^\p{L}])[b-df-hj-np-tv-xz]{2,5}$/iu;
/** Words a sentence begins with far more often than a name does. */
const BEGINNING =
  /^(?:The|A|An|This|That|These|Those|It|He|She|They|We|I|You|In|On|At|For|From|But|And|However|There|Its|His|Her|Their|Our|If|When|While|After|Before|As|Since|Next|Then|No|All|Both|Each|Some|Such|With|By)\b/u;
const NEXT = /^[^\p{L}\p{N}]*/u;

/** Sentences of a text in order, without the white space around them; Chinese and languages with full stops. */
export function sentencesOf(text: string): Span[] {
  const sentences: Span[] = [];
  let from = 0;
  const add = (to: number) => {
    const span = trimSpan(text, from, to);
    if (span) sentences.push(span);
    from = to;
  };
  for (const { 0: mark, index } of text.matchAll(END)) {
    if (mark[0] === "." && isAbbreviation(text, from, index)) continue;
    add(index + mark.length);
  }
  add(text.length);
  return sentences;
}

function isAbbreviation(text: string, from: number, at: number): boolean {
  const next = text.slice(at + 1, at + 40).replace(NEXT, "");
  if (next === "") return false;
  const before = text.slice(Math.max(from, at - 12), at);
  // Sentences begin with a capital, unless nobody writes any.
  if (/^\p{Ll}/u.test(next)) return SHORT.test(before) || MAYBE_END.test(before) || BEFORE_NAME.test(before);
  // "He said no. 5 left" is rare, "No. 5" is not.
  if (/(?:^|\P{L})Nos?$/u.test(before)) return /^[\p{N}A-Z]\P{Ll}/u.test(`${next} `);
  if (BEFORE_NAME.test(before)) return true;
  return MAYBE_END.test(before) && !BEGINNING.test(next);
}

/** The stretch without white space at its ends; null when nothing is left. */
export function trimSpan(text: string, from: number, to: number): Span | null {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text[start]!)) start++;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  return start < end ? { from: start, to: end } : null;
}
