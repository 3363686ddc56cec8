import fc from "fast-check";
import { segmentationInput } from "@/lib/features/knowledge/schema";
import {
  cleanSegmentation,
  isSameSegmentation,
  segmentationProblems,
} from "@/lib/features/knowledge/segmentation-problems";
import type { Segmentation } from "@/lib/retrieval/types";

const separator = fc.record({
  text: fc.constantFrom("", "\n\n", " ", "---", "第.条", "第(条", "(a+)+", "x".repeat(101)),
  regex: fc.constantFrom(undefined, true),
});
const settings: fc.Arbitrary<Segmentation> = fc.record({
  mode: fc.constantFrom("single" as const, "multi" as const, "separator" as const, "none" as const),
  maxTokens: fc.constantFrom(19, 20, 300, 4000, 4001, 30.5, Number.NaN),
  overlap: fc.constantFrom(-1, 0, 40, 150, 2001),
  childTokens: fc.constantFrom(undefined, 19, 20, 299, 301),
  separators: fc.array(separator, { maxLength: 6 }),
});

test("a form finds wrong what the server would refuse, and nothing else", () => {
  fc.assert(
    fc.property(settings, (value) => {
      const isRefused = !segmentationInput.safeParse(cleanSegmentation(value)).success;
      expect(Object.keys(segmentationProblems(value)).length > 0).toBe(isRefused);
    }),
  );
});

test("settings are the same whatever fields of other modes say", () => {
  const single = { mode: "single" as const, maxTokens: 320, overlap: 40 };
  expect(isSameSegmentation(single, { ...single, childTokens: 9, separators: [{ text: "x" }] })).toBe(true);
  expect(isSameSegmentation(single, { ...single, overlap: 0 })).toBe(false);
});
