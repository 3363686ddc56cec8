import { keysFor } from "@/lib/models/suppliers/secrets";
import { isMoved } from "@/lib/net/moved-address";

describe("a supplier's address", () => {
  const base = "https://api.example.com/v1";

  it.each([
    ["another host", "https://evil.example.com/v1"],
    ["a host below it", "https://x.api.example.com/v1"],
    ["another port", "https://api.example.com:8443/v1"],
    ["without encryption", "http://api.example.com/v1"],
    ["another path, which may be somebody else's", "https://api.example.com/v1/another-account"],
    ["the path alone", "https://api.example.com"],
    ["a query", "https://api.example.com/v1?to=elsewhere"],
    ["a fragment, which cuts off what is put behind", "https://api.example.com/v1#"],
    ["another case of the path", "https://api.example.com/V1"],
    ["half of it, while it is typed", "https://api.exam"],
    ["none", null],
  ])("is another: %s", (_name, to) => {
    expect(isMoved(base, to)).toBe(true);
    expect(isMoved(to, base)).toBe(true);
  });

  it.each([
    ["slashes at its end", "https://api.example.com/v1//"],
    ["the host in capitals", "HTTPS://API.example.COM/v1"],
    ["the usual port", "https://api.example.com:443/v1"],
    ["a path that comes back", "https://api.example.com/x/../v1"],
    ["blanks around it", "  https://api.example.com/v1 "],
  ])("is the same with %s", (_name, to) => {
    expect(isMoved(base, to)).toBe(false);
  });

  it("that was none stays none", () => {
    expect(isMoved(null, null)).toBe(false);
  });
});

it("keys read with another address than the supplier's are none of its keys", () => {
  const keys = [
    { id: "here", baseUrl: "https://a.example.com/v1" },
    { id: "elsewhere", baseUrl: "https://b.example.com/v1" },
  ];
  expect(keysFor({ baseUrl: "https://a.example.com/v1" }, keys).map(({ id }) => id)).toEqual(["here"]);
  expect(keysFor({ baseUrl: null }, keys)).toEqual([]);
});
