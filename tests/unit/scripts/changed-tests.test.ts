import { readdirSync } from "node:fs";
import path from "node:path";
import { chooseTests, importedFiles, isShared, specFolder } from "../../../scripts/lib/changed-tests.mjs";
import { root } from "../../../scripts/lib/root.mjs";

const GRAPH: Record<string, string[]> = {
  "app/(console)/system/user-manage/dept-manage/page.tsx": [
    "components/features/organisation/departments-screen.tsx",
    "components/ui/button.tsx",
  ],
  "tests/e2e/chat/answers.spec.ts": ["tests/setup/e2e.ts", "tests/pages/chat-page.ts"],
  "tests/e2e/documents/library.spec.ts": ["tests/setup/e2e.ts", "tests/pages/documents-page.ts"],
  "tests/e2e/organisation/users.spec.ts": ["tests/setup/e2e.ts"],
  "tests/e2e/prompts/square.spec.ts": ["lib/prompts/shipped.ts"],
  "tests/e2e/configuration/configuration.alone.spec.ts": [],
  "tests/e2e/layout/shell.spec.ts": [],
  "tests/pages/documents-page.ts": ["tests/pages/chat-page.ts"],
  "tests/setup/e2e.ts": ["tests/pages/login-page.ts"],
};
const SPECS = Object.keys(GRAPH).filter((file) => file.endsWith(".spec.ts"));

const choose = (...changed: string[]): { shared: string[]; specs: { file: string; why: string }[] } =>
  chooseTests({ changed, specs: SPECS, imports: (file: string) => GRAPH[file] ?? [] });
const chosen = (...changed: string[]) => choose(...changed).specs.map(({ file }) => path.posix.dirname(file).slice(10));

test.each([
  ["lib/features/chat/service/models.ts", ["chat"]],
  ["components/features/organisation/users-screen.tsx", ["organisation"]],
  ["components/chat/bubble.tsx", ["chat"]],
  ["messages/zh_CN/chat-more.json", ["chat"]],
  ["lib/features/notifications/dto.ts", ["layout"]],
  ["app/api/chat/sessions/route.ts", ["chat"]],
  ["app/(console)/system/user-manage/dept-manage/page.tsx", ["organisation"]],
  ["tests/e2e/chat/answers.spec.ts", ["chat"]],
  ["tests/pages/documents-page.ts", ["documents"]],
  ["tests/pages/chat-page.ts", ["chat", "documents"]],
  ["README.md", []],
])("%s asks for the browser tests of %j", (file, folders) => {
  expect(chosen(file)).toEqual(folders);
});

test("a reason stands beside each browser test", () => {
  expect(choose("lib/features/chat/hooks.ts", "tests/pages/documents-page.ts").specs).toEqual([
    { file: "tests/e2e/chat/answers.spec.ts", why: "area of lib/features/chat/hooks.ts" },
    { file: "tests/e2e/documents/library.spec.ts", why: "imports tests/pages/documents-page.ts" },
  ]);
});

test.each([
  "package.json",
  "components/ui/button.tsx",
  "db/schema/organisation.ts",
  "lib/client/request.ts",
  "messages/en_US/common.json",
  "tests/setup/e2e.ts",
])("%s leaves the choice to the whole suite and asks for no browser test", (file) => {
  expect(choose(file)).toEqual({ shared: [file], specs: [] });
});

test("what is shared still asks for the browser tests of its own name", () => {
  expect(choose("lib/prompts/parse.ts").shared).toEqual(["lib/prompts/parse.ts"]);
  expect(chosen("lib/prompts/parse.ts")).toEqual(["prompts"]);
});

test("imports are found below the root, whatever way they are written", () => {
  const exists = (file: string) =>
    ["lib/a.ts", "lib/b.tsx", "tests/fakes/c.mjs", "lib/d/index.ts", "tests/e2e/chat/e.ts"].includes(file);
  const text = `
    import { a } from "@/lib/a";
    import type { B } from "../../../lib/b";
    import "../../fakes/c.mjs";
    const d = await import("@/lib/d");
    export { e } from "./e";
    import { test } from "@playwright/test";
    import gone from "./gone";`;
  expect(importedFiles("tests/e2e/chat/one.spec.ts", text, exists)).toEqual([
    "lib/a.ts",
    "lib/b.tsx",
    "tests/fakes/c.mjs",
    "lib/d/index.ts",
    "tests/e2e/chat/e.ts",
  ]);
});

test("every area of the product has browser tests of its own or of a named folder", () => {
  const folders = (folder: string) =>
    readdirSync(path.join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  const specs = folders("tests/e2e");
  const areas = [...folders("lib/features"), ...folders("components/features")];
  expect(areas.filter((area) => !specs.includes(specFolder(area)))).toEqual([]);
  expect(areas.filter((area) => isShared(`lib/features/${area}/dto.ts`))).toEqual([]);
});
