// The figures that must not rot: ratios of one run, never times, which say more about the machine than about us.
const WORSE = 1.15;

/** Lower is better in each. `targets` are a scenario's figures of the load client, by target. */
export function ratiosOf(result, engine) {
  const ratios = {};
  for (const { scenario, targets } of Object.values(result)) {
    const [ours, bare] = [targets[engine], targets.bare];
    const streams = `${scenario.concurrency} streams`;
    ratios[`first token / bare route, ${streams}`] = ours.ttft50 / bare.ttft50;
    ratios[`total / supplier, ${streams}`] = ours.relTot50;
    ratios[`CPU / bare route, ${streams}`] = ours.cpuPer1000 / bare.cpuPer1000;
  }
  return ratios;
}

/** The middle of each ratio over several passes: one spike of noise decides nothing. */
export function middleOf(passes) {
  const names = Object.keys(passes[0]);
  return Object.fromEntries(
    names.map((name) => {
      const values = passes.map((ratios) => ratios[name]).sort((a, b) => a - b);
      return [name, values.every(Number.isFinite) ? values[Math.floor(values.length / 2)] : Number.NaN];
    }),
  );
}

/** What is worse than it was kept by more than 15 %; a ratio that could not be measured is. */
export function worseThan(kept, now) {
  return Object.keys(kept)
    .filter((name) => !(now[name] <= kept[name] * WORSE))
    .map((name) => ({ name, kept: kept[name], now: now[name] }));
}
