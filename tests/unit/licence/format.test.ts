import { coversVersion, LICENCE_TEXT_MAX, readLicence } from "@/lib/licence/format";
import { claimsOf, makeIssuer } from "@/tests/factories/licences";

const issuer = makeIssuer();
const read = (text: string) => readLicence(text, issuer.publicKey);

describe("a licence", () => {
  const claims = claimsOf();
  const text = issuer.issue(claims);

  it("says what was signed, with or without blanks around it", () => {
    expect(read(text)).toEqual({ claims });
    expect(read(`\n ${text} \r\n`)).toEqual({ claims });
  });

  it("changed at any place is refused", () => {
    const passed: number[] = [];
    for (let index = 0; index < text.length; index++) {
      for (const symbol of ["A", "b", "-", ".", "="]) {
        if (text[index] === symbol) continue;
        const changed = text.slice(0, index) + symbol + text.slice(index + 1);
        if ("claims" in read(changed)) passed.push(index);
      }
    }
    expect(passed).toEqual([]);
  });

  it("cut or extended is refused", () => {
    for (let length = 0; length < text.length; length += 7) expect(read(text.slice(0, length))).toHaveProperty("flaw");
    for (const more of ["A", "=", ".", ".x", "\0", text]) expect(read(text + more)).toHaveProperty("flaw");
  });

  it("of somebody else is refused for its signature", () => {
    expect(read(makeIssuer().issue(claims))).toEqual({ flaw: "signature" });
  });

  it("whose claims were joined to another signature is refused", () => {
    const [prefix, payload] = text.split(".");
    const signature = issuer.issue(claimsOf({ seats: null })).split(".")[2];
    expect(read(`${prefix}.${payload}.${signature}`)).toEqual({ flaw: "signature" });
  });

  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["null", "null"],
    ["no serial", JSON.stringify({ ...claims, serial: "" })],
    ["no seats at all", JSON.stringify({ ...claims, seats: 0 })],
    ["half a seat", JSON.stringify({ ...claims, seats: 1.5 })],
    ["an end before the start", JSON.stringify({ ...claims, endTime: claims.startTime })],
    ["a day instead of a moment", JSON.stringify({ ...claims, endTime: "2099-01-01" })],
    ["a strange version", JSON.stringify({ ...claims, version: "1.*" })],
  ])("with %s is malformed, signed or not", (_name, payload) => {
    expect(read(issuer.seal(payload))).toEqual({ flaw: "malformed" });
  });

  it.each(["", " ", "x", "a.b.c", "meridian-licence-1..", "x".repeat(LICENCE_TEXT_MAX * 2)])("is not %j", (other) => {
    expect(read(other)).toEqual({ flaw: "malformed" });
  });
});

describe("versions", () => {
  it.each([
    ["*", "0.1.0", true],
    ["0", "0.1.0", true],
    ["1", "0.9.9", false],
    ["0-2", "2.7.1", true],
    ["0-2", "3.0.0", false],
    ["2-1", "2.0.0", false],
    ["10", "1.0.0", false],
  ])("%s covers %s: %s", (range, version, covered) => {
    expect(coversVersion(range, version)).toBe(covered);
  });
});
