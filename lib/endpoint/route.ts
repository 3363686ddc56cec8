import "server-only";
import { z } from "zod";
import { recordRefusal } from "@/lib/audit/refusals";
import { type Actor, hasPermission, type RequestMeta } from "@/lib/auth/actor";
import { isSecure } from "@/lib/auth/cookie";
import { isSameOrigin } from "@/lib/auth/origin";
import { type BeforeReady, isOpenBefore, PENDING_ERRORS } from "@/lib/auth/pending";
import { loadPerson, resolveActor } from "@/lib/auth/session";
import type { ApiScope } from "@/lib/config/api-scopes";
import { JSON_BODY_MAX } from "@/lib/config/constants";
import { CALL_POLICY, COMMON_HEADERS, FRAME_OPTIONS, STRICT_TRANSPORT } from "@/lib/config/security-headers";
import { AppError, type ErrorArgs, type ErrorKey } from "@/lib/errors/errors";
import { knownFailure } from "@/lib/errors/known-failure";
import type { Locale } from "@/lib/i18n/locales";
import { errorText, requestLocale } from "@/lib/i18n/translate";
import { currentLicence } from "@/lib/licence/load";
import { log } from "@/lib/log";
import { countRequest } from "@/lib/metrics";
import type { PermissionCode } from "@/lib/permissions/codes";
import { assertDeclared } from "./declared";
import { Answer, envelope } from "./envelope";
import { parseInput } from "./input";
import { untilGone } from "./until-gone";
import { watchedStream } from "./watched-stream";

type Schema = z.ZodType;
type Out<S> = S extends Schema ? z.infer<S> : undefined;

interface Input<A, B, Q, R> {
  request: Request;
  meta: RequestMeta;
  locale: Locale;
  /** The person was told what the call breaks, and goes on. */
  confirmed: boolean;
  actor: A;
  body: Out<B>;
  query: Out<Q>;
  params: Out<R>;
}

/** What a call answers: our envelope, lines of a stream, a file's bytes, plain text, or headers alone. */
export type AnswerKind = "envelope" | "ndjson" | "file" | "text" | "json" | "events" | "headers";

/** What every handler says of itself, for the API document and the log. */
export interface Described {
  /** A line for people, without a full stop. */
  summary: string;
  /** Our envelope where it is not said. */
  answers?: AnswerKind;
  /** `area.verb` of the operation log; the wrapper writes refusals and failures under it. */
  audit?: string;
  /** What an audited call does that changes nothing: only its refusals and failures are logged. */
  looks?: string;
  /** Served without the framework's wrapping (./direct.ts): calls that stream, or come by the thousand. */
  direct?: true;
  /** Why the operation log does not tell of it (ARCHITECTURE 9), of calls that change something. */
  exempt?: string;
}

interface Common<B, Q, R, S> extends Described {
  /** What the envelope carries; strict objects all through, so that nothing leaves that is not declared. `nothing` where it is null. */
  response?: S;
  body?: B;
  query?: Q;
  /** Schema of the path's parameters. A malformed id is "not found", never an error of ours. */
  params?: R;
  /** Body limit in bytes; JSON_BODY_MAX when unset. Ignored by handlers that read the stream themselves. */
  maxBody?: number;
  /** Fields of a multipart body that the handler reads itself, for the OpenAPI document. */
  multipart?: Schema;
  /** Takes the `uploadId` of a finished resumable upload as JSON as well, with the form's other fields. */
  resumable?: true;
  /** Open before a person is ready (spec 10: self-info, language, logout and the steps themselves). */
  beforeReady?: BeforeReady;
  /** Allowed while the licence has ended: signing in and out, the licence itself, and what only reads (spec N12). */
  whenReadOnly?: boolean;
  /** A public door that forms of other sites post to; what it does is proved by what they carry, never by a cookie. */
  crossSite?: true;
}

export type Access = { any: readonly [PermissionCode, ...PermissionCode[]] } | { signedIn: true };

/** What a handler declares, readable by the sweep and the OpenAPI document. `apiKey`: a key with that scope. `scim`: a channel's token. */
export interface Declaration extends Described {
  access: Access | { public: true } | { apiKey: ApiScope } | { scim: true };
  response?: Schema;
  body?: Schema;
  query?: Schema;
  params?: Schema;
  multipart?: Schema;
  resumable?: boolean;
  beforeReady?: BeforeReady;
  whenReadOnly: boolean;
  crossSite: boolean;
  /** Made when the product is built: it knows nothing of the request. */
  isStatic?: true;
}

type NextHandler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;
/** `B` is what its body may be, `S` what its envelope carries: the browser's calls are typed by them (`lib/client/calls.ts`). */
export type Handler<B = unknown, S = unknown> = NextHandler & {
  declaration: Declaration;
  types?: { body: B; answer: S };
};

