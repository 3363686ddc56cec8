/** Work done in one go before others get their turn, milliseconds: several such works may run side by side. */
const GO_MS = 6;

/** Keeps long work in the web process from holding up everybody's calls: `rest` between its small steps. */
export class Pace {
  private since = performance.now();

  async rest(): Promise<void> {
    if (performance.now() - this.since < GO_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.since = performance.now();
  }
}
