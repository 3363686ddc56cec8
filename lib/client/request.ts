import { ApiError, RequestCancelled } from "./api-error";

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number | boolean)[];
export type Query = Record<string, QueryValue>;

/** Query text with its question mark: undefined and null are dropped, arrays are joined by commas (spec 7). */
export function toQueryString(...queries: (Query | undefined)[]): string {
  const merged: Query = Object.assign({}, ...queries);
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(merged)) {
    if (value === undefined || value === null) continue;
    params.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : "";
}

/**
 * Runs a fetch with a time-out in milliseconds. `beat` starts the time anew: streams call it at every chunk, so theirs
 * is idle time. `release` must be called when the answer has been read.
 */
export function startRequest(
  url: string,
  init: RequestInit,
  { signal, timeoutMs, send = fetch }: { signal?: AbortSignal; timeoutMs: number; send?: typeof fetch },
): { response: Promise<Response>; beat: () => void; release: () => void; translate: (error: unknown) => Error } {
  const controller = new AbortController();
  let timedOut = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const beat = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timedOut = true;
      controller.abort();
    }, timeoutMs);
  };
  const leave = () => controller.abort();
  const release = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
  };
  const translate = (error: unknown): Error => {
    release();
    if (timedOut) return new ApiError({ code: 0, reason: "timeout", cause: error });
    if (signal?.aborted) {
      console.debug("request cancelled", url.split("?")[0]);
      return new RequestCancelled();
    }
    if (error instanceof ApiError) return error;
    return new ApiError({ code: 0, reason: isUnreadable(error) ? "unreadable" : "network", cause: error });
  };

  if (signal?.aborted) controller.abort();
  else signal?.addEventListener("abort", leave);
  beat();
  const response = send(url, { ...init, signal: controller.signal });
  return { response, beat, release, translate };
}

interface Passing {
  response: ((response: Response) => Response)[];
  failure: ((error: Error) => Error)[];
}

/** Sends a request and reads its answer, both as a client's interceptors pass them on. */
export async function exchange<T>(
  url: string,
  init: RequestInit,
  options: Parameters<typeof startRequest>[2],
  interceptors: Passing,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const call = startRequest(url, init, options);
  try {
    const response = interceptors.response.reduce((answer, intercept) => intercept(answer), await call.response);
    const value = await read(response);
    call.release();
    return value;
  } catch (error) {
    throw interceptors.failure.reduce((failure, intercept) => intercept(failure), call.translate(error));
  }
}

/** By name: an error of another realm (a frame, a test's) is no instance of ours. */
function isUnreadable(error: unknown): boolean {
  return (error as Error | null)?.name === "SyntaxError";
}
