import { toQueryString } from "@/lib/client/request";

describe("query text", () => {
  it("joins arrays by commas", () => {
    expect(toQueryString({ ids: [1, 2, 3], tags: ["a", "b"] })).toBe("?ids=1%2C2%2C3&tags=a%2Cb");
  });

  it("drops undefined and null and keeps false, zero and the empty text", () => {
    expect(toQueryString({ a: undefined, b: null, c: false, d: 0, e: "" })).toBe("?c=false&d=0&e=");
  });

  it("merges parameters, the later ones win", () => {
    expect(toQueryString({ page: 1, keyword: "x" }, { page: 2 })).toBe("?page=2&keyword=x");
  });

  it("is empty without parameters", () => {
    expect(toQueryString({ a: undefined }, undefined)).toBe("");
  });

  it("encodes what has a meaning in addresses", () => {
    expect(new URLSearchParams(toQueryString({ q: "a&b=知识#?" })).get("q")).toBe("a&b=知识#?");
  });
});
