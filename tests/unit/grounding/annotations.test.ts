import { partAnnotations } from "@/lib/grounding/annotations";
import type { Annotation } from "@/lib/parsing/types";

const TEXT = "The price is ten.\nEva: Too much.\nIt is paid at once.\nBy the way.\n";
const stretch = { from: 100, to: 100 + TEXT.length, text: TEXT, tokens: 20 };
const at = (words: string) => 100 + TEXT.indexOf(words);
const annotations: Annotation[] = [
  { kind: "comment", from: at("Eva"), to: at("It is") },
  { kind: "note", from: at("By the"), to: 100 + TEXT.length },
];

test("a stretch is parted where comments and notes begin and end", () => {
  const parts = partAnnotations([stretch], annotations);
  expect(parts.map(({ annotation, text }) => [annotation?.kind, text])).toEqual([
    [undefined, "The price is ten."],
    ["comment", "Eva: Too much."],
    [undefined, "It is paid at once."],
    ["note", "By the way."],
  ]);
  for (const { from, to, text } of parts) expect(TEXT.slice(from - 100, to - 100)).toBe(text);
});

test("without them only the document's own words are left", () => {
  const parts = partAnnotations([stretch], annotations, false);
  expect(parts.map(({ text }) => text)).toEqual(["The price is ten.", "It is paid at once."]);
});

test("a stretch that begins inside a comment is one, and one without any stays whole", () => {
  const inside = { from: at("Too"), to: at("paid"), text: TEXT.slice(at("Too") - 100, at("paid") - 100), tokens: 6 };
  expect(partAnnotations([inside], annotations).map(({ text }) => text)).toEqual(["Too much.", "It is"]);
  expect(partAnnotations([stretch], undefined, false)).toEqual([stretch]);
});
