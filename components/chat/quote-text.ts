/** Characters of an answer that go along as a quote. */
export const QUOTE_MAX = 500;

/** A question with the words it is about before it, as a Markdown block quote. */
export function withQuote(quote: string | null, text: string): string {
  if (!quote) return text;
  const lines = quote.split("\n").map((line) => (line ? `> ${line}` : ">"));
  return `${lines.join("\n")}\n\n${text}`;
}

/** The block quote a question begins with, apart from the rest. */
export function splitQuote(text: string): { quoted: string; rest: string } {
  const found = /^((?:>[^\n]*\n)+)\n(?=[\s\S]*\S)/.exec(text);
  if (!found?.[1]) return { quoted: "", rest: text };
  const quoted = found[1].replace(/^> ?/gm, "").trimEnd();
  return { quoted, rest: text.slice(found[0].length) };
}

/** Selected words as they are quoted: without empty lines at the ends, cut where they are too long. */
export function quotable(selected: string): string {
  const plain = selected
    .replace(/\r/g, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  const letters = [...plain];
  return letters.length <= QUOTE_MAX ? plain : `${letters.slice(0, QUOTE_MAX - 1).join("")}…`;
}
