import { leafAt, selectedRange } from "@/components/reader/offsets";

const TEXT = "alpha beta gamma delta";

/** Two blocks: "alpha beta " with its middle marked, "gamma delta" apart from it. */
function page(): HTMLElement {
  document.body.innerHTML = `<div id="root">
    <p><span data-from="100">alpha </span><button>1</button><mark><span data-from="106">beta</span></mark><span data-from="110"> </span></p>
    <p><span data-from="111">gamma delta</span></p></div>`;
  return document.querySelector("#root")!;
}

const textOf = (selector: string) => document.querySelector(selector)!.firstChild!;

function select(start: [Node, number], end: [Node, number]) {
  const range = document.createRange();
  range.setStart(...start);
  range.setEnd(...end);
  return range;
}

const words = ({ from, to }: { from: number; to: number }) => TEXT.slice(from - 100, to - 100);

describe("a selection", () => {
  it("inside one stretch has the offsets of its letters", () => {
    const root = page();
    const node = textOf('[data-from="111"]');
    expect(words(selectedRange(root, select([node, 6], [node, 9]))!)).toBe("del");
  });

  it("leaves out a hyphen that parts a word at the end of a line", () => {
    document.body.innerHTML =
      '<div id="root"><p><span data-from="100" data-length="5">alpha-</span><span data-from="105">beta</span></p></div>';
    const root = document.querySelector("#root")!;
    const whole = select([textOf('[data-from="100"]'), 0], [textOf('[data-from="100"]'), 6]);
    expect(selectedRange(root, whole)).toEqual({ from: 100, to: 105 });
  });

  it("over marks, numbers and blocks has the offsets of its ends", () => {
    const root = page();
    const range = select([textOf('[data-from="100"]'), 2], [textOf('[data-from="111"]'), 5]);
    expect(words(selectedRange(root, range)!)).toBe("pha beta gamma");
  });

  it("that ends at an element takes whole what lies before", () => {
    const root = page();
    const range = select([textOf('[data-from="106"]'), 1], [root.querySelectorAll("p")[1]!, 0]);
    expect(words(selectedRange(root, range)!)).toBe("eta ");
    expect(words(selectedRange(root, select([root, 0], [root, root.childNodes.length]))!)).toBe(TEXT);
  });

  it("of a number only is none", () => {
    const root = page();
    expect(selectedRange(root, select([textOf("button"), 0], [textOf("button"), 1]))).toBeNull();
  });
});

describe("the element of a place", () => {
  it("is the one that shows it, or the next that shows anything", () => {
    const root = page();
    expect(leafAt(root, 108)?.textContent).toBe("beta");
    expect(leafAt(root, 100)?.textContent).toBe("alpha ");
    expect(leafAt(root, 3)?.textContent).toBe("alpha ");
    expect(leafAt(root, 900)).toBeNull();
  });
});
