import fc from "fast-check";
import { findAll, searchView } from "@/lib/features/reader/normalise";

const found = (text: string, words: string) => findAll(text, words).map(({ from, to }) => text.slice(from, to));

describe("the search inside a document", () => {
  it("finds words in any case, width and spelling of the same letters, at their own offsets", () => {
    expect(found("Limit LIMIT limit", "limit")).toEqual(["Limit", "LIMIT", "limit"]);
    expect(found("金额为６００元（税前）", "600元(税前)")).toEqual(["６００元（税前）"]);
    expect(found("cafe\u0301 und café", "café")).toEqual(["cafe\u0301", "café"]);
    expect(found("the ﬁnal ofﬁce", "final office")).toEqual(["ﬁnal ofﬁce"]);
  });

  it("passes over line ends, any white space and what nobody sees", () => {
    expect(found("旺季可上\n浮 20%", "可上浮 20%")).toEqual(["可上\n浮 20%"]);
    expect(found("the now then ow", "then ow")).toEqual(["then ow"]);
    expect(found("住宿\u00ad費", "住宿費")).toEqual(["住宿\u00ad費"]);
    expect(found("one  two\n\tthree", "two three")).toEqual(["two\n\tthree"]);
    expect(found("\u202bمرحبا\u202c", "مرحبا")).toEqual(["مرحبا"]);
  });

  it("counts units as the document does, beyond the basic plane too", () => {
    expect(findAll("😀😀 plan", "plan")).toEqual([{ from: 5, to: 9 }]);
    expect(found("𠮷野家", "𠮷野")).toEqual(["𠮷野"]);
  });

  it("finds nothing for nothing, and no overlapping hits", () => {
    expect(found("aaaa", "")).toEqual([]);
    expect(found("aaaa", "  \u00ad ")).toEqual([]);
    expect(found("aaaa", "aa")).toEqual(["aa", "aa"]);
  });

  it("finds every stretch of whole characters of any text, at a place that reads the same", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
        fc.nat(59),
        fc.nat(20),
        (text, at, length) => {
          const characters = [...new Intl.Segmenter("en").segment(text)].map(({ segment }) => segment);
          const words = characters
            .slice(at, at + length + 1)
            .join("")
            .trim();
          if (!searchView(words).text.trim()) return;
          const places = findAll(text, words);
          expect(places.length).toBeGreaterThan(0);
          const needle = searchView(words).text.trim();
          for (const { from, to } of places) expect(searchView(text.slice(from, to)).text).toContain(needle);
        },
      ),
    );
  });
});
