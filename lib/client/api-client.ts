import { readJsonLines } from "@/lib/text/ndjson";
import { isUnattended } from "./activity";
import { ApiError, CODE_OK } from "./api-error";
import type { AnswerOf, BodyOf, KnownPath } from "./calls";
import { exchange, type Query, startRequest, toQueryString } from "./request";
import { saveBlob } from "./save-file";
import { readStored, STORED } from "./stored";
import type { UploadForm, UploadOptions } from "./upload";

export interface Envelope {
  code: number;
  data: unknown;
  message: string;
}

/** Anything with zod's `parse`. */
interface Parser<T> {
  parse(value: unknown): T;
}

export interface CallOptions<T = unknown> {
  query?: Query;
  /** Checks and types the answer's data. */
  parse?: Parser<T>;
  signal?: AbortSignal;
  /** Milliseconds. */
  timeoutMs?: number;
  headers?: Record<string, string>;
  /** Sends the request instead of `fetch`, e.g. to tell how much has gone out. */
  send?: typeof fetch;
}

/** What interceptors of requests see and may change. */
export interface OutgoingRequest {
  url: string;
  init: RequestInit & { headers: Headers };
}

export interface Interceptors {
  request: ((request: OutgoingRequest) => OutgoingRequest)[];
  response: ((response: Response) => Response)[];
  /** Sees every failure, may replace it. */
  failure: ((error: Error) => Error)[];
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * The browser's way to our own calls. Unwraps the envelope: code 200 gives the data, any other throws `ApiError` with the
 * server's message (spec 8). Says nothing to the person itself: see `reportFailure`.
 */
export function createApiClient({ basePath = "/api", timeoutMs: defaultTimeout = 120_000 } = {}) {
  const interceptors: Interceptors = { request: [], response: [], failure: [] };

  const prepare = (method: Method, path: string, body: unknown, options: CallOptions): OutgoingRequest => {
    const headers = new Headers({ Accept: "application/json", ...options.headers });
    // Messages come in the language of the page, also before anyone has chosen one.
    if (typeof document !== "undefined") headers.set("Accept-Language", document.documentElement.lang);
    const token = readStored(STORED.token);
    if (token) headers.set("Authorization", token);
    if (isUnattended()) headers.set("X-Unattended", "1");
    const init: OutgoingRequest["init"] = { method, headers, mode: "cors", credentials: "same-origin" };
    if (body instanceof FormData) init.body = body;
    else if (body !== undefined) {
      headers.set("Content-Type", "application/json");
      init.body = JSON.stringify(body);
    }
    const url = `${basePath}${path}${toQueryString(options.query)}`;
    return interceptors.request.reduce((request, intercept) => intercept(request), { url, init });
  };

  const run = async <T>(
    method: Method,
    path: string,
    body: unknown,
    options: CallOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> => {
    const { url, init } = prepare(method, path, body, options);
    const { signal, timeoutMs = defaultTimeout, send } = options;
    return exchange(url, init, { signal, timeoutMs, send }, interceptors, read);
  };

  const json = async <T>(method: Method, path: string, body: unknown, options: CallOptions<T> = {}): Promise<T> => {
    const once = (headers?: Record<string, string>) =>
      run(
        method,
        path,
        body,
        headers ? { ...options, headers: { ...options.headers, ...headers } } : options,
        async (response) => {
          const data = unwrap(await response.json());
          return options.parse ? options.parse.parse(data) : (data as T);
        },
      );
    try {
      return await once();
    } catch (error) {
      // How people are asked is loaded when there is something to ask.
      if (!isStillUsed(error) || !(await (await import("./still-used")).goesOn(error))) throw error;
      return once({ "X-Confirmed": "1" });
    }
  };

  const blob = (
    path: string,
    options: CallOptions = {},
    method: "GET" | "POST" = "GET",
    body: unknown = method === "POST" ? {} : undefined,
  ): Promise<{ blob: Blob; filename: string | null }> =>
    run(method, path, body, options, async (response) => {
      if (!response.ok) await throwEnvelope(response);
      return { blob: await response.blob(), filename: filenameOf(response.headers.get("content-disposition")) };
    });

  const stream = async function* <T>(
    method: "GET" | "POST",
    path: string,
    body: unknown,
    options: Omit<CallOptions, "parse"> = {},
  ): AsyncGenerator<T, void, undefined> {
    const { url, init } = prepare(method, path, body, options);
    init.headers.set("Accept", "application/x-ndjson, application/json");
    const call = startRequest(url, init, { signal: options.signal, timeoutMs: options.timeoutMs ?? defaultTimeout });
    try {
      const response = interceptors.response.reduce((answer, intercept) => intercept(answer), await call.response);
      const type = response.headers.get("content-type") ?? "";
      if (!response.ok || type.startsWith("application/json")) await throwEnvelope(response);
      if (response.body) yield* readJsonLines<T>(response.body, call.beat);
    } catch (error) {
      throw interceptors.failure.reduce((failure, intercept) => intercept(failure), call.translate(error));
    } finally {
      call.release();
    }
  };

  /** Most pages upload nothing: how it is done is loaded when a file is there. */
  const upload = async <T>(path: string, form: UploadForm, options?: UploadOptions<T>): Promise<T> => {
    const { uploadFile } = await import("./upload");
    const begin = () => prepare("POST", "/files/uploads", undefined, {});
    return uploadFile<T>({ json, begin, failureOf, interceptors }, path, form, options);
  };

  return {
    interceptors,
    get: <T>(path: string, options?: CallOptions<T>) => json<T>("GET", path, undefined, options),
    post: <T>(path: string, body: unknown = {}, options?: CallOptions<T>) => json<T>("POST", path, body, options),
    put: <T>(path: string, body: unknown, options?: CallOptions<T>) => json<T>("PUT", path, body, options),
    patch: <T>(path: string, body: unknown, options?: CallOptions<T>) => json<T>("PATCH", path, body, options),
    delete: <T>(path: string, options?: CallOptions<T>) => json<T>("DELETE", path, undefined, options),
    /** The bytes of a file call and the name the server gave them. */
    blob,
    /** Fetches a file and hands it to the browser's downloads. `POST`: one that is given once, or asked for at length. */
    download: async (
      path: string,
      { method, body, ...options }: CallOptions & { filename?: string; method?: "GET" | "POST"; body?: unknown } = {},
    ): Promise<void> => {
      const answer = await blob(path, options, method, body);
      saveBlob(answer.blob, options.filename ?? answer.filename ?? "download");
    },
    /** A form, or for a large file whose call knows how: pieces first, then their id with the form's other fields. */
    upload,
    /** JSON values of a line stream as they arrive; the time-out counts idle time. */
    streamGet: <T>(path: string, options?: Omit<CallOptions, "parse">) => stream<T>("GET", path, undefined, options),
    streamPost: <T>(path: string, body: unknown, options?: Omit<CallOptions, "parse">) =>
      stream<T>("POST", path, body, options),
  };
}

function unwrap(answer: unknown): unknown {
  const { code, data, message } = answer as Partial<Envelope>;
  if (code === CODE_OK) return data;
  if (typeof code !== "number") throw new ApiError({ code: 0, reason: "unreadable" });
  throw new ApiError({ code, message, data });
}

async function throwEnvelope(response: Response): Promise<never> {
  throw failureOf(response.status, await response.text());
}

/** The failure an answer tells of. */
function failureOf(status: number, text: string): ApiError {
  try {
    unwrap(JSON.parse(text));
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  return new ApiError({ code: status, reason: "unreadable" });
}

function filenameOf(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/i.exec(disposition ?? "")?.[1] ?? null;
}

type Client = ReturnType<typeof createApiClient>;

/**
 * The calls of this product: a path names its call (`lib/generated/calls.ts`), whose declaration types what goes out and
 * what comes back. Parameters stand in the path as they are: `/chat/sessions/${id}`.
 */
interface TypedCalls {
  get<P extends `/${string}`>(path: KnownPath<"GET", P>, options?: CallOptions): Promise<AnswerOf<"GET", P>>;
  post<P extends `/${string}`>(
    path: KnownPath<"POST", P>,
    body?: BodyOf<"POST", P>,
    options?: CallOptions,
  ): Promise<AnswerOf<"POST", P>>;
  put<P extends `/${string}`>(
    path: KnownPath<"PUT", P>,
    body: BodyOf<"PUT", P>,
    options?: CallOptions,
  ): Promise<AnswerOf<"PUT", P>>;
  patch<P extends `/${string}`>(
    path: KnownPath<"PATCH", P>,
    body: BodyOf<"PATCH", P>,
    options?: CallOptions,
  ): Promise<AnswerOf<"PATCH", P>>;
  delete<P extends `/${string}`>(path: KnownPath<"DELETE", P>, options?: CallOptions): Promise<AnswerOf<"DELETE", P>>;
  upload<P extends `/${string}`>(
    path: KnownPath<"POST", P>,
    form: UploadForm,
    options?: UploadOptions<AnswerOf<"POST", P>>,
  ): Promise<AnswerOf<"POST", P>>;
}

/** spec 7, 9: 120,000 ms. */
export const api = createApiClient() as TypedCalls & Omit<Client, keyof TypedCalls>;

const isStillUsed = (error: unknown) =>
  error instanceof ApiError && (error.data as { error?: unknown } | null)?.error === "stillUsed";
