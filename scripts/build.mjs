// `npm run build`: the same build `npm start` makes, so that the next start finds it and does not build again.
import { sayFailure } from "./lib/report.mjs";
import { ensureBuild } from "./lib/sources-build.mjs";

try {
  await ensureBuild({ always: true });
} catch (error) {
  sayFailure(error);
  process.exitCode = 1;
}
