import type { Element, Root, RootContent } from "hast";
import { withoutBegunMark, withoutMarks } from "@/components/chat/sources/mark-text";
import { rehypeMarks } from "@/components/chat/sources/marks";
import type { Citation } from "@/lib/citations/dto";
import { numberedText } from "@/lib/citations/numbered";

const text = (value: string): RootContent => ({ type: "text", value });
const element = (tagName: string, ...children: RootContent[]): Element => ({
  type: "element",
  tagName,
  properties: {},
  children: children as Element["children"],
});

/** A tree as one line: `p(a span(b <1> 。))`. */
function shown(node: Root | RootContent): string {
  if (node.type === "text") return node.value;
  if (node.type === "element" && node.tagName === "cite") return `<${node.properties.dataId}>`;
  if (node.type !== "element" && node.type !== "root") return "";
  const inner = node.children.map(shown).join("|");
  return node.type === "root" ? inner : `${node.tagName}(${inner})`;
}

function placed(...children: RootContent[]): string {
  const tree: Root = { type: "root", children: [element("p", ...children)] };
  rehypeMarks()(tree);
  return shown(tree);
}

const citation = (id: number, number: number) => ({ id, number }) as Citation;

describe("marks of sources in a text", () => {
  it("stay on one line with the character before and the punctuation after them", () => {
    expect(placed(text("每晚最高 720 元[^c1]，旺季上浮[^c2][^c3]。"))).toBe(
      "p(每晚最高 720 |span(元|<1>|，)|旺季上|span(浮|<2>|<3>|。))",
    );
  });

  it("take the last character out of bold text before them", () => {
    expect(placed(element("strong", text("720 元")), text("[^c4]. Then"))).toBe(
      "p(strong(720 )|span(strong(元)|<4>|.)| Then)",
    );
  });

  it("swallow the white space a model puts before them", () => {
    expect(placed(text("a fact [^c1] and more"))).toBe("p(a fac|span(t|<1>)| and more)");
  });

  it("keep a composed character whole", () => {
    expect(placed(text("family 👩‍👩‍👧[^c1]"))).toBe("p(family |span(👩‍👩‍👧|<1>))");
  });

  it("are left alone in code", () => {
    expect(placed(element("code", text("x[^c1]")))).toBe("p(code(x[^c1]))");
  });

  it("may begin a text", () => {
    expect(placed(text("[^c1] leads"))).toBe("p(span(<1>)| leads)");
  });
});

describe("a text with marks", () => {
  it("is copied with the numbers people see", () => {
    expect(numberedText("one[^c1], two[^c2], one again[^c3]", [citation(1, 1), citation(2, 2), citation(3, 1)])).toBe(
      "one[1], two[2], one again[1]",
    );
  });

  it("loses a mark nobody knows", () => {
    expect(numberedText("one[^c9].", [])).toBe("one.");
    expect(numberedText("one [^c9] [^c1].", [citation(1, 1)])).toBe("one [1].");
  });

  it("reads without them", () => {
    expect(withoutMarks("one [^c1][^c2], two")).toBe("one, two");
  });

  it.each(["one [", "one [^", "one [^c", "one [^c1"])("hides the beginning of a mark that is arriving: %s", (begun) => {
    expect(withoutBegunMark(begun)).toBe("one");
  });

  it("keeps brackets that are no marks", () => {
    expect(withoutBegunMark("array[0")).toBe("array[0");
  });
});
