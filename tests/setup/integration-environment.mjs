import { TestEnvironment } from "jest-environment-node";

/** Node with the worker's own database, and a last act of each file that runs after every hook of the file itself. */
export default class IntegrationEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const workers = JSON.parse(process.env.INTEGRATION_WORKERS);
    Object.assign(this.global.process.env, workers[Number(process.env.JEST_WORKER_ID) - 1]);
    delete this.global.process.env.INTEGRATION_WORKERS;
  }

  async handleTestEvent(event) {
    if (event.name === "run_finish") await this.global.__settleFile?.();
  }
}
