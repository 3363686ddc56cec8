import { ApiError } from "./api-error";
import { type ResumableUpload, type SentUpload, sendInPieces } from "./resumable-upload";

/** Waits before the call that makes the file is made once more, milliseconds. */
const FINISH_DELAYS = [1000, 4000, 10_000];

interface LargeUpload<T> extends ResumableUpload {
  /** Further fields of the form the upload stands for; undefined ones are dropped. */
  fields: Record<string, string | number | boolean | undefined>;
  /** The call that makes the file. */
  finish: (body: Record<string, string>) => Promise<T>;
}

/** Uploads a file in pieces and has the file made of them. Throws ApiError and RequestCancelled. */
export async function uploadInPieces<T>({ fields, finish, ...options }: LargeUpload<T>): Promise<T> {
  const sent = await sendInPieces(options);
  const body: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body[name] = String(value);
  const { uploadId } = sent;
  return finished(sent, () => finish({ ...body, uploadId, filename: options.file.name }), options.signal);
}

/**
 * The server answers the same however often it is asked, so a lost answer is asked for again; a refusal is for good, and
 * the same file begins anew.
 */
async function finished<T>(sent: SentUpload, call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      const value = await call();
      sent.forget();
      return value;
    } catch (error) {
      const delay = FINISH_DELAYS[attempt];
      const mayPass = error instanceof ApiError && isPassing(error);
      if (error instanceof ApiError && !mayPass && error.code < 500 && error.code !== 401) sent.forget();
      if (!mayPass || delay === undefined || signal?.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

/** No answer, a server that restarts or is busy, or one that is still making the file. */
function isPassing({ code, data }: ApiError): boolean {
  const isStillAtIt = (data as { error?: string } | null)?.error === "uploadBusy";
  return isStillAtIt || [0, 429, 502, 503, 504].includes(code);
}
