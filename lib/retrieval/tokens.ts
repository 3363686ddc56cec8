import "server-only";

type Count = (text: string) => number;

/** Longer stretches are counted in parts: merging a run without a space costs more than its length. */
const STRETCH = 4000;

let counter: Promise<Count> | undefined;

/** The one tokenizer (ARCHITECTURE 9). Its table is some megabytes, so it is loaded at first use. */
export function tokenCounter(): Promise<Count> {
  counter ??= import("gpt-tokenizer/encoding/o200k_base").then(({ countTokens: count }) => (text) => {
    let tokens = 0;
    // Words that name special tokens are words of a document like others.
    for (let from = 0; from < text.length; from += STRETCH)
      tokens += count(text.slice(from, from + STRETCH), { disallowedSpecial: new Set() });
    return tokens;
  });
  return counter;
}

export async function countTokens(text: string): Promise<number> {
  return (await tokenCounter())(text);
}
