/**
 * The id of an answer's call in the ledger: the run's own for the first, the run's with a number for those after tools or a
 * cut. Money that is known later finds its message by it (`run_of` in the migrations).
 */
export function callIdOf(runId: string, round: number): string {
  return round === 0 ? runId : `${runId}:${round}`;
}
