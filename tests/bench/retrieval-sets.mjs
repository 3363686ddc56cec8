// Question sets of `bench:retrieval`: passages, and questions with the passages that answer them and how well (`gains`,
// by the passage's number). What is made here is made anew each time, from a file in the SQuAD shape or from our own pages.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { root } from "../../scripts/lib/root.mjs";

const STOP =
  /^(?:about|after|also|and|any|are|been|before|being|can|did|does|for|from|had|has|have|how|its|many|more|most|much|one|other|that|the|their|they|this|was|were|what|when|where|which|who|whom|whose|why|will|with)$/;
/** What Chinese questions are made of besides what they are about. */
const STOP_ZH =
  /多少|什么|哪[个些里种位年一]?|谁|为何|为什么|如何|怎[么样]*|几|是|的|了|在|和|与|及|吗|呢|被|由|于|以|有|对|中|从|到|年|个/u;

/** The questions of a file as they are. `half` takes every other passage, `isCut` cuts each in two at a sentence. */
export function squadSet(json, { half = null, isCut = false } = {}) {
  const set = makeSet();
  for (const paragraph of paragraphsOf(json, half)) {
    const text = paragraph.context.trim();
    const parts = isCut ? cutInTwo(text) : [text];
    const ids = parts.map((part) => set.add(part));
    for (const { question, answers = [], is_impossible } of paragraph.qas) {
      if (is_impossible) continue;
      const right = ids.filter(
        (_, at) => ids.length === 1 || answers.some((answer) => parts[at].includes(answer.text)),
      );
      set.ask(
        question,
        right.map((id) => [id, 1]),
      );
    }
  }
  return set;
}

/**
 * Short English questions over abstracts, judged: the first sentences of each passage, asked for with the three to five
 * first words of a question that say what it is about. The passage it was asked of counts most, others of its article less.
 */
export function abstractsSet(json, { half = null } = {}) {
  const set = makeSet();
  const articles = Map.groupBy(paragraphsOf(json, half), ({ title }) => title);
  for (const paragraphs of articles.values()) {
    const ids = paragraphs.map(({ context }) => set.add(beginning(context.trim(), 2)));
    for (const [at, { qas }] of paragraphs.entries())
      for (const { question } of qas)
        set.ask(
          wordsOf(question).slice(0, 5).join(" "),
          ids.map((id, other) => [id, other === at ? 3 : 1]),
        );
  }
  return set;
}

/** Chinese as it is typed into a search box: what a question is about, in two to four pieces. */
export function keywordsSet(json, { half = null } = {}) {
  const set = makeSet();
  for (const { context, qas } of paragraphsOf(json, half)) {
    const id = set.add(context.trim());
    for (const { question } of qas) {
      const pieces = question.split(STOP_ZH).flatMap((piece) => piece.match(/[\p{L}\p{N}]{2,}/gu) ?? []);
      set.ask(
        pieces
          .slice(0, 4)
          .map((piece) => piece.slice(0, 6))
          .join(" "),
        [[id, 1]],
      );
    }
  }
  return set;
}

/** Headings of our own pages as questions for what stands below them, in stretches of some hundred words. */
export async function sectionsSet() {
  const set = makeSet();
  const pages = (await readdir(path.join(root, "docs"), { recursive: true })).filter((name) => name.endsWith(".md"));
  for (const page of pages.toSorted()) {
    const text = await readFile(path.join(root, "docs", page), "utf8");
    for (const section of text.split(/^#+ /m).slice(1)) {
      const [heading, ...lines] = section.split("\n");
      const ids = stretchesOf(lines.join("\n"), 110).map((stretch) => set.add(stretch));
      const question = wordsOf(heading).join(" ");
      set.ask(
        question,
        ids.map((id) => [id, 1]),
      );
    }
  }
  return set;
}

/** Texts of about as many words as a slice has, as varied as a library is: sentences of all passages among new words. */
export function libraryOf(jsons, slices) {
  const sentences = jsons.flatMap((json) => paragraphsOf(json, null).flatMap(({ context }) => sentencesOf(context)));
  const random = randomOf(7);
  const texts = Array.from({ length: slices }, () => {
    let text = "";
    while (text.length < 900) {
      const sentence = sentences[Math.floor(random() * sentences.length)];
      const isSpaced = /[a-z]/.test(sentence);
      const varied = isSpaced
        ? sentence.replace(/[a-z]{5,}/g, (word) => (random() < 0.3 ? rareWord(random) : word))
        : sentence.replace(/\p{Script=Han}{2}/gu, (pair) => (random() < 0.15 ? rarePair(random) : pair));
      text += `${varied} `;
      if (!isSpaced) text += "\n";
      if (!isSpaced && text.length > 450) break;
    }
    return text.trim();
  });
  const questions = Array.from({ length: 200 }, () => {
    const sentence = sentencesOf(texts[Math.floor(random() * slices)])[0] ?? "";
    return /[a-z]/.test(sentence) ? sentence.split(" ").slice(0, 12).join(" ") : sentence.slice(0, 24);
  });
  return { texts, questions };
}

function makeSet() {
  const passages = [];
  const questions = [];
  const numbers = new Map();
  return {
    passages,
    questions,
    add(text) {
      if (!numbers.has(text)) numbers.set(text, passages.push(text) - 1);
      return numbers.get(text);
    },
    ask(text, gains) {
      if (text.trim() && gains.length > 0) questions.push({ text: text.trim(), gains: new Map(gains) });
    },
  };
}

function paragraphsOf({ data }, half) {
  const all = data.flatMap(({ title, paragraphs }) => paragraphs.map((paragraph) => ({ title, ...paragraph })));
  return half === null ? all : all.filter((_, at) => at % 2 === Number(half));
}

const wordsOf = (text) => (text.match(/[\p{L}\p{N}]{2,}/gu) ?? []).filter((word) => !STOP.test(word.toLowerCase()));
const sentencesOf = (text) =>
  text.match(/[^。！？.!?]+[。！？.!?]+/gu)?.map((sentence) => sentence.trim()) ?? [text.trim()];
const beginning = (text, sentences) => sentencesOf(text).slice(0, sentences).join(" ");

function cutInTwo(text) {
  const middle = Math.floor(text.length / 2);
  const end = text.slice(middle).search(/[。.!?！？]/);
  const at = end < 0 ? middle : middle + end + 1;
  return [text.slice(0, at), text.slice(at)].map((part) => part.trim()).filter(Boolean);
}

function stretchesOf(text, words) {
  const all = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const count = Math.round(all.length / words) || (all.length > words / 4 ? 1 : 0);
  const size = Math.ceil(all.length / Math.max(1, count));
  return Array.from({ length: count }, (_, at) => all.slice(at * size, (at + 1) * size).join(" "));
}

/** Numbers from 0 to 1, the same each time. */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** As words are: few of them common, most of them rare. */
const zipf = (random, most) => Math.floor(most ** random());
const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu".split(" ");

function rareWord(random) {
  let number = zipf(random, 60_000);
  let word = "";
  do {
    word += SYLLABLES[number % SYLLABLES.length];
    number = Math.floor(number / SYLLABLES.length);
  } while (number > 0);
  return `${word}r`;
}

const rarePair = (random) =>
  String.fromCodePoint(0x4e00 + zipf(random, 3000)) + String.fromCodePoint(0x4e00 + zipf(random, 3000));
