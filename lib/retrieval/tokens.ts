import "server-only";
import { pairCounter } from "./byte-pairs";

type Count = (text: string) => number;

/** Longer stretches are counted in parts: merging a run without a space costs more than its length. */
const STRETCH = 4000;

let counter: Promise<Count> | undefined;

/** The one tokenizer (ARCHITECTURE 9). Its table is some megabytes, so it is loaded at first use. */
export function tokenCounter(): Promise<Count> {
  counter ??= load();
  return counter;
}

async function load(): Promise<Count> {
  const [{ default: tokens }, { O200K_TOKEN_SPLIT_REGEX: pieces }] = await Promise.all([
    import("gpt-tokenizer/bpeRanks/o200k_base"),
    import("gpt-tokenizer/encodingParams/constants"),
  ]);
  // Words that name special tokens are words of a document like others.
  const count = pairCounter(tokens, pieces);
  return (text) => {
    let sum = 0;
    for (let from = 0; from < text.length; from += STRETCH) sum += count(text.slice(from, from + STRETCH));
    return sum;
  };
}

export async function countTokens(text: string): Promise<number> {
  return (await tokenCounter())(text);
}
