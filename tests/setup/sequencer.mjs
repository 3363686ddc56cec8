import { createHash } from "node:crypto";
import BaseSequencer from "@jest/test-sequencer";

/** Files in an order that the run's seed decides, so that none can lean on what another one left behind. */
export default class SeededSequencer extends BaseSequencer {
  constructor(options) {
    super(options);
    this.seed = options.globalConfig.seed;
  }

  sort(tests) {
    const place = ({ path }) => createHash("sha256").update(`${this.seed} ${path}`).digest("hex");
    return [...tests].sort((a, b) => (place(a) < place(b) ? -1 : 1));
  }
}
