import type { RunDto } from "@/lib/features/apps/runs-dto";
import { withText } from "@/lib/features/apps/runs-live";

const run = (partial?: string) => ({ nodes: [{ id: "a", ...(partial !== undefined && { partial }) }] }) as RunDto;
const textOf = (known: RunDto, line: Parameters<typeof withText>[1]) => withText(known, line)?.nodes[0]?.partial;

describe("a run that is followed", () => {
  it("grows by what is written, from where the reader is", () => {
    expect(textOf(run(), { step: "a", at: 0, text: "one " })).toBe("one ");
    expect(textOf(run("one "), { step: "a", at: 4, text: "two" })).toBe("one two");
    expect(textOf(run("one t"), { step: "a", at: 4, text: "two" })).toBe("one two");
  });

  it("never falls behind a reading of the whole, and begins anew with a new try", () => {
    expect(textOf(run("one two three"), { step: "a", at: 4, text: "two" })).toBe("one two three");
    expect(textOf(run("a first try"), { step: "a", at: 0, text: "x" })).toBe("x");
  });

  it("is read anew where something in between is missing", () => {
    expect(withText(run("on"), { step: "a", at: 4, text: "two" })).toBeNull();
    expect(withText(run("one "), { step: "b", at: 0, text: "x" })).toBeNull();
  });
});
