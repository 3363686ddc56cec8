import type { Annotation } from "@/lib/parsing/types";

/** A stretch of a version's text. */
interface Stretch {
  from: number;
  to: number;
  text: string;
  tokens: number;
  /** Its words are a person's: none of them is a remark of the document. */
  isEdited?: true;
}

/** What a stretch is, where it is not the document's own text. */
export interface Annotated {
  annotation?: Omit<Annotation, "from" | "to">;
}

/**
 * Parts stretches from the comments and notes in them, so that a model is told which words are whose; without them where
 * they are not wanted.
 */
export function partAnnotations<T extends Stretch>(
  stretches: readonly T[],
  annotations: readonly Annotation[] = [],
  areWanted = true,
): (T & Annotated)[] {
  if (annotations.length === 0) return [...stretches];
  return stretches.flatMap((stretch) => {
    if (stretch.isEdited) return [stretch];
    const parts: (T & Annotated)[] = [];
    let at = stretch.from;
    const add = (to: number, annotation?: Annotated["annotation"]) => {
      const part = slice(stretch, at, to);
      at = Math.max(at, to);
      if (part) parts.push(annotation ? { ...part, annotation } : part);
    };
    for (const { from, to, ...annotation } of annotations) {
      if (to <= at || from >= stretch.to) continue;
      add(from);
      if (areWanted) add(Math.min(to, stretch.to), annotation);
      else at = Math.max(at, to);
    }
    add(stretch.to);
    return parts;
  });
}

/** Without white space at its ends; null when nothing is left. */
function slice<T extends Stretch>(stretch: T, from: number, to: number): T | null {
  const words = stretch.text.slice(from - stretch.from, Math.max(0, to - stretch.from));
  const text = words.trim();
  if (!text) return null;
  const start = from + words.length - words.trimStart().length;
  const tokens = Math.ceil((stretch.tokens * text.length) / stretch.text.length);
  return { ...stretch, from: start, to: start + text.length, text, tokens };
}
