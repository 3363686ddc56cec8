import { EqualityFilter, FilterParser } from "ldapts";
import {
  dnKey,
  escapeFilter,
  fillFilter,
  firstName,
  guidText,
  isAccountRefusal,
  namesAbove,
} from "@/lib/auth/channels/ldap-text";

describe("a value in a filter", () => {
  it.each([
    ["*", "\\2a"],
    ["admin)(uid=*", "admin\\29\\28uid=\\2a"],
    ["a\0b", "a\\00b"],
    ["\\2a", "\\5c2a"],
    ["\\", "\\5c"],
    ["张伟 O'Neil", "张伟 O'Neil"],
    ["$& $1", "$& $1"],
  ])("%j is only itself", (value, escaped) => {
    expect(escapeFilter(value)).toBe(escaped);
    const filter = FilterParser.parseString(fillFilter("(uid={account})", { account: value }));
    expect(filter).toBeInstanceOf(EqualityFilter);
    expect(filter).toMatchObject({ attribute: "uid", value });
  });

  it("fills every place of a name, once, and leaves unknown names alone", () => {
    const text = "(|(uid={account})(mail={account}@x)(cn={other})(sn={constructor}))";
    expect(fillFilter(text, { account: "{account}" })).toBe(
      "(|(uid={account})(mail={account}@x)(cn={other})(sn={constructor}))",
    );
    expect(fillFilter("(a={account})(b={account})", { account: "x" })).toBe("(a=x)(b=x)");
  });
});

describe("distinguished names", () => {
  it.each([
    ["OU = Sales , DC=Example,dc=test", "ou=sales,dc=example,dc=test"],
    ["cn=Doe\\, Jane,dc=x", "cn=doe\\, jane,dc=x"],
    ["cn=Doe\\2C Jane,dc=x", "cn=doe\\, jane,dc=x"],
    ['cn="Doe, Jane",dc=x', "cn=doe\\, jane,dc=x"],
    ["ou=\\E9\\94\\80\\E5\\94\\AE,dc=x", "ou=销售,dc=x"],
    ["ou=销售,dc=x", "ou=销售,dc=x"],
    ["uid=b+cn=a,dc=x", "cn=a+uid=b,dc=x"],
    ["ou=a  b,dc=x", "ou=a b,dc=x"],
    ["ou=𠮷野,dc=x", "ou=𠮷野,dc=x"],
  ])("%s has one spelling", (dn, key) => {
    expect(dnKey(dn)).toBe(key);
    expect(dnKey(key)).toBe(key);
  });

  it("names above come nearest first, to the base and not beyond", () => {
    expect(namesAbove("uid=a,OU=North,ou=Sales,DC=example,dc=test", "dc=Example,dc=test")).toEqual([
      "ou=north,ou=sales,dc=example,dc=test",
      "ou=sales,dc=example,dc=test",
      "dc=example,dc=test",
    ]);
    expect(namesAbove("uid=a,dc=other", "dc=example,dc=test")).toEqual([]);
    expect(namesAbove("uid=a,ou=x\\,dc=example,dc=other", "dc=example")).toEqual([]);
  });

  it("the first name is without escapes", () => {
    expect(firstName("cn=R\\26D\\, Berlin,ou=groups")).toBe("R&D, Berlin");
  });
});

it("a GUID is written with its first three fields turned", () => {
  const bytes = Buffer.from("33221100554477668899aabbccddeeff", "hex");
  expect(guidText(bytes)).toBe("00112233-4455-6677-8899-aabbccddeeff");
  expect(guidText(bytes.subarray(1))).toBeNull();
});

it.each([
  ["52e", false],
  ["525", false],
  ["530", true],
  ["532", true],
  ["533", true],
  ["701", true],
  ["773", true],
  ["775", true],
])("Active Directory's data %s is about the account: %s", (code, isAbout) => {
  const text = `80090308: LdapErr: DSID-0C090447, comment: AcceptSecurityContext error, data ${code}, v4563`;
  expect(isAccountRefusal(text)).toBe(isAbout);
});

it("other diagnostics say nothing about the account", () => {
  expect(isAccountRefusal("")).toBe(false);
  expect(isAccountRefusal("invalid credentials, data 533")).toBe(false);
});
