import "server-only";
import type { z } from "zod";
import { type KeyHolder, mayUseScope, resolveApiKey } from "@/lib/auth/api-key";
import type { ApiScope } from "@/lib/config/api-scopes";
import {
  assertWritable,
  type Described,
  declarationOf,
  type Handler,
  readJson,
  requestMeta,
  sent,
} from "@/lib/endpoint/route";
import { untilGone } from "@/lib/endpoint/until-gone";
import { AppError, ERROR_CODES, type ErrorArgs, type ErrorKey } from "@/lib/errors/errors";
import { knownFailure } from "@/lib/errors/known-failure";
import type { Locale } from "@/lib/i18n/locales";
import { errorText, requestLocale } from "@/lib/i18n/translate";
import { log } from "@/lib/log";
import { SupplierError } from "@/lib/models/types";
import { assertRunning } from "@/lib/runtime";

/** Whose errors a door speaks. */
export type Dialect = "openai" | "anthropic";

type Schema = z.ZodType | undefined;
type Out<S extends Schema> = S extends z.ZodType ? z.infer<S> : undefined;

export interface OpenInput<B extends Schema, R extends Schema, Q extends Schema> {
  request: Request;
  holder: KeyHolder;
  body: Out<B>;
  params: Out<R>;
  query: Out<Q>;
  locale: Locale;
  /** A failure that must be told inside a stream, as this door's clients read it. */
  failure(error: ErrorKey): Promise<string>;
}

interface OpenSpec<B extends Schema, R extends Schema, Q extends Schema> extends Described {
  scope: ApiScope;
  dialect?: Dialect;
  body?: B;
  /** Schema of the path's parameters. */
  params?: R;
  /** Schema of what stands behind the `?`. */
  query?: Q;
  /** A multipart body the handler reads itself, for the document. */
  multipart?: z.ZodType;
  /** Body limit in bytes: questions carry pictures. */
  maxBody?: number;
  run(input: OpenInput<B, R, Q>): Promise<Response> | Response;
}

/** spec 9: ten pictures of 20 MB are too much for one call; this is what suppliers take. */
const BODY_MAX = 50 * 1024 ** 2;

/**
 * A handler of the Open API: a key comes in, errors leave in the shape official clients understand. The status never
 * says 401 for a supplier's refusal, only for the caller's own key (SECURITY rule 26).
 */
export function openHandler<B extends Schema = undefined, R extends Schema = undefined, Q extends Schema = undefined>(
  spec: OpenSpec<B, R, Q>,
): Handler {
  const { scope, dialect = "openai" } = spec;
  const run = async (request: Request, context: { params: Promise<unknown> }): Promise<Response> => {
    const started = performance.now();
    const meta = requestMeta(request);
    const locale = requestLocale(request.headers);
    let response: Response;
    try {
      const holder = await resolveApiKey(request.headers, meta);
      if (!holder) throw new AppError("apiKeyInvalid");
      if (!mayUseScope(holder.key, scope)) throw new AppError("apiKeyScope");
      await assertWritable(request.method);
      assertRunning();
      const params = (spec.params && paramsOf(spec.params, await context.params)) as never;
      const query = (spec.query && parse(spec.query, Object.fromEntries(new URL(request.url).searchParams))) as never;
      const body = (spec.body && parse(spec.body, await readJson(request, spec.maxBody ?? BODY_MAX))) as never;
      const failure = async (error: ErrorKey) =>
        dialect === "openai"
          ? `data: ${JSON.stringify(await failureBody(dialect, locale, { key: error, code: ERROR_CODES[error] }))}\n\n`
          : `event: error\ndata: ${JSON.stringify(await failureBody(dialect, locale, { key: error, code: ERROR_CODES[error] }))}\n\n`;
      response = untilGone(await spec.run({ request, holder, body, params, query, locale, failure }), request.signal);
    } catch (error) {
      response = await failed(error, dialect, locale, meta.requestId);
    }
    return sent(response, request, meta.requestId, started);
  };
  return Object.assign(run, { declaration: declarationOf({ apiKey: scope }, spec) });
}

