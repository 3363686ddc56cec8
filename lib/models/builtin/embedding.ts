import { Pace } from "@/lib/jobs/pace";
import { hashOf } from "@/lib/text/hash";
import { estimateTokens } from "../tokens";
import { type Protocol, SupplierError } from "../types";
import { termsOf } from "./terms";

export const BUILTIN_EMBEDDING_MODEL = "builtin-lexical-embedding";
export const BUILTIN_EMBEDDING_DIMENSIONS = 512;

/** Rare pieces of words, so that "contract" and "contracting" stay near. */
const GRAM = 4;
const GRAM_WEIGHT = 0.3;
const CHARACTER_WEIGHT = 0.5;

/** Vectors by shared words, not by meaning (ARCHITECTURE 6): no network, no model, the same text gives the same vector. */
export const embedLexically: NonNullable<Protocol["embed"]> = async (_channel, { inputs, dimensions }, signal) => {
  const size = dimensions ?? BUILTIN_EMBEDDING_DIMENSIONS;
  const vectors: number[][] = [];
  const pace = new Pace();
  for (const input of inputs) {
    if (signal.aborted) throw new SupplierError("interrupted");
    vectors.push(lexicalVector(input, size));
    await pace.rest();
  }
  return { vectors, inputTokens: inputs.reduce((sum, input) => sum + estimateTokens(input), 0) };
};

/** Each term goes to a place and a sign by its hash; counts are damped, the length is one. Empty text: the first axis. */
export function lexicalVector(text: string, size = BUILTIN_EMBEDDING_DIMENSIONS): number[] {
  const counts = new Map<string, { count: number; weight: number }>();
  const count = (term: string, weight: number) => {
    const entry = counts.get(term);
    if (entry) entry.count++;
    else counts.set(term, { count: 1, weight });
  };
  for (const term of termsOf(text)) {
    const symbols = [...term];
    const isCharacter = symbols.length === 1 && term.charCodeAt(0) > 0x2e7f;
    count(term, isCharacter ? CHARACTER_WEIGHT : 1);
    if (symbols.length <= GRAM || term.charCodeAt(0) > 0x2e7f) continue;
    for (let at = 0; at + GRAM <= symbols.length; at++) count(`~${symbols.slice(at, at + GRAM).join("")}`, GRAM_WEIGHT);
  }
  const vector = new Array<number>(size).fill(0);
  for (const [term, { count, weight }] of counts) {
    const hash = hashOf(term);
    const place = hash % size;
    const sign = hash & 0x8000_0000 ? -1 : 1;
    vector[place] = vector[place]! + sign * weight * (1 + Math.log(count));
  }
  const length = Math.hypot(...vector);
  if (length === 0) {
    vector[0] = 1;
    return vector;
  }
  return vector.map((value) => value / length);
}
