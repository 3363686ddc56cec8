/** spec 8: the codes with a meaning of their own in the browser. */
export const CODE_OK = 200;
export const CODE_UNAUTHENTICATED = 401;

/** Why a call failed before the server's envelope could speak. */
export type FailureReason = "network" | "timeout" | "unreadable";

/** A call that was answered with another code than 200, or not answered. `message` is for people when it is not empty. */
export class ApiError extends Error {
  readonly code: number;
  readonly data: unknown;
  readonly reason: FailureReason | null;

  constructor(options: {
    code: number;
    message?: string;
    data?: unknown;
    reason?: FailureReason | null;
    cause?: unknown;
  }) {
    super(options.message ?? "", { cause: options.cause });
    this.name = "ApiError";
    this.code = options.code;
    this.data = options.data ?? null;
    this.reason = options.reason ?? null;
  }
}

/** The caller gave the call up. Logged, never shown (spec 8). */
export class RequestCancelled extends Error {
  constructor() {
    super("request cancelled");
    this.name = "RequestCancelled";
  }
}
