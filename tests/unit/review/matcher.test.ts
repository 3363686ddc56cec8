import * as fc from "fast-check";
import { foldWords } from "@/lib/review/fold";
import { ReviewedStream, ReviewMatcher } from "@/lib/review/matcher";

const matcherOf = (...keywords: string[]) => new ReviewMatcher([{ ruleId: "r", keywords }]);

describe("words of a rule", () => {
  it.each([
    ["forbidden", "It is FORBIDDEN here"],
    ["forbidden", "ｆｏｒｂｉｄｄｅｎ"],
    ["forbidden", "f o r b i d d e n"],
    ["forbidden", "for\u200bbid\u00adden\u2060"],
    ["forbidden", "for\nbidden"],
    ["机密文件", "這是機密文件"],
    ["機密文件", "机 密 文 件"],
    ["机密", "机\u3000密"],
    ["café", "CAFE\u0301"],
    ["a.b*c", "xa.b*cx"],
    ["😀", "so 😀 it is"],
  ])("%s is found in %j", (keyword, text) => {
    expect(matcherOf(keyword).find(text)).toEqual({ ruleId: "r", keyword });
  });

  it.each([
    ["forbidden", "forbid and hidden"],
    ["a.b*c", "aabbbc"],
    ["机密", "机器的密码"],
  ])("%s is not found in %j", (keyword, text) => {
    expect(matcherOf(keyword).find(text)).toBeNull();
  });

  it("that have nothing to be seen find nothing", () => {
    expect(matcherOf("\u200b", " ").find("any text")).toBeNull();
    expect(matcherOf("\u200b").isEmpty).toBe(true);
  });
});

describe("a text that comes in pieces", () => {
  const alphabet = fc.constantFrom("a", "b", "A", " ", "\u200b", "机", "機", "密", "😀", "x");
  const text = fc.array(alphabet, { maxLength: 40 }).map((all) => all.join(""));
  const keywords = fc.array(
    fc.array(alphabet, { minLength: 1, maxLength: 5 }).map((all) => all.join("")),
    {
      minLength: 1,
      maxLength: 4,
    },
  );

  it("is held back exactly where the whole is, and never shows a keyword; else it is shown whole", () => {
    fc.assert(
      fc.property(text, keywords, fc.array(fc.nat(5), { maxLength: 30 }), (whole, words, cuts) => {
        const matcher = matcherOf(...words);
        const stream = new ReviewedStream(matcher);
        const symbols = [...whole];
        let shown = "";
        for (const size of [...cuts, whole.length]) shown += stream.push(symbols.splice(0, size).join(""));
        shown += stream.end();
        expect(whole.startsWith(shown)).toBe(true);
        expect(stream.match === null).toBe(matcher.find(whole) === null);
        expect(matcher.find(shown)).toBeNull();
        if (stream.match === null) expect(shown).toBe(whole);
      }),
      { numRuns: 2000 },
    );
  });

  it("goes on behind an end: a keyword that was cut there is found", () => {
    const stream = new ReviewedStream(matcherOf("forbidden"));
    expect(stream.push("it is forb")).toBe("it is ");
    expect(stream.end()).toBe("forb");
    expect(stream.push("idden")).toBe("");
    expect(stream.match?.keyword).toBe("forbidden");
  });

  it("holds back no more than may still become a keyword", () => {
    const stream = new ReviewedStream(matcherOf("forbidden"));
    expect(stream.push("plain words f")).toBe("plain words ");
    expect(stream.push("ine")).toBe("fine");
  });

  it("is read in time against ten thousand keywords that begin alike, and little of it is remembered", () => {
    const many = new ReviewMatcher(
      Array.from({ length: 100 }, (_, rule) => ({
        ruleId: `${rule}`,
        keywords: Array.from({ length: 100 }, (_, at) => `word ${rule} of ${at} ${"z".repeat(80)}`),
      })),
    );
    const stream = new ReviewedStream(many);
    let shown = 0;
    for (let at = 0; at < 4000; at++) shown += stream.push("some words of a long answer, word by word; ").length;
    expect(shown + stream.end().length).toBe(4000 * 43);
    expect(stream.match).toBeNull();
  });
});

it("one form for width, case, accents, traditional and simplified", () => {
  expect(foldWords("Ｈé 體")).toBe("he体");
});
