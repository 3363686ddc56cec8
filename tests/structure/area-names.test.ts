import path from "node:path";
import { sources } from "./source";

/** Names of what holds files in a folder; a folder that was emptied is none. */
const folders = (at: string) => [
  ...new Set(sources(`${at}/*/**/*.*`).map((file) => file.slice(at.length + 1).split("/")[0]!)),
];
const files = (at: string) => sources(`${at}/*.*`).map((file) => path.parse(file).name);

const features = folders("lib/features");
const areas = [...features, ...folders("lib")].filter((name) => !["features", "generated"].includes(name));
/** Parts of the browser that no area owns have folders of `components` alone. */
const known = new Set([...areas, ...folders("components")]);

/** What is no area, with the reason; the path says in which layer. */
const NAMED: Record<string, string> = {
  "db/schema/_columns": "columns that tables of every area have",
  "db/schema/_folders": "columns of the folders of several areas",
  "messages/common": "words and forms of every page",
  "messages/failure": "the page of an error that nothing caught, which loads nothing else",
  "messages/nav": "menu, breadcrumbs and palette around every page",
  "messages/validation": "issues of the schemas of every area",
  "tests/integration/migrations": "db/migrations, from each earlier one to the newest",
  "tests/integration/scripts": "commands and starts of scripts",
  "tests/unit/bench": "what tests/bench reckons with",
  "tests/unit/scripts": "commands and starts of scripts",
};

const isPart = (name: string) => areas.some((area) => name.startsWith(`${area}-`));

const LAYERS: [layer: string, names: string[], isKnown: (name: string) => boolean][] = [
  ["db/queries", folders("db/queries"), (name) => areas.includes(name)],
  // An area of many tables has a file for a part of them.
  ["db/schema", files("db/schema"), (name) => areas.includes(name) || isPart(name)],
  // A page may load a part of an area by itself.
  ["messages", files("messages/zh_CN"), (name) => areas.includes(name) || isPart(name)],
  ["components/features", folders("components/features"), (name) => features.includes(name)],
  ...["unit", "component", "integration", "e2e"].map((kind): [string, string[], (name: string) => boolean] => [
    `tests/${kind}`,
    folders(`tests/${kind}`),
    (name) => known.has(name),
  ]),
];

it.each(LAYERS)("%s has the names of areas, folders of lib and of lib/features", (layer, names, isKnown) => {
  expect(names.length).toBeGreaterThan(10);
  const others = names.filter((name) => !isKnown(name)).map((name) => `${layer}/${name}`);
  const named = Object.keys(NAMED).filter((at) => path.posix.dirname(at) === layer);
  expect(others.sort()).toEqual(named);
});

it("queries stand in the folder of an area", () => {
  expect(files("db/queries")).toEqual([]);
});
