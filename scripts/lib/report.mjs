/** A reason to stop that the person at the keyboard can act on: printed as one line, without a stack. */
export class StartError extends Error {}

/** Prints one line of progress. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Prints the reason of a failed start: one line for a StartError, everything for a defect of ours. */
export function sayFailure(error) {
  const text = error instanceof StartError ? error.message : (error?.stack ?? String(error));
  process.stderr.write(`${text}\n`);
}

/** Seconds since `since` (a `performance.now()` value) with one decimal. */
export function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1);
}
