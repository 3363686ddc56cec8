import { readFileSync } from "node:fs";
import path from "node:path";
import { isAlike, namedBy } from "@/lib/features/knowledge/service/retrieval/relation";
import { lexicalVector } from "@/lib/models/builtin/embedding";
import { extractiveAnswer } from "@/lib/models/builtin/extractive";
import { estimateTokens } from "@/lib/models/tokens";
import type { Block } from "@/lib/parsing/types";
import { indexTerms, indexText } from "@/lib/retrieval/index-text";
import { searchBlocks } from "@/lib/retrieval/lexical";
import { fuse } from "@/lib/retrieval/search";
import { READING_SEGMENTATION, segment } from "@/lib/retrieval/segment";
import type { NewSlice } from "@/lib/retrieval/types";
import { Words, WordsBuilder } from "@/lib/retrieval/words";
import { root } from "../../../scripts/lib/root.mjs";
import { DEMO_QUESTIONS } from "../../factories/demo-questions";

/*
 * What the built-in models find and quote of the demo's files for short questions in people's own words, and that they keep
 * saying so where a base holds no answer.
 */

const folder = path.join(root, "scripts/demo");
const { bases } = JSON.parse(readFileSync(path.join(folder, "library.json"), "utf8")) as {
  bases: { key: string; files: string[] }[];
};
/** Slices a chat is given of a base. */
const TOP = 6;

interface Known {
  slices: (NewSlice & { id: string; fileName: string; vector: number[] })[];
  words: Words;
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  for (const line of text.split("\n")) {
    const level = /^#+/.exec(line)?.[0].length;
    if (line) blocks.push({ kind: level ? "heading" : "paragraph", from, to: from + line.length, part: 1, level });
    from += line.length + 1;
  }
  return blocks;
}

async function readBase({ files }: { files: string[] }): Promise<Known> {
  const builder = new WordsBuilder();
  const slices: Known["slices"] = [];
  for (const fileName of files) {
    const text = readFileSync(path.join(folder, "files", fileName), "utf8").replace(/<[^>]+>/g, "");
    const piece = { number: 0, from: 0, to: text.length, text, blocks: blocksOf(text) };
    for await (const slice of segment([piece], READING_SEGMENTATION, estimateTokens)) {
      const id = `00000000-0000-7000-8000-${String(slices.length).padStart(12, "0")}`;
      const { counts, termCount } = indexTerms(slice);
      builder.add(id, counts, termCount);
      slices.push({ ...slice, id, fileName, vector: lexicalVector(indexText(slice)) });
    }
  }
  return { slices, words: Words.read(builder.build())! };
}

const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);

/** The slices that would answer, best first. */
async function selected({ slices, words }: Known, question: string) {
  const asked = lexicalVector(question);
  const nearest = slices.map(({ id, vector }) => ({ id, score: product(asked, vector) }));
  const vectors = { nearest, weight: 0.15, cosines: async () => [] };
  const fused = await fuse({ mode: "union", lexical: searchBlocks([words], question, 100), vectors });
  const isNamed = namedBy([{ text: question, language: null }]);
  return fused
    .map((scores) => ({ scores, slice: slices.find(({ id }) => id === scores.id)! }))
    .filter(({ scores, slice }) => {
      const found = { hit: slice, set: slice } as unknown as Parameters<typeof isNamed>[0];
      return isAlike(scores) || isNamed(found);
    })
    .slice(0, TOP)
    .map(({ slice }) => slice.text);
}

const known = new Map<string, Known>();
beforeAll(async () => {
  for (const base of bases) known.set(base.key, await readBase(base));
});

const answerable = DEMO_QUESTIONS.filter(({ answer }) => answer !== null);

test.each(answerable)("$base finds: $text", async ({ base, text, answer }) => {
  expect((await selected(known.get(base)!, text)).join("\n")).toContain(answer);
});

test.each(DEMO_QUESTIONS.filter(({ answer }) => answer === null))("$base has nothing on: $text", async (one) => {
  expect(await selected(known.get(one.base)!, one.text)).toEqual([]);
});

test("quotes the sentence that answers nine questions of ten", async () => {
  let quoted = 0;
  for (const { base, text, answer } of answerable) {
    const passages = (await selected(known.get(base)!, text)).map(
      (words, index) => `<passage n="${index + 1}">\n${words}\n</passage>`,
    );
    const said = extractiveAnswer([{ role: "user", content: `${passages.join("\n")}\n\n${text}` }]);
    if (said.includes(answer!)) quoted++;
  }
  expect(quoted / answerable.length).toBeGreaterThan(0.9);
});
