import { RESUMABLE_FROM } from "../config/constants";
import type { ResumablePurpose } from "../files/resumable-schema";
import type { CallOptions, Interceptors, OutgoingRequest } from "./api-client";
import { ApiError } from "./api-error";
import { fetchWithProgress } from "./xhr";

export interface UploadForm {
  file: File;
  /** Further fields; undefined ones are dropped. */
  fields?: Record<string, string | number | boolean | undefined>;
  /** Appended under the name `files`, once per entry. */
  files?: readonly File[];
  /** What the file is for: a larger one goes up in pieces that can be resumed. Unset for calls that take none. */
  resumable?: ResumablePurpose;
}

export interface UploadOptions<T = unknown> extends Omit<CallOptions<T>, "send"> {
  /** Hears the share that has gone out, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** The multipart form of an upload (spec 7): file, filename, extra fields, and `files` once per entry. */
export function toUploadForm({ file, fields = {}, files = [] }: UploadForm): FormData {
  const form = new FormData();
  form.append("file", file);
  form.append("filename", file.name);
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
  for (const entry of files) form.append("files", entry);
  return form;
}

/** What an upload needs of the client it belongs to. */
interface Calls {
  json<T>(method: "POST", path: string, body: unknown, options: CallOptions<T>): Promise<T>;
  /** The call that begins one in pieces, with the headers of the moment. */
  begin(): OutgoingRequest;
  failureOf(status: number, text: string): ApiError;
  interceptors: Interceptors;
}

/** Sends a form, or for a large file whose call knows how: pieces first, then their id with the form's other fields. */
export async function uploadFile<T>(
  { json, begin, failureOf, interceptors }: Calls,
  path: string,
  form: UploadForm,
  { onProgress, ...options }: UploadOptions<T> = {},
): Promise<T> {
  const { file, fields = {}, resumable } = form;
  const sendForm = () => {
    const send = onProgress && fetchWithProgress(onProgress);
    return json<T>("POST", path, toUploadForm(form), { ...options, send });
  };
  if (!resumable || file.size <= RESUMABLE_FROM) return sendForm();
  try {
    // Loaded when a large file is chosen.
    const { uploadInPieces } = await import("./large-upload");
    return await uploadInPieces({
      file,
      fields,
      purpose: resumable,
      endpoint: new URL(begin().url, window.location.href).href,
      headers: () => begin().init.headers,
      failureOf,
      finish: (body) => json<T>("POST", path, body, options),
      onProgress,
      signal: options.signal,
    });
  } catch (error) {
    // Behind several servers that share no folder the pieces may lie at another one: it goes as one form then.
    if (error instanceof ApiError && error.code === 404) return sendForm();
    throw interceptors.failure.reduce((failure, intercept) => intercept(failure), error as Error);
  }
}
