/** Every answer but streams, bytes and the OpenAI-compatible door (spec 7). */
export interface Envelope<T> {
  code: number;
  data: T | null;
  message: string;
}

/** User answers are private and never stored by anything between (SECURITY rule 27). */
export const PRIVATE_HEADERS = {
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
} as const;

/** What an envelope carries where it has a code or headers of its own, such as a cookie. */
export class Answer<T> {
  constructor(
    readonly data: T,
    readonly options: { code?: number; headers?: HeadersInit },
  ) {}
}

/** An answer with a code or headers of its own; held against its handler's `response` like any other. */
export const answerWith = <T>(data: T, options: { code?: number; headers?: HeadersInit }) => new Answer(data, options);

export function envelope<T>(code: number, data: T | null, message: string, headers: HeadersInit = {}): Response {
  const answer: Envelope<T> = { code, data, message };
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(PRIVATE_HEADERS)) if (!all.has(name)) all.set(name, value);
  return Response.json(answer, { status: code, headers: all });
}
