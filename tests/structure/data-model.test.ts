import path from "node:path";
import { renderDataModel } from "@/scripts/lib/data-model.mjs";
import { read, sources } from "./source";

it("the picture of the data model is that of the schema (npm run docs:data-model)", async () => {
  const areas: [string, object][] = [];
  for (const file of sources("db/schema/*.ts")) {
    const area = path.basename(file, ".ts");
    if (!area.startsWith("_")) areas.push([area, await import(`@/db/schema/${area}`)]);
  }
  expect(read("docs/data-model.md")).toBe(renderDataModel(areas));
});