/** What `run` gives: the answer, with headers of its own by `answerWith`; or a response where it is a stream or a file. */
type Given<S extends Schema> =
  unknown extends z.input<S>
    ? unknown
    : null extends z.input<S>
      ? // biome-ignore lint/suspicious/noConfusingVoidType: a service that answers nothing returns nothing
        z.input<S> | Answer<z.input<S>> | Response | undefined | void
      : z.input<S> | Answer<z.input<S>> | Response;
type Run<I, S extends Schema> = (input: I) => Given<S> | Promise<Given<S>>;

/** Sent by the browser when a refusal that named what is still in use was answered with "go on". */
const CONFIRMED_HEADER = "x-confirmed";

const MUTATING = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** A public handler says so; it gets no actor. */
export function publicHandler<B extends Schema, Q extends Schema, R extends Schema, S extends Schema>(
  spec: Common<B, Q, R, S> & { run: Run<Input<null, B, Q, R>, S> },
): Handler<z.input<B>, z.output<S>> {
  return build({ public: true }, spec as never);
}

/** A handler for signed-in people: it names the codes (any of) that open it, or says that being signed in is enough. */
export function handler<B extends Schema, Q extends Schema, R extends Schema, S extends Schema>(
  spec: Access & Common<B, Q, R, S> & { run: Run<Input<Actor, B, Q, R>, S> },
): Handler<z.input<B>, z.output<S>> {
  return build("any" in spec ? { any: spec.any } : { signedIn: true }, spec as never);
}

interface Spec extends Common<Schema, Schema, Schema, Schema> {
  run: (input: Input<Actor | null, Schema, Schema, Schema>) => unknown;
}

function build(access: Access | { public: true }, spec: Spec): Handler<never, never> {
  const run: NextHandler = async (request, context) => {
    const started = performance.now();
    const meta = requestMeta(request);
    const locale = requestLocale(request.headers);
    let actor: Actor | null = null;
    let response: Response;
    let read: unknown;
    try {
      actor = await authenticate(request, access, meta, spec.crossSite);
      if (actor) authorize(actor, access, spec.beforeReady);
      if (!spec.whenReadOnly) await assertWritable(request.method);
      const params = spec.params && parseInput(spec.params, await context.params, "notFound");
      const query = spec.query && parseInput(spec.query, queryOf(request));
      read = spec.body && (await readJson(request, spec.maxBody));
      const body = spec.body && parseInput(spec.body, read);
      const confirmed = request.headers.get(CONFIRMED_HEADER) === "1";
      const given = await spec.run({ request, meta, locale, confirmed, actor, body, query, params } as never);
      response =
        given instanceof Response
          ? untilGone(whileAllowed(given, actor, access), request.signal)
          : enveloped(given, spec, request);
    } catch (error) {
      // Who left reads no answer: what ends with them is no failure of ours.
      const isGone = request.signal.aborted && error === request.signal.reason;
      response = isGone ? new Response(null, { status: 499 }) : await failure(error, locale, meta);
      if (spec.audit) {
        const params = (await context.params) as Record<string, unknown> | undefined;
        await recordRefusal(spec.audit, actor, meta, error, { params, body: read });
      }
    }
    return sent(response, request, meta.requestId, started);
  };
  return Object.assign(run, {
    declaration: declarationOf(access, spec),
  });
}

/** What the spec of a handler says, without how it runs. */
export function declarationOf(access: Declaration["access"], spec: Partial<Declaration> & Described): Declaration {
  return {
    summary: spec.summary,
    answers: spec.answers,
    exempt: spec.exempt,
    looks: spec.looks,
    access,
    response: spec.response,
    body: spec.body,
    query: spec.query,
    params: spec.params,
    multipart: spec.multipart,
    resumable: spec.resumable,
    audit: spec.audit,
    beforeReady: spec.beforeReady,
    whenReadOnly: spec.whenReadOnly ?? false,
    crossSite: spec.crossSite ?? false,
  };
}

function enveloped(given: unknown, { response: declared }: Spec, request: Request): Response {
  const { data, options } = given instanceof Answer ? given : { data: given, options: {} };
  if (declared) assertDeclared(declared, data, request);
  return envelope(options.code ?? 200, data ?? null, "", options.headers);
}

/** A stream of lines ends when its reader is signed out, disabled or no longer holds the code (SECURITY rule 6). */
function whileAllowed(response: Response, actor: Actor | null, access: Access | { public: true }): Response {
  if (!actor || !response.body || !response.headers.get("content-type")?.startsWith("application/x-ndjson")) {
    return response;
  }
  const mayRead = async () => {
    const person = await loadPerson(actor.sessionId);
    return (
      person !== null && person.pending.length === 0 && (!("any" in access) || hasPermission(person, ...access.any))
    );
  };
  return new Response(watchedStream(response.body, mayRead), { status: response.status, headers: response.headers });
}

/** An answer as it leaves: with the headers of every one, and counted. */
export function sent(response: Response, request: Request, requestId: string, started: number): Response {
  secure(response.headers, request.headers);
  response.headers.set("x-request-id", requestId);
  countRequest(request.method, response.status, performance.now() - started);
  return response;
}

