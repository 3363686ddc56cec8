import { identifier, keyword, line, lines, prose, searchWords, secret, webAddress } from "@/lib/text/line";
import { namedValues } from "@/lib/text/named-values";
import { askedWords } from "@/lib/text/visible";

const issue = (schema: ReturnType<typeof line>, text: string) => schema.safeParse(text).error?.issues[0]?.message;

describe("a line people type", () => {
  it.each([
    ["a control character", "a\u0007b"],
    ["NUL", "a\0b"],
    ["half a pair", "a\ud800b"],
    ["a line end", "a\nb"],
    ["a right-to-left override", "invoice\u202efdp.exe"],
    ["an isolate", "a\u2066b"],
  ])("refuses %s", (_what, text) => {
    expect(issue(line(20), text)).toBe("characters");
  });

  it.each(["\u200b", "\u200d\ufe0f", "\u3164", "\u2800 \u00ad", "\ufeff"])("counts %j as empty", (text) => {
    expect(issue(line(20).min(1, "required"), text)).toBe("required");
    expect(issue(lines(20).min(1, "required"), text)).toBe("required");
  });

  it.each(["👩‍👩‍👧 家庭", "❤️", "مرحبا بالعالم", "שלום\u200f!", "می‌خواهم", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"])("takes %s", (text) => {
    expect(line(60).parse(` ${text} `)).toBe(text);
  });

  it("ends at its length", () => {
    expect(issue(line(3), "abc")).toBeUndefined();
    expect(issue(line(3), "abcd")).toBe("tooLong");
  });
});

it("text of several lines keeps line ends and tabs, and refuses what a line refuses", () => {
  expect(lines(20).parse("a\r\n\tb")).toBe("a\r\n\tb");
  for (const text of ["a\0b", "a\ud800b", "a\u202eb", "a\u0007b"]) expect(issue(lines(20), text)).toBe("characters");
});

it("long text is cleaned of what cannot be stored and otherwise stays as it was pasted", () => {
  expect(prose(20).parse("  a\0b\ud800c\u202e\r\n")).toBe("  a\ufffdb\ufffdc\u202e\r\n");
  expect(prose(20).parse("\u200b")).toBe("");
});

it("search words lose what nobody means; without any the whole list is meant", () => {
  expect(searchWords(20).parse(" a\0b\u202ec\ud800 ")).toBe("a b c\ufffd");
  for (const text of [undefined, "", " ", "\u200b", "\0"]) expect(keyword(20).parse(text)).toBeUndefined();
});

it("words of an address are cut between characters, other values are none", () => {
  expect(askedWords(`${"a".repeat(119)}😀`)).toBe("a".repeat(119));
  expect(askedWords("\0a\u202e")).toBe("a");
  expect([askedWords(["a"]), askedWords(undefined)]).toEqual(["", ""]);
});

it("passwords and keys stay exactly as they are", () => {
  expect(secret(20).parse(" pass\u202eword\n ")).toBe(" pass\u202eword\n ");
  for (const text of ["a\0b", "a\ud800b"]) expect(issue(secret(20), text)).toBe("characters");
});

it("names of programs stay as they are, on one line", () => {
  expect(identifier(20).parse(" a:b/c ")).toBe(" a:b/c ");
  for (const text of ["a\0b", "a\ud800b", "a\nb"]) expect(issue(identifier(20), text)).toBe("characters");
});

it("an address holds no NUL and no half pair, although `URL` takes them", () => {
  expect(webAddress(40).parse("https://product.test/a")).toBe("https://product.test/a");
  for (const text of ["https://product.test/a\0", "https://product.test/\ud800", "ftp://product.test", "a"]) {
    expect(webAddress(40).safeParse(text).error?.issues[0]?.message).toBe("url");
  }
});

it("values by names take no name that cannot be stored", () => {
  expect(namedValues(20, prose(20)).parse({ ["__proto__"]: "a", 谁: "b\0" })).toEqual(
    Object.fromEntries([
      ["__proto__", "a"],
      ["谁", "b\ufffd"],
    ]),
  );
  for (const name of ["a\0", "a\ud800", "a".repeat(21)]) {
    expect(namedValues(20, prose(20)).safeParse({ [name]: "a" }).success).toBe(false);
  }
});
