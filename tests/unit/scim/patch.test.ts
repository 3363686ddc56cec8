import { ScimProblem } from "@/lib/endpoint/scim-problem";
import { ENTERPRISE_SCHEMA } from "@/lib/features/scim/protocol/names";
import { applyPatch } from "@/lib/features/scim/protocol/patch";

const user = () => ({
  userName: "ada@corp.example",
  externalId: "x1",
  active: true,
  name: { givenName: "Ada", familyName: "L" },
  emails: [
    { value: "ada@corp.example", type: "work", primary: true },
    { value: "ada@home.example", type: "home" },
  ],
  [ENTERPRISE_SCHEMA]: { department: "Research" },
});
const typeOf = (run: () => unknown) => {
  try {
    run();
    return "nothing";
  } catch (error) {
    return error instanceof ScimProblem ? error.scimType : "other";
  }
};

describe("changes as Entra sends them", () => {
  it("names of operations have capital letters, false is a text", () => {
    const patched = applyPatch(user(), [{ op: "Replace", path: "active", value: "False" }]);
    expect(patched.active).toBe(false);
  });

  it("one call for each attribute, an extension's among them", () => {
    const patched = applyPatch(user(), [
      { op: "Replace", path: "displayName", value: "Ada L." },
      { op: "Add", path: 'emails[type eq "work"].value', value: "new@corp.example" },
      { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "+8613800138000" },
      { op: "Add", path: `${ENTERPRISE_SCHEMA}:department`, value: "Law" },
      { op: "Add", path: `${ENTERPRISE_SCHEMA}:manager`, value: "m1" },
      { op: "Replace", path: "name.familyName", value: "Lovelace" },
    ]);
    expect(patched).toMatchObject({
      displayName: "Ada L.",
      emails: [{ value: "new@corp.example", type: "work", primary: true }, { value: "ada@home.example" }],
      phoneNumbers: [{ type: "mobile", value: "+8613800138000" }],
      name: { givenName: "Ada", familyName: "Lovelace" },
      [ENTERPRISE_SCHEMA]: { department: "Law", manager: { value: "m1" } },
    });
  });

  it("values without a path whose names are paths", () => {
    const patched = applyPatch(user(), [
      {
        op: "replace",
        value: { "name.givenName": "A", [`${ENTERPRISE_SCHEMA}:department`]: "Law", active: "True", nobodyKnows: 1 },
      },
    ]);
    expect(patched).toMatchObject({
      name: { givenName: "A" },
      [ENTERPRISE_SCHEMA]: { department: "Law" },
      active: true,
    });
    expect(patched).not.toHaveProperty("nobodyKnows");
  });

  it("members come one by one and leave by a filter or by value", () => {
    const group = { displayName: "G", members: [{ value: "a" }, { value: "b" }, { value: "c" }] };
    const patched = applyPatch(group, [
      { op: "Add", path: "members", value: [{ value: "d" }, { value: "a" }] },
      { op: "Remove", path: 'members[value eq "b"]' },
      { op: "Remove", path: "members", value: [{ value: "c" }] },
    ]);
    expect(patched.members).toEqual([{ value: "a" }, { value: "d" }]);
    expect(applyPatch(group, [{ op: "remove", path: "members" }]).members).toEqual([]);
  });
});

describe("changes as Okta sends them", () => {
  it("an object without a path; its id changes nothing", () => {
    expect(applyPatch(user(), [{ op: "replace", value: { active: false } }]).active).toBe(false);
    const group = { displayName: "Old", members: [{ value: "a" }] };
    expect(applyPatch(group, [{ op: "replace", value: { id: "other", displayName: "New" } }])).toEqual({
      displayName: "New",
      members: [{ value: "a" }],
    });
  });

  it("a whole list of members replaces the one before", () => {
    const patched = applyPatch({ members: [{ value: "a" }] }, [
      { op: "replace", path: "members", value: [{ value: "b", display: "B" }] },
    ]);
    expect(patched.members).toEqual([{ value: "b", display: "B" }]);
  });
});

it("the resource that is changed stays as it was", () => {
  const before = user();
  applyPatch(before, [{ op: "remove", path: "emails" }]);
  expect(before).toEqual(user());
});

it("passwords are dropped wherever they stand", () => {
  const patched = applyPatch(user(), [
    { op: "replace", path: "password", value: "Secret123" },
    { op: "replace", value: { password: "Secret123", name: { givenName: "B", password: "Secret123" } } },
  ]);
  expect(JSON.stringify(patched)).not.toContain("Secret123");
  expect(patched).toMatchObject({ name: { givenName: "B" } });
});

it("a name from the prototype is no attribute", () => {
  const value = JSON.parse('{"__proto__":{"active":false},"constructor":{"prototype":{"x":1}}}') as object;
  const patched = applyPatch(user(), [{ op: "replace", value }]);
  expect(patched).toEqual(user());
  expect(({} as { active?: boolean }).active).toBeUndefined();
});

it.each([
  [{ op: "copy", path: "active", value: true }, "invalidSyntax"],
  [{ op: "remove" }, "noTarget"],
  [{ op: "add", value: "text" }, "invalidValue"],
  [{ op: "replace", path: "nobodyKnows", value: 1 }, "invalidPath"],
  [{ op: "replace", path: "emails[type eq", value: 1 }, "invalidPath"],
  [{ op: "replace", path: "emails.value", value: "x" }, "invalidPath"],
  [{ op: "replace", path: "id", value: "x" }, "mutability"],
  [{ op: "replace", path: "name", value: "x" }, "invalidValue"],
])("%j is refused as %s", (operation, scimType) => {
  expect(typeOf(() => applyPatch(user(), [operation]))).toBe(scimType);
});
