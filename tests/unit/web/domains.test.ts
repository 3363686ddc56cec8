import fc from "fast-check";
import { DOMAINS_MAX, domainsOf, judgeAddress, matchesHost, readDomains } from "@/lib/web/domains";

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9]{0,10}[a-z0-9])?$/);
const domain = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => `${labels.join(".")}yx`);

describe("the list of a source's domains (spec C2)", () => {
  it("says of each line what became of it", () => {
    const text = [
      "ec.europa.eu",
      "https://echa.europa.eu:8443/de?x#y",
      "欧盟法律.中国",
      "EC.Europa.EU",
      "=a.com",
      "",
      "::",
    ];
    const lines = readDomains(text.join("\n"));
    expect(lines.map(({ number, note, domain }) => [number, note, domain])).toEqual([
      [1, "subdomains", "ec.europa.eu"],
      [2, "stripped", "echa.europa.eu"],
      [3, "idn", new URL("http://欧盟法律.中国").hostname],
      [4, "duplicate", null],
      [5, "exact", "=a.com"],
      [7, "invalid", null],
    ]);
    expect(lines[2]?.domain).toMatch(/^xn--[a-z0-9]+\.xn--fiqs8s$/);
    expect(lines[3]?.repeats).toBe(1);
    expect(lines[1]?.start).toBe("https://echa.europa.eu:8443/de?x");
    expect(lines[0]?.start).toBeUndefined();
  });

  it("takes twenty at most", () => {
    const lines = readDomains(Array.from({ length: 22 }, (_, at) => `d${at}.com`).join("\n"));
    expect(domainsOf(lines)).toHaveLength(DOMAINS_MAX);
    expect(lines.slice(20).map(({ note }) => note)).toEqual(["over", "over"]);
  });

  it.each([
    "ftp://a.com",
    "user@a.com",
    "https://a.com@evil.test",
    "ｅxample.com",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "a b.com",
    "-a.com",
    "a..com",
    "[::1]",
    "１２７.0.0.1",
  ])("refuses %s", (line) => {
    expect(readDomains(line)[0]?.note).toBe("invalid");
  });

  it("has nothing below an address or a name without dots", () => {
    expect(domainsOf(readDomains("10.0.0.7\nwiki\n*.a.com"))).toEqual(["=10.0.0.7", "=wiki", "a.com"]);
  });
});

describe("what lies in a list (SECURITY SS-08)", () => {
  it.each([
    ["example.com", true],
    ["a.b.example.com", true],
    ["EXAMPLE.com", true],
    ["example.com.evil.test", false],
    ["notexample.com", false],
    ["evil.test", false],
    ["example.com@evil.test", false],
    ["example.com.", false],
    ["ｅxample.com", false],
    ["example。com", false],
    ["", false],
  ])("%s", (host, isIn) => {
    expect(matchesHost(host, ["example.com"])).toBe(isIn);
  });

  it("is every name below, and no other", () => {
    fc.assert(
      fc.property(domain, fc.array(label, { maxLength: 3 }), label, (one, above, glued) => {
        const list = domainsOf(readDomains(one));
        expect(list).toEqual([one]);
        expect(matchesHost([...above, one].join("."), list)).toBe(true);
        expect(matchesHost(`${glued}${one}`, list)).toBe(false);
        expect(matchesHost(`${one}.${glued}`, list)).toBe(false);
        expect(matchesHost([...above, one].join("."), [`=${one}`])).toBe(above.length === 0);
      }),
    );
  });

  it("never changes what it has made once", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(domain, fc.webUrl(), fc.string()), { maxLength: 30 }), (lines) => {
        const list = domainsOf(readDomains(lines.join("\n")));
        expect(domainsOf(readDomains(list.join("\n")))).toEqual(list);
        expect(list.length).toBeLessThanOrEqual(DOMAINS_MAX);
      }),
    );
  });

  it("tells why", () => {
    const list = ["ec.europa.eu", "europa.eu"];
    expect(judgeAddress("https://tax.ec.europa.eu/x", list)).toEqual({ kind: "match", index: 0, isBelow: true });
    expect(judgeAddress("https://ec.europa.eu.login-check.net/cbam", list)).toMatchObject({ kind: "lookAlike" });
    expect(judgeAddress("https://europa.eu/r?to=t.co/9fK2", list)).toEqual({ kind: "leaves", index: 1, to: "t.co" });
    expect(judgeAddress("https://other.org", list)).toEqual({ kind: "outside", host: "other.org" });
    expect(judgeAddress("https://ec.europa.eu@evil.test", list)).toEqual({ kind: "invalid" });
    expect(judgeAddress("javascript:alert(1)", list)).toEqual({ kind: "invalid" });
  });
});
