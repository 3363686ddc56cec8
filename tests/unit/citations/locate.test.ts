import fc from "fast-check";
import { Locator, locate, quoteHash } from "@/lib/citations/locate";

const slice = (text: string, quote: string) => {
  const range = locate(text, quote);
  return range && text.slice(range.from, range.to);
};

test.each([
  ["white space", "The total  is\n 42 euros.", "total is 42 euros", "total  is\n 42 euros"],
  ["quotes", "He said “yes, it’s so”.", '"yes, it\'s so"', "“yes, it’s so”"],
  ["dashes", "pages 10–12 — all", "10-12 - all", "10–12 — all"],
  ["widths", "总额为１２３元，（含税）", "123元,(含税)", "１２３元，（含税）"],
  ["ligatures", "an eﬃcient ﬂow here", "efficient flow", "eﬃcient ﬂow"],
  ["soft hyphens", "infor\u00admation desk", "information desk", "infor\u00admation desk"],
  ["hyphens at a line's end", "the infor-\nmation desk", "information desk", "infor-\nmation desk"],
  ["accents as one or two", "a cafe\u0301 near", "café near", "cafe\u0301 near"],
  ["case", "Annual Report of MERIDIAN", "annual report of meridian", "Annual Report of MERIDIAN"],
  ["Chinese without spaces", "第一 条 合同 期限为三年。", "合同期限为三年", "合同 期限为三年"],
])("finds a quote in spite of %s", (_name, text, quote, found) => {
  expect(slice(text, quote)).toBe(found);
});

test("marks nothing when the words are there twice, or not at all", () => {
  expect(locate("one two, one two", "one two")).toBeNull();
  expect(locate("one two", "one three")).toBeNull();
  expect(locate("one two", "")).toBeNull();
  expect(locate("the deadline is 30 June", "the deadline is 31 June")).toBeNull();
});

test("never begins or ends inside a word, a figure or a ligature", () => {
  expect(locate("the party", "art")).toBeNull();
  expect(locate("in all 3120 units", "312")).toBeNull();
  expect(locate("a ﬁeld", "ield")).toBeNull();
  expect(slice("party art", "art")).toBe("art");
});

test("can tell case apart", () => {
  expect(new Locator("Us and us", { foldCase: false }).locate("us")).toEqual({ from: 7, to: 9 });
  expect(locate("Us and us", "us")).toBeNull();
});

test("every range of a text is found at its own place, or not at all", () => {
  const words = fc.array(
    fc.constantFrom("合同", "期限", "total", "12.5", "，", "。", " ", "\n", "ﬁ", "é", "“", "𠮷", "x"),
    {
      minLength: 2,
      maxLength: 30,
    },
  );
  fc.assert(
    fc.property(words, fc.nat(29), fc.nat(29), (parts, a, b) => {
      const [first, last] = [Math.min(a, b) % parts.length, Math.max(a, b) % parts.length].sort((x, y) => x - y);
      const text = parts.join("");
      const from = parts.slice(0, first).join("").length;
      const quote = parts.slice(first, last! + 1).join("");
      const range = locate(text, quote);
      // A quote that begins or ends inside a word may be a whole one elsewhere.
      const isInside = (at: number) => /[\p{L}\p{N}]{2}/u.test(text.slice(Math.max(0, at - 1), at + 1));
      if (!range || isInside(from) || isInside(from + quote.length)) return;
      // Only white space and what is not seen may differ at the ends.
      expect(text.slice(range.from, range.to).replace(/\s/g, "")).toBe(quote.replace(/\s/g, ""));
      expect(range.from).toBeGreaterThanOrEqual(from);
      expect(range.to).toBeLessThanOrEqual(from + quote.length);
    }),
    { numRuns: 500 },
  );
});

test("the hash of a quote does not depend on its white space", () => {
  expect(quoteHash("a b\nc")).toBe(quoteHash("ab c"));
  expect(quoteHash("abc")).not.toBe(quoteHash("abd"));
  expect(quoteHash("abc")).toHaveLength(64);
});
