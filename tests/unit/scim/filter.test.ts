import { claimsOfPushed } from "@/lib/auth/channels/pushed-claims";
import { ScimProblem } from "@/lib/endpoint/scim-problem";
import { groupFilter, userFilter } from "@/lib/features/scim/protocol/conditions";
import { pageOf } from "@/lib/features/scim/protocol/lists";
import { projected, readUser, shownName } from "@/lib/features/scim/protocol/resources";

it.each([
  ['userName eq "Ada@corp.example"', { column: "userName", test: "eq", text: "Ada@corp.example" }],
  ['USERNAME Eq "a"', { column: "userName", test: "eq", text: "a" }],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"', { column: "userName", test: "eq", text: "a" }],
  ['externalId eq "quote \\" and \\\\"', { column: "externalId", test: "eq", text: 'quote " and \\' }],
  ["active eq true", { active: true }],
  ['active ne "False"', { active: true }],
  ['emails.value sw "a"', { column: "email", test: "sw", text: "a" }],
  ['emails[value eq "a"]', { column: "email", test: "eq", text: "a" }],
  ["displayName pr", { column: "displayName", test: "pr", text: "" }],
  ["externalId eq null", { not: { column: "externalId", test: "pr", text: "" } }],
  [
    'userName eq "a" or userName eq "b" and active eq true',
    {
      or: [
        { column: "userName", test: "eq", text: "a" },
        { and: [{ column: "userName", test: "eq", text: "b" }, { active: true }] },
      ],
    },
  ],
  [
    'not (userName eq "a") and (active eq false)',
    { and: [{ not: { column: "userName", test: "eq", text: "a" } }, { active: false }] },
  ],
])("%s is understood", (text, condition) => {
  expect(userFilter(text)).toEqual(condition);
});

it("groups are found by name and by member", () => {
  expect(groupFilter('displayName eq "G" and members[value eq "1"]')).toEqual({
    and: [
      { column: "displayName", test: "eq", text: "G" },
      { column: "member", test: "eq", text: "1" },
    ],
  });
});

it.each([
  "",
  "userName",
  "userName eq",
  "userName eq a",
  'userName eq "a',
  'userName is "a"',
  'userName eq "a" "b"',
  '(userName eq "a"',
  'userName gt "a"',
  'password eq "a"',
  'constructor eq "a"',
  'active eq "maybe"',
  'userName eq "a\\u0000"',
  'userName eq "a\0"',
  `userName eq "${"a".repeat(1000)}"`,
  `${"(".repeat(12)}userName eq "a"${")".repeat(12)}`,
  Array.from({ length: 31 }, () => "active pr").join(" or "),
])("%j is refused", (text) => {
  expect(() => userFilter(text)).toThrow(ScimProblem);
});

it("pages begin at one and hold 200 at most", () => {
  const page = (text: string) => pageOf(new URLSearchParams(text));
  expect(page("")).toMatchObject({ startIndex: 1, count: 100 });
  expect(page("startIndex=0&count=500")).toMatchObject({ startIndex: 1, count: 200 });
  expect(page("startIndex=-5&count=-1")).toMatchObject({ startIndex: 1, count: 0 });
  expect(() => page("count=many")).toThrow(ScimProblem);
  expect(() => page("startIndex=99999999999")).toThrow(ScimProblem);
});

it("attributes are told apart without case, and what nobody knows is left out", () => {
  const user = readUser({
    USERNAME: " ada ",
    Active: "True",
    emails: [{ Value: "a@b.c", nobody: 1 }],
    x: 1,
    title: null,
  });
  expect(user).toEqual({ userName: "ada", active: true, emails: [{ value: "a@b.c" }] });
  expect(shownName(user)).toBe("ada");
  expect(shownName(readUser({ userName: "a", name: { givenName: "Ada", familyName: "L" } }))).toBe("Ada L");
});

it.each([
  [{}],
  [{ userName: "" }],
  [{ userName: "a\0" }],
  [{ userName: "\ud800" }],
  [{ userName: ["a"] }],
  [{ userName: "a", active: "maybe" }],
  [{ userName: "a", emails: "a@b.c" }],
  [{ userName: "a", displayName: "x".repeat(201) }],
])("%j is no person", (value) => {
  expect(() => readUser(value)).toThrow(ScimProblem);
});

it("rules see groups by name and by outside id, and the department", () => {
  const user = readUser({
    userName: "a",
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "Law" },
  });
  const claims = claimsOfPushed(user, [{ displayName: "Staff", externalId: "g1" }]);
  expect(claims).toMatchObject({ department: ["Law"], groups: ["Staff", "g1"], userName: ["a"] });
});

it("only the attributes that are asked for are answered", () => {
  const resource = { schemas: [], id: "1", userName: "a", emails: [{ value: "v", type: "work" }], members: [1] };
  const shown = (text: string) => projected(resource, new URLSearchParams(text));
  expect(shown("attributes=USERNAME,emails.value")).toEqual({
    schemas: [],
    id: "1",
    userName: "a",
    emails: [{ value: "v" }],
  });
  expect(shown("excludedAttributes=members,emails.type,id")).toEqual({
    schemas: [],
    id: "1",
    userName: "a",
    emails: [{ value: "v" }],
  });
});
