import { TestEnvironment } from "jest-environment-node";

/** Node, and a last act of each file that runs after every hook of the file itself. */
export default class IntegrationEnvironment extends TestEnvironment {
  async handleTestEvent(event) {
    if (event.name === "run_finish") await this.global.__settleFile?.();
  }
}
