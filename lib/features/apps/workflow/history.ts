/** Steps that can be taken back. */
export const STEPS_MAX = 200;
/** Typing in one field within this time is one step, milliseconds. */
const TOGETHER_MS = 1500;

/** What something was, is, and was before steps were taken back. */
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  /** What the last step changed, and when: the next one of the same kind joins it. */
  last: { key: string; at: number } | null;
}

export const begun = <T>(present: T): History<T> => ({ past: [], present, future: [], last: null });

/** With a step more. `key`: steps of one key that follow one another closely are one. */
export function recorded<T>(history: History<T>, next: T, key: string | null, now: number): History<T> {
  const { past, present, last } = history;
  if (Object.is(next, present)) return history;
  const joins = key !== null && last?.key === key && now - last.at < TOGETHER_MS;
  return {
    past: joins ? past : [...past, present].slice(-STEPS_MAX),
    present: next,
    future: [],
    last: key === null ? null : { key, at: now },
  };
}

export function undone<T>({ past, present, future, last }: History<T>): History<T> {
  const before = past.at(-1);
  if (before === undefined) return { past, present, future, last };
  return { past: past.slice(0, -1), present: before, future: [present, ...future], last: null };
}

export function redone<T>({ past, present, future, last }: History<T>): History<T> {
  const [next, ...rest] = future;
  if (next === undefined) return { past, present, future, last };
  return { past: [...past, present], present: next, future: rest, last: null };
}
