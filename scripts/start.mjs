// `npm start` and `npm run dev`. Runs on the machine's own Node, before anything is installed: only `node:` modules
// here and in scripts/lib. Everything else runs on the Node the project brings with it.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 9)) {
  console.error(`Node 20.9 or newer is needed to start; this is ${process.versions.node}.`);
  process.exit(1);
}

// Imported only now, so that an old Node answers with the line above and not with a syntax error.
const { runProduct } = await import("./lib/product.mjs");
await runProduct({ dev: process.argv.includes("--dev") });
