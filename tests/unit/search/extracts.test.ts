import { extractPicture } from "@/lib/features/search/extract-picture";
import { byType, extractMarkdown } from "@/lib/features/search/extract-text";

const item = (id: number, text: string, more: object = {}) => ({
  ...{ id, text, detail: "", date: "", type: "", parent: null, marks: [] },
  ...more,
});
const TEXTS = { title: "Map [1]", undated: "No date" };
const numberOf = (mark: number) => ({ 7: 2, 8: 3 })[mark];

it("writes a map as a list within a list, with the numbers of its sources", () => {
  const items = [
    item(1, "Leave"),
    item(2, "Days", { parent: 1, marks: [7, 8] }),
    item(3, "25 *working* days", { parent: 2, detail: "per year", marks: [99] }),
    item(4, "Carry over", { parent: 1 }),
  ];
  expect(extractMarkdown({ kind: "mindMap", items }, TEXTS, numberOf)).toBe(
    "# Map \\[1\\]\n\n- Leave\n  - Days [2][3]\n    - 25 \\*working\\* days: per year\n  - Carry over\n",
  );
});

it("says where an event has no date, and groups entities by their kind", () => {
  const events = [item(1, "Signed", { date: "2026-05" }), item(2, "Ended")];
  expect(extractMarkdown({ kind: "events", items: events }, TEXTS, numberOf)).toContain(
    "- **2026-05** Signed\n- **No date** Ended",
  );
  const entities = [
    item(1, "Ana", { type: "Person" }),
    item(2, "Bonn", { type: "Place" }),
    item(3, "Rome", { type: "Place" }),
  ];
  expect(byType(entities).map(([type, all]) => [type, all.length])).toEqual([
    ["Place", 2],
    ["Person", 1],
  ]);
});

it("draws each thing once, its words escaped, within the picture", () => {
  const items = [
    item(1, "<script>&"),
    item(2, "年假按照工龄计算，满一年不满十年的为五天，满十年不满二十年的为十天", { parent: 1 }),
  ];
  const svg = extractPicture({ kind: "mindMap", items }, "Map");
  expect(svg).not.toContain("<script>");
  expect(svg).toContain("&lt;script&gt;&amp;");
  expect(svg.match(/<path /g)).toHaveLength(1);
  const [, width = 0] = /width="(\d+)"/.exec(svg) ?? [];
  const places = [...svg.matchAll(/<text x="([\d.]+)"/g)].map(([, x]) => Number(x));
  expect(Math.max(...places)).toBeLessThan(Number(width));
  // Fifteen Chinese letters fill a line: what is longer goes on below.
  expect(svg).toContain("年假按照工龄计算，满一年不满");
});

it("draws a picture of nothing without an error", () => {
  expect(extractPicture({ kind: "events", items: [] }, "Empty")).toContain("Empty");
});
