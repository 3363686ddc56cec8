import { stripTypeScriptTypes } from "node:module";
import { code, importsOf, read, sources, workerPrograms } from "./source";

const programs = new Set(workerPrograms());

// Node runs these files by itself, in processes and threads of their own; nothing bundles them.
describe("programs that Node runs by itself", () => {
  it("are found at all", () => {
    expect(programs).toContain("lib/parsing/worker/main.ts");
  });

  it("are all that workerFile names", () => {
    const named = sources("lib/**/*.ts").flatMap((file) =>
      [...read(file).matchAll(/workerFile\(["`]([^"`]+)["`]\)/g)].map(([, name = ""]) =>
        name.replace(/\$\{.*\}/, "page"),
      ),
    );
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((name) => !programs.has(name))).toEqual([]);
  });

  it("have no syntax that is more than types", () => {
    for (const file of programs) expect(() => stripTypeScriptTypes(read(file))).not.toThrow();
  });

  // A stand-alone build has only those packages as they are; others go into its bundles.
  it("load packages that next.config.ts leaves alone", () => {
    const [, list = ""] = /serverExternalPackages: \[([^\]]*)\]/.exec(code("next.config.ts")) ?? [];
    const alone = new Set([...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name));
    const loaded = [...programs]
      .flatMap(importsOf)
      .filter(({ target, typeOnly }) => !typeOnly && !/^(node:|lib\/)/.test(target))
      .map(({ target }) => /^(@[^/]+\/)?[^/]+/.exec(target)?.[0]);
    expect(loaded).toContain("saxes");
    expect(loaded.filter((name) => !alone.has(name))).toEqual([]);
  });

  it("import each other by the names of files, and nothing else of ours but types", () => {
    const wrong = [...programs]
      .flatMap(importsOf)
      .filter(
        ({ target, typeOnly }) => !typeOnly && /^(app|components|db|lib)\//.test(target) && !programs.has(target),
      );
    expect(wrong).toEqual([]);
  });
});
