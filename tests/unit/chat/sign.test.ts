import { blankIn, signAt, withoutSign } from "@/components/chat/mentions/sign";

const at = (text: string) => signAt(text, text.length);

describe("a sign in what is typed", () => {
  it("is a slash at the very beginning, with the words behind it", () => {
    expect(at("/")).toEqual({ sign: "/", from: 0, words: "" });
    expect(at("/周报 本周")).toEqual({ sign: "/", from: 0, words: "周报 本周" });
    expect(at("1/2")).toBeNull();
    expect(at("/usr/bin")).toBeNull();
    expect(at("/周报\n下一行")).toBeNull();
    expect(signAt("/weekly", 3)).toEqual({ sign: "/", from: 0, words: "we" });
  });

  it("is an at sign where a word begins, also in Chinese, and never in an address", () => {
    expect(at("compare @lease")).toEqual({ sign: "@", from: 8, words: "lease" });
    expect(at("请看@合同")).toEqual({ sign: "@", from: 2, words: "合同" });
    expect(at("write to ann@example")).toBeNull();
    expect(at("@lease and")).toBeNull();
  });

  it("goes with its words and leaves the rest", () => {
    const text = "compare @lease with the other";
    expect(withoutSign(text, signAt(text, 14)!)).toBe("compare  with the other");
  });
});

it("the first place of a template is found", () => {
  expect(blankIn("To {{name}} of {{firm}}")).toEqual({ from: 3, to: 11 });
  expect(blankIn("a {set} in braces")).toBeNull();
});
