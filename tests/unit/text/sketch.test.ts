import { LEADS, likeness, Sketcher } from "@/lib/text/sketch";

function sketchOf(...pieces: string[]): Uint32Array {
  const sketcher = new Sketcher();
  for (const piece of pieces) sketcher.add(piece);
  return sketcher.sketch();
}
const alike = (a: string, b: string) => likeness(sketchOf(a), sketchOf(b));

/** Words nobody means, always the same ones. */
function prose(words: number, seed: number): string {
  let state = seed;
  return Array.from({ length: words }, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return `word${(state >>> 8) % 5000}`;
  }).join(" ");
}

const RULES = Array.from(
  { length: 40 },
  (_, at) =>
    `第${at}条 员工出差应提前${at + 2}天在系统提交申请，经直属上级审批后方可预订行程，标准为每晚${400 + at * 7}元。`,
).join("\n");

/** Two chapters of one form: all that is printed is the same, what was filled in is not. */
const form = (name: string, seed: number) =>
  Array.from(
    { length: 12 },
    (_, at) =>
      `Section ${at}. The supplier ${name} confirms for the item below: ${prose(8, seed + at)}. Signed and dated.`,
  ).join("\n");

describe("likeness of texts", () => {
  it.each([
    ["the same text", prose(800, 7), prose(800, 7), [1, 1]],
    [
      "another case and width",
      "The Rates are 600 yuan a night in every city",
      "the rates are ６００ YUAN a night in every city",
      [1, 1],
    ],
    [
      "three words of 800 replaced",
      prose(800, 7),
      prose(800, 7).replace(/word\d+ word\d+ word\d+$/, "x y z"),
      [0.97, 1],
    ],
    ["one figure in forty Chinese rules", RULES, RULES.replace("每晚400元", "每晚480元"), [0.97, 1]],
    [
      "a rule added to forty",
      RULES,
      `${RULES}\n第四十一条 超出标准的部分由个人承担，特殊情况须由财务部书面同意。`,
      [0.93, 0.99],
    ],
    [
      "every tenth word replaced",
      prose(800, 7),
      prose(800, 7).replace(/((?:word\d+ ){9})word\d+/g, "$1other"),
      [0.2, 0.5],
    ],
    ["two fillings of one form", form("Acme", 3), form("Bolt", 900), [0.05, 0.45]],
    ["texts of one subject", prose(800, 7), prose(800, 8), [0, 0.02]],
    ["nothing", "", "", [0, 0]],
  ] as [string, string, string, [number, number]][])("%s", (_, a, b, [least, most]) => {
    const found = alike(a, b);
    expect(found).toBeGreaterThanOrEqual(least);
    expect(found).toBeLessThanOrEqual(most);
  });

  it("is told of long texts from a part of them, and near copies share a lead", () => {
    const whole = prose(60_000, 11);
    const changed = whole.replace(/word1\d\d\b/g, "other");
    const exact = (text: string) => {
      const words = text.split(" ");
      return new Set(words.slice(4).map((_, at) => words.slice(at, at + 5).join(" ")));
    };
    const [a, b] = [exact(whole), exact(changed)];
    const shared = [...a].filter((run) => b.has(run)).length;
    const [one, two] = [sketchOf(whole), sketchOf(changed)];
    expect(one).toHaveLength(1024);
    expect(Math.abs(likeness(one, two) - shared / (a.size + b.size - shared))).toBeLessThan(0.04);
    expect([...one.slice(0, LEADS)].some((hash) => two.slice(0, LEADS).includes(hash))).toBe(true);
  });

  it("is the same however the text is cut, and takes a megabyte in moments", () => {
    const text = prose(120_000, 5);
    const pieces = text.match(/[\s\S]{1,40000}(?=\s|$)/g)!;
    const begin = performance.now();
    const sketch = sketchOf(...pieces);
    expect(performance.now() - begin).toBeLessThan(4000);
    expect(sketch).toEqual(sketchOf(text));
  });
});
