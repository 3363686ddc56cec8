import { citedSources } from "@/lib/conversation/sources";
import { noMaterial } from "@/lib/grounding/material";

const judge = () => Promise.reject(new Error("nothing is cited"));
const found = (text: string) => ({
  ...noMaterial(),
  passages: [{ n: 1, text, name: "crane.txt", heading: "", versionId: "v" }] as never,
  prompt: [{ n: 1, name: "crane.txt", kind: "section" as const, part: 1, text }],
});

describe("sources a tool adds to", () => {
  it("leave numbers in brackets alone until there are passages, and make marks of them from then on", () => {
    const sources = citedSources(null, judge, { takesMore: true })!;
    expect(sources.push("See [1]. ")).toBe("See [1]. ");
    expect(sources.take(found("It ends."))).toMatchObject([{ n: 1 }]);
    expect(sources.push("It ends [1]. ") + sources.end()).toBe("It ends [^c1]. ");
  });

  it("number each call's passages behind those before", () => {
    const sources = citedSources(found("One."), judge, { takesMore: true })!;
    expect(sources.take(found("Two."))).toMatchObject([{ n: 2 }]);
    expect(sources.take(found("Three."))).toMatchObject([{ n: 3 }]);
    expect(sources.push("[1] [3] [4]") + sources.end()).toBe("[^c1] [^c2]");
  });

  it("take nothing where no tool cites", () => {
    expect(citedSources(null, judge)).toBeNull();
    expect(citedSources(found("One."), judge)!.take(found("Two."))).toBeNull();
  });
});
