import { partAnnotations } from "@/lib/grounding/annotations";
import { stretches } from "@/lib/retrieval/context";

const slice = (from: number, to: number, text: string, isEdited = false) => ({
  from,
  to,
  part: 1,
  partTo: 1,
  heading: "",
  text,
  isEdited,
});

test("what slices repeat is said once; words a person changed stay whole, at their place", () => {
  const made = stretches([
    slice(0, 10, "0123456789"),
    slice(8, 14, "89abcd"),
    slice(12, 20, "Edited words, longer.", true),
  ]);
  expect(made.map(({ from, to, text, isEdited = false }) => [from, to, text, isEdited])).toEqual([
    [0, 10, "0123456789", false],
    [10, 14, "abcd", false],
    [12, 20, "Edited words, longer.", true],
  ]);
});

test("remarks of the document part no words of a person", () => {
  const edited = { from: 0, to: 8, text: "Edited words.", tokens: 3, isEdited: true as const };
  expect(partAnnotations([edited], [{ kind: "comment", from: 2, to: 5 }])).toEqual([edited]);
});