/** Headers every answer carries; a file has a stricter policy of its own. */
export function secure(headers: Headers, asked: Headers): void {
  const all = {
    ...COMMON_HEADERS,
    "x-frame-options": FRAME_OPTIONS,
    "content-security-policy": CALL_POLICY,
    "cache-control": "private, no-store",
  };
  for (const [name, value] of Object.entries(all)) if (!headers.has(name)) headers.set(name, value);
  if (isSecure(asked)) headers.set("strict-transport-security", STRICT_TRANSPORT);
}

export function requestMeta(request: Request): RequestMeta {
  return {
    requestId: request.headers.get("x-request-id") ?? crypto.randomUUID(),
    // Written by our own process from the socket; whatever a client sends under this name was removed (ARCHITECTURE 4).
    address: request.headers.get("x-client-address") ?? "unknown",
    userAgent: request.headers.get("user-agent") ?? "",
    locale: requestLocale(request.headers),
  };
}

/** Who calls; null at public handlers. Throws unauthorized or crossOrigin. */
async function authenticate(
  request: Request,
  access: Access | { public: true },
  meta: RequestMeta,
  crossSite = false,
): Promise<Actor | null> {
  const mutating = MUTATING.has(request.method);
  const sameOrigin = mutating ? isSameOrigin(request) : true;
  if ("public" in access) {
    if (sameOrigin === false && !crossSite) throw new AppError("crossOrigin");
    return null;
  }
  const resolved = await resolveActor(request.headers, meta);
  if (!resolved) throw new AppError("unauthorized");
  // A form on a foreign page sends the cookie, never the header.
  if (mutating && resolved.byCookie && sameOrigin !== true) throw new AppError("crossOrigin");
  return resolved.actor;
}

/** Apart from `authenticate`, so that a refusal is logged under the person's name. */
function authorize(actor: Actor, access: Access | { public: true }, beforeReady?: BeforeReady): void {
  const [pending] = actor.pending;
  if (pending && !isOpenBefore(actor.pending, beforeReady)) throw new AppError(PENDING_ERRORS[pending]);
  if ("any" in access && !hasPermission(actor, ...access.any)) throw new AppError("noPermission");
}

/** A licence that is no longer in force leaves reading, searching, downloading and exporting. Throws licenceExpired. */
export async function assertWritable(method: string): Promise<void> {
  if (MUTATING.has(method) && (await currentLicence()).readOnly) throw new AppError("licenceExpired");
}

/** `?a=1&b=x,y`: repeated names and commas are for the schema to split (spec 7: arrays joined by commas). */
function queryOf(request: Request): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of new URL(request.url).searchParams) query[name] = value;
  return { ...query };
}

/** Reads the fields of a plain form within its limit. Throws unsupportedMediaType or bodyTooLarge. */
export async function readForm(request: Request, max = JSON_BODY_MAX): Promise<URLSearchParams> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") throw new AppError("unsupportedMediaType");
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body) {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > max) throw new AppError("bodyTooLarge");
      chunks.push(chunk);
    }
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}

/** Reads a JSON body within its limit; `also` is a second type it may say. Throws unsupportedMediaType, bodyTooLarge or invalidJson. */
export async function readJson(request: Request, max = JSON_BODY_MAX, also?: string): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json" && (!type || type !== also)) throw new AppError("unsupportedMediaType");
  const text = await readText(request, max);
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalidJson");
  }
}

/** The body as it was sent, for what is signed. Throws bodyTooLarge over so many bytes, invalidJson for what is not UTF-8. */
export async function readText(request: Request, max = JSON_BODY_MAX): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > max) throw new AppError("bodyTooLarge");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  try {
    if (request.body) {
      for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
        size += chunk.byteLength;
        if (size > max) throw new AppError("bodyTooLarge");
        text += decoder.decode(chunk, { stream: true });
      }
    }
    return text + decoder.decode();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError("invalidJson");
  }
}

async function failure(error: unknown, locale: Locale, meta: RequestMeta): Promise<Response> {
  const known = knownFailure(error);
  if (!known) log().error({ err: error, requestId: meta.requestId }, "request failed");
  else if (known.code >= 500) log().warn({ err: error, requestId: meta.requestId, key: known.key }, "request refused");
  const { key, code, options } = known ?? new AppError("unknown");
  const args: ErrorArgs = options.args ?? {};
  const data = options.data ?? (known ? null : { requestId: meta.requestId });
  const headers: HeadersInit = code === 503 || code === 429 ? { "retry-after": String(retryAfter(args)) } : {};
  return envelope(code, withKey(key, data), await errorText(locale, key, args), headers);
}

/** Failures name their catalogue key, so that a client can react without reading texts. */
function withKey(key: ErrorKey, data: unknown): unknown {
  return data && typeof data === "object" ? { error: key, ...data } : { error: key };
}

function retryAfter(args: ErrorArgs): number {
  return typeof args.minutes === "number" ? args.minutes * 60 : 5;
}

/** An id of ours in a path: anything else is "not found" (ARCHITECTURE 9). */
export const idParam = z.object({ id: z.uuid() });
