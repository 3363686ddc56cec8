import { DetailedError, type HttpRequest, type HttpResponse, type HttpStack, Upload } from "tus-js-client";
import { UPLOAD_PIECE } from "../config/constants";
import type { ResumablePurpose } from "../files/resumable-schema";
import { ApiError, RequestCancelled } from "./api-error";
import { currentPerson } from "./person";
import { startRequest } from "./request";
import { unfinishedUploads } from "./unfinished-uploads";
import { fetchWithProgress } from "./xhr";

/** Waits before each further try; a piece that arrives begins them anew, milliseconds. */
const RETRY_DELAYS = [500, 1500, 4000, 8000, 15_000, 30_000];
/** Without a byte going out for so long a connection counts as lost, milliseconds. */
const IDLE_MS = 60_000;
/** An upload the server no longer knows is begun anew so often: behind several servers it may never meet its own again. */
const ANEW_MAX = 2;

/** What is on its way in this window. */
const underWay = new Set<string>();

export interface ResumableUpload {
  file: File;
  purpose: ResumablePurpose;
  /** Where uploads begin, absolute. */
  endpoint: string;
  /** Headers of every call of ours, as they are at the time. */
  headers: () => Headers;
  /** The failure an answer tells of. */
  failureOf: (status: number, text: string) => Error;
  /** Hears a share from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Sends instead of the browser's own, in tests. */
  send?: (onProgress: (share: number) => void) => typeof fetch;
  retryDelays?: readonly number[];
}

export interface SentUpload {
  uploadId: string;
  /** It was finished or refused: the same file begins anew. */
  forget: () => void;
}

/**
 * Sends a file in pieces. Goes on by itself after a lost connection, and after a reload where the same person chooses the
 * same file once more. Throws ApiError, and RequestCancelled when given up: the server's part goes too.
 */
export function sendInPieces(options: ResumableUpload): Promise<SentUpload> {
  const { file, purpose, endpoint, onProgress, signal, retryDelays = RETRY_DELAYS } = options;
  const person = currentPerson();
  const mark = [person, purpose, file.size, file.lastModified, file.name].join("/");
  // Whose it is must be known to find it again; and one that is on its way in this window is never gone on with.
  const isKept = person !== null && !underWay.has(mark);
  if (isKept) underWay.add(mark);
  let anew = 0;
  return new Promise<SentUpload>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint,
      metadata: { purpose },
      chunkSize: UPLOAD_PIECE,
      retryDelays: [...retryDelays],
      onShouldRetry: (error) => (isGone(error) ? ++anew <= ANEW_MAX : isWorthAnotherTry(error)),
      httpStack: stackOf(options),
      // The package's own readers know no File outside a browser.
      fileReader: { openFile: async (whole: File) => sourceOf(whole) },
      urlStorage: unfinishedUploads,
      fingerprint: async () => mark,
      storeFingerprintForResuming: isKept,
      removeFingerprintOnSuccess: false,
      onProgress: (sent, total) => onProgress?.(sent / total),
      onError: (error) => {
        stopListening();
        reject(toFailure(error, options));
      },
      onSuccess: () => {
        stopListening();
        const uploadId = upload.url?.split("/").at(-1) ?? "";
        resolve({ uploadId, forget: () => void unfinishedUploads.removeUpload(upload.url ?? "") });
      },
    });
    const giveUp = () => {
      upload.abort(true).catch(() => undefined);
      reject(new RequestCancelled());
    };
    const stopListening = () => signal?.removeEventListener("abort", giveUp);
    if (signal?.aborted) return reject(new RequestCancelled());
    signal?.addEventListener("abort", giveUp, { once: true });
    void resumeOrStart(upload, isKept);
  }).finally(() => {
    if (isKept) underWay.delete(mark);
  });
}

async function resumeOrStart(upload: Upload, mayResume: boolean): Promise<void> {
  const [found] = mayResume ? await upload.findPreviousUploads() : [];
  if (found) upload.resumeFromPreviousUpload(found);
  upload.start();
}

const sourceOf = (file: File) => ({
  size: file.size,
  slice: async (from: number, to: number) => ({ value: file.slice(from, to), done: to >= file.size }),
  close: () => undefined,
});

/** Swept, given way to others, or begun at another server. */
function isGone({ originalRequest, originalResponse }: DetailedError): boolean {
  return originalRequest?.getMethod() === "PATCH" && [404, 410].includes(originalResponse?.getStatus() ?? 0);
}

/** A lost connection, a server that restarts, a piece that came twice; never what the server refuses for good. */
function isWorthAnotherTry(error: DetailedError): boolean {
  const cause = error.causingError;
  if (cause instanceof ApiError) return isPassing(cause.code);
  const status = error.originalResponse?.getStatus() ?? 0;
  return status === 409 || isPassing(status);
}

const isPassing = (code: number) => code === 0 || code === 429 || (code >= 500 && code !== 507);

function toFailure(error: Error, { failureOf }: ResumableUpload): Error {
  if (error instanceof DetailedError) {
    const { causingError, originalResponse } = error;
    if (causingError instanceof ApiError) return causingError;
    if (originalResponse) return failureOf(originalResponse.getStatus(), originalResponse.getBody());
  }
  return new ApiError({ code: 0, reason: "network", cause: error });
}

/** The package's requests as calls of ours: same headers, an idle time-out, and progress. */
function stackOf({ headers: common, send = fetchWithProgress }: ResumableUpload): HttpStack {
  return {
    getName: () => "api",
    createRequest(method, url): HttpRequest {
      const headers = common();
      const abort = new AbortController();
      let onSent: (bytes: number) => void = () => undefined;
      return {
        getMethod: () => method,
        getURL: () => url,
        setHeader: (name, value) => headers.set(name, value),
        getHeader: (name) => headers.get(name) ?? undefined,
        setProgressHandler: (handler) => {
          onSent = handler;
        },
        async send(body: Blob | null) {
          const call = startRequest(
            url,
            { method, headers, body },
            {
              signal: abort.signal,
              timeoutMs: IDLE_MS,
              send: send((share) => {
                call.beat();
                onSent(share * (body?.size ?? 0));
              }),
            },
          );
          try {
            const response = await call.response;
            const text = await response.text();
            call.release();
            // Asked how far it is, anything but "not there" says nothing of the upload: it must not begin anew.
            if (method === "HEAD" && !response.ok && ![403, 404, 410].includes(response.status)) {
              throw new ApiError({ code: response.status });
            }
            return answerOf(response, text);
          } catch (error) {
            throw call.translate(error);
          }
        },
        abort: async () => abort.abort(),
        getUnderlyingObject: () => null,
      };
    },
  };
}

const answerOf = (response: Response, text: string): HttpResponse => ({
  getStatus: () => response.status,
  getHeader: (name) => response.headers.get(name) ?? undefined,
  getBody: () => text,
  getUnderlyingObject: () => response,
});
