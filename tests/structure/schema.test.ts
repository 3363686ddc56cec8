import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { projectNode, root } from "@/scripts/lib/root.mjs";

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
      schema: path.join(root, "db/schema/index.ts"),
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
