// `npm run docs:data-model`: writes docs/data-model.md from the schema.
import { globSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import "./lib/product-modules.mjs";
import { renderDataModel } from "./lib/data-model.mjs";
import { root } from "./lib/root.mjs";

const areas = [];
for (const file of globSync("db/schema/*.ts", { cwd: root }).sort()) {
  const area = path.basename(file, ".ts");
  if (!area.startsWith("_")) areas.push([area, await import(path.join(root, file))]);
}
await writeFile(path.join(root, "docs/data-model.md"), renderDataModel(areas));
