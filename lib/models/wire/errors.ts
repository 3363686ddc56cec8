import { cut } from "@/lib/text/storable";
import { type Channel, SupplierError } from "../types";

/** What must never be shown: the key and the values of the administrator's own headers. */
export function secretsOf({ apiKey, headers }: Pick<Channel, "apiKey" | "headers">): string[] {
  return [apiKey, ...Object.values(headers)].filter((value): value is string => Boolean(value && value.length >= 6));
}

/** A failure on the way to a supplier or during its answer, in our words. */
export function connectionError(error: unknown): SupplierError {
  if (error instanceof SupplierError) return error;
  const { code = "", name = "", message = "" } = error as { code?: string; name?: string; message?: string };
  if (name === "AbortError" || name === "TimeoutError" || code === "UND_ERR_ABORTED") {
    return new SupplierError("interrupted");
  }
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT" || code === "UND_ERR_CONNECT_TIMEOUT") {
    return new SupplierError("supplierTimeout", { retryable: code === "UND_ERR_CONNECT_TIMEOUT", detail: code });
  }
  if (code === "EADDRREFUSED") return new SupplierError("addressRefused", { detail: code });
  return new SupplierError("supplierUnreachable", { retryable: true, detail: code || cut(message, 120) });
}

type Headers = Record<string, string | string[] | undefined>;

const NO_MONEY =
  /insufficient[_ ](user[_ ])?(quota|balance|credit|funds)|exceeded_current_quota|credit balance is too low|billing_(error|hard_limit|not_active)|arrearage|欠费|余额不足/i;
const BAD_KEY = /api[_ ]key[_ ](not[_ ]valid|invalid)|invalid[_ ]api[_ -]?key|API_KEY_INVALID/i;
const TOO_LONG =
  /context[_ ](length|window)|maximum context|too many tokens|(prompt|input) is too long|token count .{0,40}exceeds|exceeds the maximum number of tokens|exceeded model token limit|range of input length|request_too_large/i;
const FILTERED =
  /content[_ ]?(filter|policy|management)|data_inspection_failed|ResponsibleAIPolicy|responsible ai practices|moderation_blocked|safety system/i;

/** A supplier's refusal by status and body. The body is read for its meaning and never passed on with a key in it. */
export function responseError(
  { status, headers = {}, body }: { status: number; headers?: Headers; body: string },
  secrets: readonly string[],
): SupplierError {
  const detail = redact(messageOf(body), secrets);
  const options = { status, retryAfterMs: retryAfterOf(headers) ?? retryInfoOf(body), detail };
  if (status === 401 || status === 403) return new SupplierError("supplierUnauthorized", options);
  if (status === 402 || (status < 500 && NO_MONEY.test(body))) return new SupplierError("supplierQuota", options);
  if (status === 429) return new SupplierError("supplierBusy", { ...options, retryable: true });
  if (status === 408) return new SupplierError("supplierTimeout", { ...options, retryable: true });
  // 529: overloaded, as Anthropic says it.
  if (status >= 500) return new SupplierError("supplierError", { ...options, retryable: true });
  if (BAD_KEY.test(body)) return new SupplierError("supplierUnauthorized", options);
  if (status === 413 || TOO_LONG.test(body)) return new SupplierError("contextTooLong", options);
  if (FILTERED.test(body)) return new SupplierError("contentFiltered", options);
  return new SupplierError("supplierRefused", options);
}

/** A failure reported inside an answer that began with status 200. */
export function streamError(error: unknown, secrets: readonly string[]): SupplierError {
  const { code, status_code } = (error ?? {}) as { code?: unknown; status_code?: unknown };
  const status = [code, status_code].map(Number).find((value) => value >= 400 && value < 600) ?? 500;
  return responseError({ status, body: JSON.stringify({ error }) }, secrets);
}

/** The words of an error body, in the shapes in use: OpenAI and Google, plain, FastAPI, MiniMax. */
function messageOf(body: string): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return "";
  }
  if (Array.isArray(value)) value = value[0];
  const { error, message, detail, base_resp } = (value ?? {}) as Record<string, unknown>;
  for (const found of [error, (error as { message?: unknown } | undefined)?.message, message, detail]) {
    if (typeof found === "string" && found) return found;
  }
  if (Array.isArray(detail)) {
    return detail
      .map(({ loc, msg }: { loc?: unknown[]; msg?: unknown }) => `${(loc ?? []).join(".")}: ${String(msg ?? "")}`)
      .join("; ");
  }
  const { status_msg } = (base_resp ?? {}) as { status_msg?: unknown };
  return typeof status_msg === "string" ? status_msg : "";
}

/** Keys, other long tokens and addresses leave the text before anybody sees it. */
export function redact(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) safe = safe.replaceAll(secret, "***");
  safe = safe
    .replace(/\bBearer\s+\S+/gi, "***")
    .replace(/\b(sk|key|token)[-_][\w*-]{6,}/gi, "***")
    .replace(/\bAIza[\w-]{10,}/g, "***")
    .replace(/https?:\/\/\S+/gi, "")
    .replace(/\b[\w-]+(\.[\w-]+)+:\d{2,5}\b/g, "***");
  return cut(safe, 300);
}

function retryAfterOf(headers: Headers): number | undefined {
  const first = (name: string) => [headers[name]].flat()[0];
  const exact = Number(first("retry-after-ms") || Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const value = first("retry-after");
  if (!value) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Google tells the time in the body: a RetryInfo with `"retryDelay": "3.5s"`. */
function retryInfoOf(body: string): number | undefined {
  const seconds = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}
