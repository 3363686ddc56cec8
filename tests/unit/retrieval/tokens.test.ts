import { manyTokensCounter, tokenCounter } from "@/lib/retrieval/tokens";

const TEXTS = [
  "",
  "One sentence of a document. ",
  "\u7b2c\u4e00\u53e5\uff0c\u8fd8\u6709\u7b2c\u4e8c\u53e5\u3002",
  "<|endoftext|> is a word here, \ufeff and \ud83d\ude00 too",
  "harbour".repeat(3000),
];

test("a thread counts the tokens of many texts as the tokenizer does, call by call", async () => {
  const count = await tokenCounter();
  const texts = [...TEXTS, ...Array.from({ length: 300 }, (_, at) => `Sentence number ${at} of many, which is short.`)];
  const countMany = manyTokensCounter(new AbortController().signal);
  const answers = await Promise.all([countMany(texts), countMany(TEXTS.slice(1)), countMany(texts.toReversed())]);
  expect(answers[0]).toEqual(texts.map(count));
  expect(answers[1]).toEqual(TEXTS.slice(1).map(count));
  expect(answers[2]).toEqual(texts.toReversed().map(count));
});

test("whoever gives up is told, and does not keep the next one waiting", async () => {
  const gone = AbortSignal.abort(new Error("cancelled"));
  await expect(manyTokensCounter(gone)(["x ".repeat(10_000)])).rejects.toThrow("cancelled");
  const [tokens] = await manyTokensCounter(new AbortController().signal)(["x ".repeat(10_000)]);
  expect(tokens).toBe((await tokenCounter())("x ".repeat(10_000)));
});
