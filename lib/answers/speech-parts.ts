/** Characters suppliers speak in one call at most; OpenAI takes 4,096. */
const PART_MAX = 3500;
/** Where a text may be parted, the best place first. */
const ENDS = [/\n\n(?![\s\S]*\n\n)/, /[。！？.!?\n](?![\s\S]*[。！？.!?\n])/, /[，,;；\s](?![\s\S]*[，,;；\s])/];

/** A text in parts that can each be spoken, parted between paragraphs or sentences where that is possible. */
export function speechParts(text: string, max = PART_MAX): string[] {
  const parts: string[] = [];
  let rest = [...text.trim()];
  while (rest.length > max) {
    const head = rest.slice(0, max).join("");
    const end = ENDS.map((pattern) => pattern.exec(head)).find((found) => found && found.index > head.length / 4);
    const part = end ? head.slice(0, end.index + end[0].length) : head;
    parts.push(part.trim());
    rest = [...rest.join("").slice(part.length).trimStart()];
  }
  if (rest.length > 0) parts.push(rest.join(""));
  return parts;
}
