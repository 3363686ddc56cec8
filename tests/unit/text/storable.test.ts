import fc from "fast-check";
import { cut, StorableStream, storable, storableJson } from "@/lib/text/storable";

const HIGH = "\ud83d";
const LOW = "\ude00";

describe("storable", () => {
  it("replaces NUL and halves of pairs, and nothing else", () => {
    expect(storable(`a\0b${HIGH}c${LOW}d${HIGH}${LOW}`)).toBe("a\ufffdb\ufffdc\ufffdd😀");
    expect(storable("中文\u0001\r\n")).toBe("中文\u0001\r\n");
  });

  it("reaches names and values of nested JSON, and keeps what is well as it is", () => {
    expect(storableJson({ "a\0": [{ b: HIGH }], n: 1, x: null })).toEqual({
      "a\ufffd": [{ b: "\ufffd" }],
      n: 1,
      x: null,
    });
    const well = { a: ["b", { c: 1 }], when: new Date(0) };
    expect(storableJson(well)).toBe(well);
    const own = JSON.parse('{"__proto__": "a\\u0000"}');
    expect(Object.entries(storableJson(own))).toEqual([["__proto__", "a\ufffd"]]);
  });
});

describe("cut", () => {
  it("never halves a pair", () => {
    expect(cut("a😀b", 2)).toBe("a");
    expect(cut("a😀b", 3)).toBe("a😀");
    expect(cut("abc", 5)).toBe("abc");
  });
});

describe("StorableStream", () => {
  it("gives the same text however it is cut", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat(40)), (text, cuts) => {
        const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        const stream = new StorableStream();
        let said = "";
        for (let index = 1; index < at.length; index++) said += stream.push(text.slice(at[index - 1], at[index]));
        expect(said + stream.end()).toBe(storable(text));
      }),
    );
  });
});
