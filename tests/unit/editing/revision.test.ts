import { differencesOf, excerptOf, isSame, withEntered } from "@/lib/editing/differences";
import { revisionOf, withRevision } from "@/lib/editing/revision";

describe("a record's revision", () => {
  it("follows what people edit and nothing else, however the database orders it", () => {
    const edited = ({ name, settings }: { name: string; settings: object }) => ({ name, settings });
    const row = { name: "a", settings: { b: 1, a: [1, 2] }, lastLoginAt: "now" };
    const { revision } = withRevision(row, edited);
    expect(revision).toMatch(/^[\w-]{16}$/);
    expect(withRevision({ ...row, lastLoginAt: "later" }, edited).revision).toBe(revision);
    expect(withRevision({ lastLoginAt: "", settings: { a: [1, 2], b: 1 }, name: "a" }, edited).revision).toBe(revision);
    expect(withRevision({ ...row, name: "A" }, edited).revision).not.toBe(revision);
    expect(revisionOf({ list: [2, 1] })).not.toBe(revisionOf({ list: [1, 2] }));
  });
});

describe("two people's values of one form", () => {
  type Form = { name: string; roles: string[]; app: { id: string; logo: string | null }; kept: number };
  const opened: Form = { name: "a", roles: ["x"], app: { id: "1", logo: null }, kept: 1 };
  const entered = { name: "mine", roles: ["x"], app: { id: "1", logo: "l" }, kept: 1 };
  const theirs = { name: "theirs", roles: ["y"], app: { id: "2", logo: null }, kept: 2 };

  it("differ in the fields that are named, and in some no field shows", () => {
    const { rows, unnamed } = differencesOf(["name", "roles", "app.id"], { opened, entered, theirs });
    expect(rows).toEqual([
      { path: "name", theirs: "theirs", yours: "mine", untouched: false },
      { path: "roles", theirs: ["y"], yours: ["x"], untouched: true },
      { path: "app.id", theirs: "2", yours: "1", untouched: true },
    ]);
    expect(unnamed).toBe(1);
  });

  it("are put together: what was entered over what the other left", () => {
    expect(withEntered(opened, entered, theirs)).toEqual({
      name: "mine",
      roles: ["y"],
      app: { id: "2", logo: "l" },
      kept: 2,
    });
  });

  it("are the same when nothing is said on both sides, or the same is chosen in another order", () => {
    expect(isSame(undefined, "")).toBe(true);
    expect(isSame(null, undefined)).toBe(true);
    expect(isSame(["a", "b"], ["b", "a"])).toBe(true);
    expect(isSame([{ a: 1 }, { a: 2 }], [{ a: 2 }, { a: 1 }])).toBe(false);
    expect(isSame(0, "")).toBe(false);
    expect(isSame(false, "")).toBe(false);
  });

  it("are shown from where long texts begin to differ, never cutting a character", () => {
    const [one, two] = [`${"字😀".repeat(200)}A${"b".repeat(300)}`, `${"字😀".repeat(200)}B`];
    const shown = excerptOf(one, two);
    expect([...shown]).toHaveLength(162);
    expect(shown).toContain("😀A");
    expect(shown.isWellFormed()).toBe(true);
    expect(excerptOf("short", "other")).toBe("short");
  });
});
