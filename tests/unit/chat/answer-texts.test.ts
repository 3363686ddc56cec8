import { quotable, splitQuote, withQuote } from "@/components/chat/quote-text";
import { plainTextOf } from "@/lib/answers/plain-text";
import { speechParts } from "@/lib/answers/speech-parts";
import { cleanTitle, titleOfQuestion } from "@/lib/conversation/title-text";

describe("an answer as plain text", () => {
  it.each([
    ["# Head\n\nIt is **12 %**[^c1] [^c2].", "Head\n\nIt is 12 %."],
    ["- one\n- two\n  - three", "- one\n- two\n  - three"],
    ["3. c\n4. d", "3. c\n4. d"],
    ["| a | b |\n| - | - |\n| 1 | 2 |", "a\tb\n1\t2"],
    ["[a link](https://example.com) and `code`", "a link and code"],
    ["```sql\nSELECT 1;\n```", "SELECT 1;"],
    ["![a picture](https://example.com/x.png)", "a picture"],
    ["> said\n\n---\n\n中文 **粗体**", "said\n\n中文 粗体"],
    ["", ""],
  ])("%j", (markdown, plain) => {
    expect(plainTextOf(markdown)).toBe(plain);
  });
});

describe("a text in parts to be spoken", () => {
  it("stays whole where it is short, and is nothing where it is empty", () => {
    expect(speechParts(" Short. ")).toEqual(["Short."]);
    expect(speechParts("   ")).toEqual([]);
  });

  it("is parted between sentences and loses no word", () => {
    const text = "One sentence here. 第二句话在这里。 A third one! ".repeat(20);
    const parts = speechParts(text, 100);
    expect(parts.every((part) => [...part].length <= 100)).toBe(true);
    expect(parts.slice(0, -1).every((part) => /[.。!]$/.test(part))).toBe(true);
    expect(parts.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
  });

  it("is parted anywhere where there is no better place, never inside a character", () => {
    const parts = speechParts("👩".repeat(250), 100);
    expect(parts.map((part) => [...part].length)).toEqual([100, 100, 50]);
  });
});

describe("a title of a model", () => {
  it.each([
    ["  “Harbour levy.”\n\nThat is my title", "Harbour levy"],
    ["Title: **Harbour levy**", "Harbour levy"],
    ["标题：《港口费》", "港口费"],
    ["# 港口费。", "港口费"],
    ["\u0000\u202eevil\u0007", "evil"],
    ["   \n  ", ""],
    ["x".repeat(60), `${"x".repeat(39)}…`],
  ])("%j reads %j", (said, title) => {
    expect(cleanTitle(said)).toBe(title);
  });
});

describe("a quote in a question", () => {
  it("goes in front and comes apart again", () => {
    const text = withQuote("first line\n\nsecond", "Why?\n> not a quote of mine");
    expect(text).toBe("> first line\n>\n> second\n\nWhy?\n> not a quote of mine");
    expect(splitQuote(text)).toEqual({ quoted: "first line\n\nsecond", rest: "Why?\n> not a quote of mine" });
    expect(withQuote(null, "Why?")).toBe("Why?");
  });

  it("is none where nothing follows it", () => {
    expect(splitQuote("> only this")).toEqual({ quoted: "", rest: "> only this" });
    expect(splitQuote("> only this\n\n  ")).toEqual({ quoted: "", rest: "> only this\n\n  " });
  });

  it("is cut where it is long, by characters", () => {
    expect([...quotable("界".repeat(600))]).toHaveLength(500);
    expect(quotable("  a\r\n\n\n\nb ")).toBe("a\n\nb");
  });
});

describe("a title made of a question", () => {
  it.each([
    ["a short one is itself, on one line", "What is\n  due?", "What is due?"],
    ["as many as thirty Chinese characters stay", "合".repeat(30), "合".repeat(30)],
    ["more of them are cut", "合".repeat(31), `${"合".repeat(30)}…`],
    [
      "words of letters stay whole",
      "What are the terms of the contract with the supplier of milling machines?",
      "What are the terms of the contract with the supplier of…",
    ],
    [
      "a mark before the cut goes",
      `${"合".repeat(20)} ${"同".repeat(8)}，第三条`,
      `${"合".repeat(20)} ${"同".repeat(8)}…`,
    ],
    ["a word without end is cut", "a".repeat(80), `${"a".repeat(60)}…`],
    ["nothing is nothing", " \n ", ""],
  ])("%s", (_, question, title) => {
    expect(titleOfQuestion(question)).toBe(title);
  });
});
