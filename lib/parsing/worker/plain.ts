// Plain text: a paragraph a line, or a paragraph between blank lines where lines are broken by hand.
import type { Builder } from "./builder.ts";
import { readText } from "./decode.ts";
import type { Reading } from "./reader.ts";

const RTL = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

export async function readPlain(file: string, builder: Builder, { progress, ...options }: Reading): Promise<void> {
  const text = readText(file, builder, options);
  builder.startPart({ kind: "section", number: 1 });
  const isWrapped = brokenByHand(text);
  let paragraph = 0;
  for (let at = 0; at < text.length; ) {
    let end = text.indexOf("\n", at);
    if (end < 0) end = text.length;
    if (isWrapped) {
      while (end < text.length && !/^[ \t]*(\n|$)/.test(text.slice(end + 1, end + 200))) {
        const next = text.indexOf("\n", end + 1);
        end = next < 0 ? text.length : next;
      }
    }
    const words = text.slice(at, end);
    at = end + 1;
    if (words.trim() === "") continue;
    paragraph++;
    const direction = RTL.test(words.slice(0, 100)) ? { direction: "rtl" as const } : {};
    await builder.text({ kind: "paragraph", paragraph, ...direction }, [{ text: words }]);
    progress(at, text.length);
  }
}

/** Lines of much the same length with blank ones between them. */
function brokenByHand(text: string): boolean {
  const lines = text.slice(0, 50_000).split("\n");
  if (!lines.some((line, index) => index > 0 && line.trim() === "" && lines[index - 1]!.trim() !== "")) return false;
  const full = lines
    .map(({ length }) => length)
    .filter((length) => length > 0)
    .sort((a, b) => a - b);
  const long = full[Math.floor(full.length * 0.95)] ?? 0;
  const typical = full[Math.floor(full.length * 0.6)] ?? 0;
  return long <= 120 && typical >= 45;
}
