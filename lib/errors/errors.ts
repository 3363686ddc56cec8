import { ERROR_CODES } from "@/lib/generated/errors";

/*
 * The error catalogue (spec 8): key to envelope code, from what areas declare. The text of a key is `errors.<key>` in the
 * caller's language. The HTTP status mirrors the code (ARCHITECTURE 5).
 */
export { ERROR_CODES };
export type ErrorKey = keyof typeof ERROR_CODES;

/** Whether a stored text is a key of the catalogue. */
export function isErrorKey(text: string): text is ErrorKey {
  return Object.hasOwn(ERROR_CODES, text);
}

export type ErrorArgs = Record<string, string | number>;

/**
 * A failure the caller may see. `args` fill the message's placeholders, `data` travels in the envelope; neither may hold
 * secrets. Everything else that is thrown is logged and answered as `unknown`.
 */
export class AppError extends Error {
  /** By name: routes and instrumentation hold a class each, and one carries out what the other defined (TRAPS d). */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === "AppError";
  }

  readonly code: number;

  constructor(
    readonly key: ErrorKey,
    readonly options: { args?: ErrorArgs; data?: unknown; cause?: unknown } = {},
  ) {
    super(key, { cause: options.cause });
    this.name = "AppError";
    this.code = ERROR_CODES[key];
  }
}

/** Things a refusal names that stand in its way (`inTheWay` of its data, `count` of all of them). */
export const IN_THE_WAY_MAX = 5;

/** What was looked for. Throws notFound where there is nothing. */
export function orNotFound<T>(row: T | null | undefined | false): T {
  if (!row) throw new AppError("notFound");
  return row;
}

/** For `catch`: null for a thing that is missing; every other failure goes on. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof AppError && error.key === "notFound") return null;
  throw error;
}
