import { ApiError } from "./api-error";
import { exchange, type Query, toQueryString } from "./request";

export interface GenericOptions {
  method?: string;
  query?: Query;
  body?: BodyInit;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Milliseconds; the client's default otherwise. */
  timeoutMs?: number;
}

export interface GenericInterceptors {
  request: ((url: string, init: RequestInit) => RequestInit)[];
  response: ((response: Response) => Response)[];
  failure: ((error: Error) => Error)[];
}

/**
 * A client for answers without our envelope (spec 7, 8): 10,000 ms by default. A status that is no success is a failure
 * whose message is the answer's text; failures pass through the failure interceptors; the time-out aborts the request.
 */
export function createGenericClient({ timeoutMs: defaultTimeout = 10_000 } = {}) {
  const interceptors: GenericInterceptors = { request: [], response: [], failure: [] };

  const send = async <T>(
    url: string,
    options: GenericOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> => {
    const target = `${url}${toQueryString(options.query)}`;
    const given: RequestInit = { method: options.method ?? "GET", body: options.body, headers: options.headers };
    const init = interceptors.request.reduce((request, intercept) => intercept(target, request), given);
    const { signal, timeoutMs = defaultTimeout } = options;
    return exchange(target, init, { signal, timeoutMs }, interceptors, async (response) => {
      if (!response.ok) throw new ApiError({ code: response.status, message: await response.text() });
      return read(response);
    });
  };

  return {
    interceptors,
    json: <T>(url: string, options: GenericOptions = {}) =>
      send(url, options, (response) => response.json() as Promise<T>),
    text: (url: string, options: GenericOptions = {}) => send(url, options, (response) => response.text()),
    blob: (url: string, options: GenericOptions = {}) => send(url, options, (response) => response.blob()),
  };
}
