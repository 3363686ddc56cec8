import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import drizzleConfig from "@/db/drizzle.config";
import { projectNode, root } from "@/scripts/lib/root.mjs";
import { code, sources } from "./source";

it("schema and migrations agree", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "schema-"));
  try {
    const out = path.join(folder, "migrations");
    cpSync(path.join(root, "db/migrations"), out, { recursive: true });
    const before = readdirSync(out);
    const config = path.join(folder, "drizzle.config.json");
    // The tool takes the folder of results below where it runs only.
    const settings = {
      dialect: "postgresql",
      schema: path.join(root, (drizzleConfig as { schema: string }).schema),
      out: path.relative(root, out),
    };
    writeFileSync(config, JSON.stringify(settings));
    const tool = path.join(root, "node_modules/drizzle-kit/bin.cjs");
    const env = { ...process.env, NODE_OPTIONS: "" };
    const said = execFileSync(projectNode, [tool, "generate", "--config", config], {
      cwd: root,
      env,
      encoding: "utf8",
    });
    expect(said).toContain("No schema changes");
    expect(readdirSync(out)).toEqual(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("tables are declared where drizzle-kit, the data model and the tests of columns look: in files of db/schema", () => {
  const files = sources("app/**/*.ts", "db/**/*.ts", "lib/**/*.ts").filter((file) => /\bpgTable\(/.test(code(file)));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !/^db\/schema\/[^/]+\.ts$/.test(file))).toEqual([]);
});