/** A malformed id names nothing (ARCHITECTURE 9). */
function paramsOf<R extends z.ZodType>(schema: R, value: unknown): z.infer<R> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError("notFound");
  return parsed.data;
}

function parse<B extends z.ZodType>(schema: B, value: unknown): z.infer<B> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError("invalidInput", { data: { param: issue?.path.join(".") ?? "", reason: issue?.message ?? "" } });
}

interface Failure {
  key: ErrorKey;
  code: number;
  args?: ErrorArgs;
  /** Added for developers: which field, or what the supplier said, without keys and addresses. */
  detail?: string;
  param?: string;
}

async function failed(error: unknown, dialect: Dialect, locale: Locale, requestId: string): Promise<Response> {
  const failure = failureOf(error);
  if (!(error instanceof AppError || error instanceof SupplierError))
    log().error({ err: error, requestId }, "request failed");
  const headers: Record<string, string> = { "content-type": "application/json", "cache-control": "no-store" };
  if (failure.code === 429 || failure.code === 503) {
    headers["retry-after"] = String(typeof failure.args?.seconds === "number" ? failure.args.seconds : 5);
  }
  return new Response(JSON.stringify(await failureBody(dialect, locale, failure)), { status: failure.code, headers });
}

/** Statuses clients of other services know: what the question itself caused is 400. */
const AS_BAD_REQUEST = new Set<ErrorKey>(["contextTooLong", "contentFiltered", "supplierRefused", "modelCannotSee"]);

function failureOf(error: unknown): Failure {
  const known = knownFailure(error);
  if (known) {
    const { param, reason } = (known.options.data ?? {}) as { param?: string; reason?: string };
    const code = AS_BAD_REQUEST.has(known.key) ? 400 : known.code;
    return { key: known.key, code, args: known.options.args, param, detail: param ? `${param}: ${reason}` : undefined };
  }
  if (error instanceof SupplierError) {
    const code = AS_BAD_REQUEST.has(error.key) ? 400 : ERROR_CODES[error.key];
    return { key: error.key, code, detail: error.key === "supplierRefused" ? error.options.detail : undefined };
  }
  return { key: "unknown", code: 500 };
}

/** Names official clients react to. */
const OPENAI_CODES: Partial<Record<ErrorKey, string>> = {
  apiKeyInvalid: "invalid_api_key",
  modelNotFound: "model_not_found",
  contextTooLong: "context_length_exceeded",
  contentFiltered: "content_filter",
  keyRateLimit: "rate_limit_exceeded",
  openCallsLimit: "rate_limit_exceeded",
  keyDailyLimit: "insufficient_quota",
  dailyTokenLimit: "insufficient_quota",
  dailyImageLimit: "insufficient_quota",
  budgetExceeded: "insufficient_quota",
};

async function failureBody(dialect: Dialect, locale: Locale, failure: Failure): Promise<object> {
  const text = await errorText(locale, failure.key, failure.args ?? {});
  const message = failure.detail ? `${text} (${failure.detail})` : text;
  if (dialect === "anthropic") return { type: "error", error: { type: anthropicType(failure.code), message } };
  const code = OPENAI_CODES[failure.key] ?? failure.key;
  return { error: { message, type: openAiType(failure.code), param: failure.param ?? null, code } };
}

function openAiType(code: number): string {
  if (code === 401) return "authentication_error";
  if (code === 403) return "permission_error";
  if (code === 429) return "rate_limit_error";
  return code >= 500 ? "server_error" : "invalid_request_error";
}

function anthropicType(code: number): string {
  if (code === 401) return "authentication_error";
  if (code === 403) return "permission_error";
  if (code === 404) return "not_found_error";
  if (code === 413) return "request_too_large";
  if (code === 429) return "rate_limit_error";
  if (code === 503) return "overloaded_error";
  return code >= 500 ? "api_error" : "invalid_request_error";
}
