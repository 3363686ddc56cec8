// `npm run generate`: writes lib/generated anew. A structure test says when it is out of date.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { generatedFiles } from "./lib/generated.mjs";
import { root } from "./lib/root.mjs";

for (const [file, text] of generatedFiles()) {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}
