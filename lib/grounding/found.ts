import type { ParsedIndex } from "@/lib/parsing/types";
import { type Stretched, stretches } from "@/lib/retrieval/context";
import { partAnnotations } from "./annotations";
import { type GroundedMaterial, noMaterial } from "./material";
import type { Source } from "./sources";

/** Slices of one version that were found, and what is known of it. */
export interface FoundSlices {
  source: Source;
  index: ParsedIndex;
  /** When its words came in. */
  date: Date;
  slices: readonly Stretched[];
}

/** What a model reads of slices that were found: those of a version in the order of its text, each with its date. */
export function foundMaterial(found: readonly FoundSlices[]): GroundedMaterial {
  const { passages, prompt, indexes, sources } = noMaterial();
  for (const { source, index, date, slices } of found) {
    const { versionId, name } = source;
    indexes.set(versionId, index);
    sources.push(source);
    for (const stretch of stretches([...slices].sort((a, b) => a.from - b.from))) {
      const whole = { ...stretch, versionId, name, tokens: tokensAbout(stretch.text), n: 0 };
      for (const part of partAnnotations([whole], index.annotations)) {
        const n = passages.length + 1;
        passages.push({ ...part, n });
        const kind = index.parts[0]?.kind ?? "section";
        const day = date.toISOString().slice(0, 10);
        prompt.push({ n, name, kind, part: part.part, text: part.text, annotation: part.annotation, date: day });
      }
    }
  }
  return { passages, prompt, indexes, sources };
}

/** Tokens of a text, as far as its length tells. */
export const tokensAbout = (text: string): number => Math.ceil(text.length / 2);

/** The best that fit into so many tokens; the first one always does. */
export function fitting<T>(all: readonly T[], room: number, textsOf: (one: T) => readonly { text: string }[]): T[] {
  let left = room;
  return all.filter((one, index) => {
    const cost = textsOf(one).reduce((sum, { text }) => sum + tokensAbout(text), 0);
    if (index > 0 && cost > left) return false;
    left -= cost;
    return true;
  });
}
