import { type Channel, SupplierError } from "../types";
import { connectionError, redact, responseError, secretsOf } from "../wire/errors";

/** Asked in a way the package or the model has no words for. */
const REFUSED = new Set(["AI_UnsupportedFunctionalityError", "AI_InvalidPromptError", "AI_InvalidArgumentError"]);
/** Lines of a stream the package could not read. */
const UNREADABLE = new Set(["AI_JSONParseError", "AI_TypeValidationError"]);

interface Thrown {
  name?: string;
  code?: unknown;
  message?: string;
  statusCode?: number;
  responseBody?: string;
  data?: unknown;
  cause?: unknown;
}

/** Whether a part of a stream was merely unreadable, which is noted and never fatal (SECURITY ST-06). */
export function isUnreadable(error: unknown): boolean {
  return UNREADABLE.has((error as Thrown | null)?.name ?? "");
}

/** A failure of a provider package in our words. */
export function sdkError(error: unknown, channel: Channel): SupplierError {
  const causes = causesOf(error);
  const own = causes.find((cause) => cause instanceof SupplierError);
  if (own instanceof SupplierError) return own;
  // The package wraps what broke the connection.
  const broken = causes.find(isConnection);
  if (broken) return connectionError(broken);
  const { name = "", message = "", statusCode, responseBody, data } = (error ?? {}) as Thrown;
  const secrets = secretsOf(channel);
  const detail = redact(message, secrets);
  if (REFUSED.has(name)) return new SupplierError("supplierRefused", { detail });
  // A failure told inside a stream: status 200, the reason in its data.
  if (data !== undefined || responseBody || (statusCode ?? 0) >= 400) {
    const status = statusCode && statusCode >= 400 ? statusCode : 500;
    return responseError({ status, body: responseBody || JSON.stringify({ error: data }) }, secrets);
  }
  return new SupplierError("supplierMalformed", { detail });
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let at = error; at && causes.length < 5; at = (at as Thrown).cause) causes.push(at);
  return causes;
}

function isConnection(error: unknown): boolean {
  const { name = "", code } = error as Thrown;
  if (name === "AbortError" || name === "TimeoutError") return true;
  return typeof code === "string" && /^(UND_ERR|E[A-Z])/.test(code);
}
