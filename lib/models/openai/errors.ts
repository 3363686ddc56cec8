import { SupplierError } from "../types";

/** A failure on the way to a supplier or during its answer, in our words. */
export function connectionError(error: unknown): SupplierError {
  if (error instanceof SupplierError) return error;
  const { code = "", name = "", message = "" } = error as { code?: string; name?: string; message?: string };
  if (name === "AbortError" || code === "UND_ERR_ABORTED") return new SupplierError("interrupted");
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT" || code === "UND_ERR_CONNECT_TIMEOUT") {
    return new SupplierError("supplierTimeout", { retryable: code === "UND_ERR_CONNECT_TIMEOUT", detail: code });
  }
  if (code === "EADDRREFUSED") return new SupplierError("addressRefused", { detail: code });
  return new SupplierError("supplierUnreachable", { retryable: true, detail: code || message.slice(0, 120) });
}

/** A supplier's refusal by status and body. The body is read for its meaning and never passed on with a key in it. */
export function responseError(
  status: number,
  retryAfter: string | string[] | undefined,
  body: string,
  apiKey: string | null,
): SupplierError {
  const retryAfterMs = retryAfterOf(retryAfter);
  const detail = redact(messageOf(body), apiKey);
  const options = { status, retryAfterMs, detail };
  if (status === 401 || status === 403) return new SupplierError("supplierUnauthorized", options);
  if (status === 402 || /insufficient[_ ](quota|balance)/i.test(body))
    return new SupplierError("supplierQuota", options);
  if (status === 429) return new SupplierError("supplierBusy", { ...options, retryable: true });
  if (status >= 500) return new SupplierError("supplierError", { ...options, retryable: true });
  if (/context[_ ]length|maximum context|too many tokens|prompt is too long/i.test(body)) {
    return new SupplierError("contextTooLong", options);
  }
  if (/content[_ ](filter|policy|management)/i.test(body)) return new SupplierError("contentFiltered", options);
  return new SupplierError("supplierRefused", options);
}

function messageOf(body: string): string {
  try {
    const { error, message } = JSON.parse(body) as { error?: { message?: unknown } | string; message?: unknown };
    const text = typeof error === "string" ? error : (error?.message ?? message);
    return typeof text === "string" ? text : "";
  } catch {
    return "";
  }
}

/** Keys, other long tokens and addresses leave the text before anybody sees it. */
function redact(text: string, apiKey: string | null): string {
  const withoutKey = apiKey ? text.replaceAll(apiKey, "***") : text;
  return withoutKey
    .replace(/\b(sk|key|token)[-_][\w*-]{6,}/gi, "***")
    .replace(/https?:\/\/\S+/gi, "")
    .slice(0, 300);
}

function retryAfterOf(header: string | string[] | undefined): number | undefined {
  const value = Array.isArray(header) ? header[0] : header;
  if (!value) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
