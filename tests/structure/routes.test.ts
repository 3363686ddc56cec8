import { API_ROUTES } from "@/app/api/openapi.json/routes";
import { METHODS } from "@/lib/endpoint/openapi";
import { matchRoute, mayOpen, redirectOf, routeCodes } from "@/lib/permissions/navigation";
import { ROUTES } from "@/lib/permissions/routes";
import { sources } from "./source";

/** Answers every path nobody else does, so it stands in no document. */
const CATCH_ALL = "/api/[...rest]";
const apiPath = (file: string) => `/${file.replace(/^app\//, "").replace(/\/route\.ts$/, "")}`;

describe("pages", () => {
  const pages = sources("app/**/page.tsx").map(
    (file) =>
      `/${file
        .replace(/^app\//, "")
        .replace(/(^|\/)page\.tsx$/, "")
        .replace(/\([^)]+\)\/?/g, "")
        .replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}")}`,
  );

  it("have a line in the route registry", () => {
    const known = new Set(ROUTES.map((route) => route.path));
    expect(pages.filter((page) => !known.has(page))).toEqual([]);
  });

  it("exist for every route that is ready", () => {
    const ready = ROUTES.filter((route) => route.ready && !route.redirect).map((route) => route.path);
    expect(ready.filter((path) => !pages.includes(path))).toEqual([]);
  });

  it("have one line each", () => {
    const paths = ROUTES.map((route) => route.path);
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  });
});

describe("groups of screens", () => {
  const groups = ROUTES.filter(({ redirect }) => redirect);
  const below = (path: string) =>
    ROUTES.filter(
      (route) => route.ready && !route.redirect && !route.path.includes("{") && route.path.startsWith(`${path}/`),
    );

  it("lead whoever holds the code of one of their screens alone to a screen of theirs", () => {
    const astray: string[] = [];
    for (const group of groups) {
      for (const code of new Set(below(group.path).flatMap(routeCodes))) {
        const codes = [...routeCodes(group), code];
        const target = redirectOf(group, codes);
        const screen = target === undefined ? undefined : matchRoute(target);
        if (!screen || !mayOpen(screen, codes)) astray.push(`${group.path} with ${code}: ${target}`);
      }
    }
    expect(astray).toEqual([]);
  });
});

describe("calls", () => {
  it("stand in the list of the API document, and nothing else does", () => {
    const tree = sources("app/**/route.ts")
      .map(apiPath)
      .filter((path) => path !== CATCH_ALL);
    expect(API_ROUTES.map(({ path }) => path).sort()).toEqual(tree.sort());
  });

  it.each([...API_ROUTES])("$path: handlers of the wrapper, each with a summary", async ({ load }) => {
    const module = await load();
    const methods = METHODS.filter((method) => module[method]);
    expect(methods.length).toBeGreaterThan(0);
    const others = Object.keys(module).filter((name) => !(METHODS as readonly string[]).includes(name));
    expect(others.filter((name) => name !== "dynamic")).toEqual([]);
    for (const method of methods) expect(module[method]?.declaration.summary).toMatch(/^[A-Z].*[^.]$/);
  });

  it("that change something are logged, or say why they need not be", async () => {
    const wrong: string[] = [];
    for (const { path, load } of API_ROUTES) {
      const module = await load();
      for (const method of METHODS) {
        const declaration = module[method]?.declaration;
        if (!declaration) continue;
        const { audit, exempt, looks } = declaration;
        const isRead = method === "GET";
        if (isRead ? exempt : Boolean(audit) === Boolean(exempt)) wrong.push(`${method} ${path}`);
        if (looks && !audit) wrong.push(`${method} ${path} looks at what nobody logs`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("take path parameters through a schema", async () => {
    const open: string[] = [];
    for (const { path, load } of API_ROUTES.filter((entry) => entry.path.includes("["))) {
      for (const handler of Object.values(await load())) if (!handler.declaration.params) open.push(path);
    }
    expect(open).toEqual([]);
  });
});
