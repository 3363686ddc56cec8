import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import BaseSequencer from "@jest/test-sequencer";
import { root } from "../../scripts/lib/root.mjs";
import { pragmaOf } from "./pragmas.mjs";

/**
 * Files in an order that the run's seed decides, so that none can lean on what another one left behind. Those that say
 * that they are long come first, among themselves in that order too.
 */
export default class SeededSequencer extends BaseSequencer {
  constructor(options) {
    super(options);
    this.seed = options.globalConfig.seed;
  }

  sort(tests) {
    const place = ({ path }) => createHash("sha256").update(`${this.seed} ${path}`).digest("hex");
    const seeded = [...tests].sort((a, b) => (place(a) < place(b) ? -1 : 1));
    const isLong = ({ path }) => Boolean(pragmaOf(readFileSync(path, "utf8"))?.isFirst);
    const long = seeded.filter(isLong);
    const names = long.map((test) => path.relative(root, test.path));
    if (names.length > 0) process.stderr.write(`First the long ones: ${names.join(", ")}\n`);
    return [...long, ...seeded.filter((test) => !long.includes(test))];
  }
}
