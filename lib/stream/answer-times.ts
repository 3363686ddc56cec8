/** Times of one model call (see the ledger's columns of these names). */
export interface CallTimes {
  firstTokenMs: number | null;
  durationMs: number | null;
}

/**
 * The times of an answer, in milliseconds, from those of its model calls. The origin is the arrival of its first call at the
 * model door, so that an answer of one call has the times of that call:
 *
 * - `firstTokenMs`: from the origin to the first token of the answer. It includes waiting for limits and slots, failed
 *   attempts on other channels, and tools that ran before it. Null where nothing came as a stream.
 * - `durationMs`: from the same origin to the end of the last call, with the tools between. Never less than `firstTokenMs`.
 *
 * Not counted: what happens before the first call (retrieval steps have times of their own), the wait for a person's consent
 * to a tool, and the pause before an answer is continued; a continued answer goes on from the times it had.
 */
export class AnswerTimes {
  private origin: number | null = null;
  private end = 0;
  private waited = 0;
  private first: number | null = null;

  constructor(
    /** Of an answer that is taken up again. */
    private readonly earlier: CallTimes | null = null,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** A call of the answer has ended; `startedAt` on the clock of `performance.now`. */
  add(startedAt: number, { firstTokenMs, durationMs }: { firstTokenMs: number | null; durationMs: number }): void {
    this.origin ??= startedAt;
    this.end = startedAt + durationMs;
    if (firstTokenMs !== null) this.first ??= startedAt + firstTokenMs - this.origin - this.waited;
  }

  /** Waits for a person; that time is theirs. */
  async pausedFor<T>(word: Promise<T>): Promise<T> {
    const from = this.now();
    try {
      return await word;
    } finally {
      this.waited += this.now() - from;
    }
  }

  /** The answer broke off between two calls. */
  breakOff(): void {
    if (this.origin !== null) this.end = this.now();
  }

  figures(): CallTimes {
    const { earlier, origin } = this;
    const before = earlier?.durationMs ?? 0;
    if (origin === null)
      return { firstTokenMs: earlier?.firstTokenMs ?? null, durationMs: earlier?.durationMs ?? null };
    const first = this.first === null ? null : Math.round(this.first);
    return {
      firstTokenMs: earlier ? earlier.firstTokenMs : first,
      durationMs: before + Math.round(this.end - origin - this.waited),
    };
  }
}
