import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "@/scripts/lib/root.mjs";
import { cyclesIn, type Edge } from "./cycles";
import { importsOf, read, sources } from "./source";

/** A module and one it needs when it runs. `import()` counts: it puts the need off and does not end it. */
interface Need {
  file: string;
  target: string;
}

/** Loads every handler to describe it, itself among them. */
const OPEN_API = "app/api/openapi.json/routes";
const ENDINGS = ["", ".ts", ".tsx", ".mts", ".mjs", "/index.ts"];
const files = sources("{app,components,db,lib}/**/*.{ts,tsx,mts,mjs}").filter(
  (file) => !file.startsWith(OPEN_API) && !file.includes(".d."),
);
const known = new Set(files);

const needs: Need[] = [];
const missing: string[] = [];
for (const { file, target, typeOnly } of files.flatMap(importsOf)) {
  if (typeOnly || !/^(app|components|db|lib)\//.test(target) || target === OPEN_API) continue;
  const found = ENDINGS.map((ending) => target + ending).find((name) => known.has(name));
  if (found) needs.push({ file, target: found });
  else if (!existsSync(path.join(root, target))) missing.push(`${file} -> ${target}`);
}

/** An area is a folder each; a file that lies in lib itself stands for itself. */
function folderOf(file: string): string {
  const [, first = "", second = ""] = file.split("/");
  return first === "features" ? `features/${second}` : first.replace(/\.\w+$/, "");
}

/** `lib/generated` lists what areas and engines declare, so it knows everybody: between folders it is left out. */
const ofLib = (file: string) => file.startsWith("lib/") && !file.startsWith("lib/generated/");
const folders: Edge[] = needs
  .filter(({ file, target }) => ofLib(file) && ofLib(target))
  .map(({ file, target }) => ({
    from: folderOf(file),
    to: folderOf(target),
    because: `${file} imports ${target}`,
  }))
  .filter(({ from, to }) => from !== to);

/** The table of docs/architecture.md, the lowest layer first. */
const LAYERS = [...read("docs/architecture.md").matchAll(/^\| \d \| [^|]+ \| (`[^|]+`) \|$/gm)].map(([, names = ""]) =>
  [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
);
const layerOf = (folder: string) =>
  LAYERS.findIndex((names) => names.includes(folder.startsWith("features/") ? "features" : folder));

describe("modules", () => {
  it("are found, with what they import", () => {
    expect(files.length).toBeGreaterThan(1500);
    expect(needs.length).toBeGreaterThan(6000);
    expect(missing).toEqual([]);
    // Put off with `import()`.
    expect(needs).toContainEqual({ file: "lib/files/storage.ts", target: "lib/files/store/s3.ts" });
  });

  it("need each other in no cycle", () => {
    expect(cyclesIn(needs.map(({ file, target }) => ({ from: file, to: target })))).toEqual([]);
  });
});

describe("folders of lib", () => {
  it("need each other in no cycle", () => {
    expect(cyclesIn(folders)).toEqual([]);
  });

  it("stand in one layer of docs/architecture.md each", () => {
    const named = LAYERS.flat();
    const there = new Set(files.filter(ofLib).map((file) => folderOf(file).replace(/\/.*/, "")));
    expect([...named].sort()).toEqual([...there].sort());
  });

  it("need their own layer and lower ones", () => {
    const wrong = folders.filter(({ from, to }) => layerOf(to) > layerOf(from));
    expect(wrong.map(({ because }) => because)).toEqual([]);
  });
});

describe("a cycle", () => {
  const edge = (from: string, to: string): Edge => ({ from, to, because: `${from}.ts imports ${to}.ts` });

  it("is named by its steps and their files", () => {
    const edges = [edge("a", "b"), edge("b", "c"), edge("c", "a"), edge("c", "d"), { ...edge("a", "b"), because: "x" }];
    expect(cyclesIn(edges)).toEqual([
      ["a -> b (a.ts imports b.ts; x)", "b -> c (b.ts imports c.ts)", "c -> a (c.ts imports a.ts)"],
    ]);
  });

  it("is named once, the shortest of its group", () => {
    const edges = [edge("a", "b"), edge("b", "c"), edge("c", "a"), edge("b", "a"), edge("x", "y"), edge("y", "x")];
    expect(cyclesIn(edges)).toEqual([
      ["a -> b (a.ts imports b.ts)", "b -> a (b.ts imports a.ts)"],
      ["x -> y (x.ts imports y.ts)", "y -> x (y.ts imports x.ts)"],
    ]);
  });

  it("is none where two reach the same, or one itself", () => {
    expect(cyclesIn([edge("a", "b"), edge("a", "c"), edge("b", "d"), edge("c", "d"), edge("d", "d")])).toEqual([]);
  });
});
