/** A part of a text: words, or what stands for something, with what it names. */
export interface TextPart {
  text: string;
  mark: string | null;
}

/** A text in parts: words, and what a pattern finds in it, named by its first group; `isWanted` leaves some of that as words. */
export function splitBy(text: string, pattern: RegExp, isWanted: (name: string) => boolean = () => true): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, name = ""] = match;
    if (!isWanted(name)) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index), mark: null });
    parts.push({ text: whole, mark: name });
    at = match.index + whole.length;
  }
  return at < text.length ? [...parts, { text: text.slice(at), mark: null }] : parts;
}
