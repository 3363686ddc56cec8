/** A piece of a text compared with another: in both, only in the old one, only in the new one. */
export interface DiffPart {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Pieces compared at once; longer stretches are told as a whole, old and new. */
const PIECES_MAX = 2500;
/** Changed stretches up to this many characters are compared word by word. */
const WORDS_UP_TO = 4000;

/** What changed between two texts: by line, and within changed lines by word, Chinese by character. */
export function textDiff(before: string, after: string): DiffPart[] {
  const lines = compare(before.split(/(?<=\n)/), after.split(/(?<=\n)/));
  const parts: DiffPart[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const [part, next] = [lines[index]!, lines[index + 1]];
    const isPair = part.kind === "removed" && next?.kind === "added";
    if (isPair && part.text.length + next.text.length <= WORDS_UP_TO) {
      parts.push(...compare(wordsOf(part.text), wordsOf(next.text)));
      index += 1;
    } else parts.push(part);
  }
  return merge(parts);
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\u3400-\u9fff]|[^\s\u3400-\u9fff]+/g) ?? [];
}

/** By the longest run of pieces both have in common; equal beginnings and ends are set aside first. */
function compare(old: readonly string[], now: readonly string[]): DiffPart[] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const [a, b] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  return merge([
    { kind: "same", text: old.slice(0, start).join("") },
    ...middle(a, b),
    { kind: "same", text: old.slice(old.length - end).join("") },
  ]);
}

function middle(old: readonly string[], now: readonly string[]): DiffPart[] {
  if (old.length === 0 || now.length === 0 || old.length > PIECES_MAX || now.length > PIECES_MAX) {
    return [
      { kind: "removed", text: old.join("") },
      { kind: "added", text: now.join("") },
    ];
  }
  // Length of the longest common run of pieces from (i, j) on.
  const width = now.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        old[i] === now[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      parts.push({ kind: "same", text: old[i]! });
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)) {
      parts.push({ kind: "removed", text: old[i]! });
      i += 1;
    } else {
      parts.push({ kind: "added", text: now[j]! });
      j += 1;
    }
  }
  return parts;
}

/** Neighbours of one kind become one piece; what is between two changes is removed first, then added. */
function merge(parts: readonly DiffPart[]): DiffPart[] {
  const merged: DiffPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (!part.text) continue;
    if (last?.kind === part.kind) last.text += part.text;
    else merged.push({ ...part });
  }
  return merged;
}
