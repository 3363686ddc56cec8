// The start script with a stand-in for the web process and without a build: everything else is the real thing.
import path from "node:path";
import { runProduct } from "../../../scripts/lib/product.mjs";
import { script } from "../../../scripts/lib/root.mjs";

await runProduct({
  web: ({ port, host }) => ({
    file: path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "stand-in-web.mjs"),
    args: [String(port), host],
    execArgv: ["--import", script("preload.mjs")],
  }),
  prepare: async () => {},
});
