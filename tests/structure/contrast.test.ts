import { read } from "./source";

/** Relative luminance of an oklch colour, by way of linear sRGB. */
function luminance([l, c, h]: number[]): number {
  const [a, b] = [c! * Math.cos((h! * Math.PI) / 180), c! * Math.sin((h! * Math.PI) / 180)];
  const [long, medium, short] = [
    (l! + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l! - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l! - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map((value) => Math.min(1, Math.max(0, value)));
  return 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!;
}

function contrast(first: number[], second: number[]): number {
  const [bright, dim] = [luminance(first), luminance(second)].sort((x, y) => y - x);
  return (bright! + 0.05) / (dim! + 0.05);
}

const css = read("app/tokens.css").replace(/\/\*[\s\S]*?\*\//g, "");

/** Opaque colours of the blocks with one of these selectors; later ones win. */
function colours(selector: RegExp): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [, selectors, body] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!selector.test(selectors!.trim())) continue;
    for (const [, name, value] of body!.matchAll(/--([\w-]+):\s*oklch\(([\d.\s]+)\)/g)) {
      found.set(name!, value!.trim().split(/\s+/).map(Number));
    }
  }
  return found;
}

const light = colours(/^:root$/);
const themes: [string, Map<string, number[]>][] = [
  ["light", light],
  ["dark", new Map([...light, ...colours(/^\.dark\b/)])],
];

const SURFACES = ["canvas", "background", "subtle", "muted", "popover"];
const TEXT: [string, string][] = [
  ...["fg-1", "fg-2", "fg-3"].flatMap((ink) => SURFACES.map((surface): [string, string] => [ink, surface])),
  ["primary-fg", "primary"],
  ["primary-fg", "primary-hover"],
  ["primary-fg", "primary-active"],
  ["danger-fg", "danger"],
  ["danger-fg", "danger-hover"],
  ["evidence-ink", "evidence"],
  ...["primary", "success", "warning", "danger"].flatMap((kind): [string, string][] => [
    [`${kind}-ink`, `${kind}-soft`],
    [`${kind}-ink`, "background"],
  ]),
];
const MARKS: [string, string][] = [
  ...["input", "ring"].flatMap((mark) => ["background", "popover"].map((on): [string, string] => [mark, on])),
  ...[1, 2, 3, 4, 5, 6].map((number): [string, string] => [`chart-${number}`, "background"]),
];

it("measures what is known: black on white is 21, equal colours are 1", () => {
  expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
  expect(contrast([0.5, 0.1, 20], [0.5, 0.1, 20])).toBe(1);
});

describe.each(themes)("in the %s theme (design 9)", (_name, theme) => {
  it.each(TEXT)("%s on %s reads at 4.5:1", (ink, surface) => {
    expect(contrast(theme.get(ink)!, theme.get(surface)!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(MARKS)("%s on %s shows at 3:1", (mark, surface) => {
    expect(contrast(theme.get(mark)!, theme.get(surface)!)).toBeGreaterThanOrEqual(3);
  });
});
