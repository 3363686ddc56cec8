import { cleanAuditEvent } from "@/lib/audit/clean-audit-event";
import { diffOf } from "@/lib/features/operation-log/diff";

describe("what changed", () => {
  it("names each field with its two values, changes first", () => {
    expect(diffOf({ name: "a", size: 1, old: true }, { name: "b", size: 1, new: [1, 2] })).toEqual([
      { path: "name", kind: "changed", before: "a", after: "b" },
      { path: "old", kind: "removed", before: "true", after: null },
      { path: "new", kind: "added", before: null, after: "1, 2" },
      { path: "size", kind: "same", before: "1", after: "1" },
    ]);
  });

  it("goes into objects and lists of them", () => {
    const [change] = diffOf({ rules: [{ limit: { day: 1 } }] }, { rules: [{ limit: { day: 2 } }] });
    expect(change).toEqual({ path: "rules.1.limit.day", kind: "changed", before: "1", after: "2" });
  });

  it("takes one side alone, nothing at all, and texts", () => {
    expect(diffOf(null, { name: "a" })).toEqual([{ path: "name", kind: "added", before: null, after: "a" }]);
    expect(diffOf(null, null)).toEqual([]);
    expect(diffOf(undefined, {})).toEqual([]);
    expect(diffOf("a", "b")).toEqual([{ path: "", kind: "changed", before: "a", after: "b" }]);
  });

  it("tells an empty value from none", () => {
    expect(diffOf({ note: "" }, {})).toEqual([{ path: "note", kind: "removed", before: "", after: null }]);
    expect(diffOf({ note: null }, { note: "" })).toEqual([{ path: "note", kind: "same", before: "", after: "" }]);
  });
});

describe("the second net", () => {
  it("hides what is named like a secret, wherever it stands", () => {
    const planted = {
      name: "kept",
      password: "p1",
      newPassword: "p2",
      apiKey: "p3",
      api_key: "p4",
      clientSecret: "p5",
      accessToken: "p6",
      token: "p7",
      nested: [{ credentials: { user: "u", pass: "p8" } }],
      headers: { "X-Anything": "p9" },
      Authorization: "p10",
    };
    expect(JSON.stringify(cleanAuditEvent(planted))).not.toMatch(/p\d/);
    expect(cleanAuditEvent(planted)).toMatchObject({ name: "kept", headers: { "X-Anything": "[hidden]" } });
  });

  it("keeps what only sounds like one, and that a secret was set", () => {
    const kept = {
      dailyTokenLimit: 5,
      tokens: 7,
      keyId: "k1",
      hint: "…1234",
      hasPassword: true,
      apiKey: true,
      key: "tool",
    };
    expect(cleanAuditEvent(kept)).toEqual(kept);
  });

  it("hides what looks like one in other texts", () => {
    const text = `before sk-abcdefghijklmnop after Bearer abcdefghijkl.mn end`;
    expect(cleanAuditEvent({ note: text })).toEqual({ note: "before [hidden] after [hidden] end" });
  });

  it("bounds texts and depth, and takes NUL out", () => {
    expect((cleanAuditEvent("x".repeat(10_000)) as string).length).toBeLessThan(4100);
    let deep: unknown = "end";
    for (let level = 0; level < 50; level++) deep = { deep };
    expect(JSON.stringify(cleanAuditEvent(deep)).length).toBeLessThan(200);
    expect(cleanAuditEvent("a\0b")).toBe("ab");
    expect(cleanAuditEvent({ name: "half \ud83d" })).toEqual({ name: "half \ufffd" });
    expect((cleanAuditEvent("\u{1f600}".repeat(3000)) as string).isWellFormed()).toBe(true);
  });
});
