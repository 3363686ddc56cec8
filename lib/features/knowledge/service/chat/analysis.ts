import { figuresOf } from "@/lib/citations/figures";
import type { StepFinding } from "@/lib/stream/parts";

/** Things of a kind that are shown. */
const SHOWN = 6;
const DATE_KINDS = new Set(["month", "day", "decade"]);
/** Words that ask, and others that name nothing. */
const NAMELESS = new Set(
  (
    "什么 怎么 怎样 如何 多少 哪些 哪个 哪里 为什么 是否 可以 能否 需要 应该 请问 我们 你们 他们 这个 那个 一个 没有 就是 以及 或者 如果 " +
    "the and for are was were has have had does did can could should would may might must will shall what which when where who whom whose why how much many our your their with from about into than then there this that these those please tell me"
  ).split(" "),
);
const QUOTED = /[《“"「『]([^》”"」』]{1,60})[》”"」』]/gu;
/** Words with a capital, in a row; the first word of a sentence is none unless another follows. */
const NAME = /(?<![.!?]\s|^)\b(?:\p{Lu}[\p{L}\p{N}&-]+)(?:\s+\p{Lu}[\p{L}\p{N}&-]+)*/gu;

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** The words of a question that say what it is about, in order. */
export function contentWords(question: string): string[] {
  const words = [...segmenter.segment(question.normalize("NFKC"))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase())
    .filter((word) => (/\p{Script=Latin}/u.test(word) ? word.length > 2 : [...word].length > 1))
    .filter((word) => !NAMELESS.has(word));
  return [...new Set(words)];
}

/** What stands in a question: dates, figures, names and the terms it turns on (spec G4). */
export function analyse(question: string): StepFinding[] {
  const found: StepFinding[] = [];
  const add = (kind: "date" | "figure" | "name" | "term", text: string) => {
    const words = text.trim();
    const isKnown = found.some((one) => one.text.toLowerCase() === words.toLowerCase());
    if (words && !isKnown && found.filter((one) => one.kind === kind).length < SHOWN) found.push({ kind, text: words });
  };
  const figures = figuresOf(question);
  // A date is told by its parts, each with the words of the whole.
  const dates = new Set(figures.flatMap(({ kind, text }) => (kind && DATE_KINDS.has(kind) ? [text] : [])));
  for (const figure of figures) {
    if (dates.has(figure.text)) add("date", figure.text);
    else if (figure.isPlain || figure.kind) add("figure", figure.text);
  }
  for (const [, words] of question.matchAll(QUOTED)) add("name", words!);
  for (const [words] of question.matchAll(NAME)) add("name", words);
  const named = found.map(({ text }) => text.toLowerCase());
  for (const word of contentWords(question)) {
    if (!/^\p{N}+$/u.test(word) && !named.some((text) => text.includes(word))) add("term", word);
  }
  return found;
}
