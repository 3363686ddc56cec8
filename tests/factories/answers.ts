/** Answers of our calls for component tests: `"POST /api/token/login-pw"` to an envelope, or a function of the body. */
export type Answers = Record<string, Answer | ((body: unknown) => Answer)>;

export interface Answer {
  code?: number;
  data?: unknown;
  message?: string;
}

export interface SeenCall {
  call: string;
  body: unknown;
}

/** Puts a fetch in place that gives these answers and notes every call. An unknown call is answered with 404. */
export function answerCalls(answers: Answers): SeenCall[] {
  const seen: SeenCall[] = [];
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    const call = `${init.method} ${String(url).split("?")[0]}`;
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    seen.push({ call, body });
    const found = answers[call] ?? { code: 404, message: `no answer for ${call}` };
    const { code = 200, data = null, message = "" } = typeof found === "function" ? found(body) : found;
    const text = JSON.stringify({ code, data, message });
    return { ok: code === 200, status: code, headers: new Headers(), json: async () => JSON.parse(text) } as Response;
  }) as typeof fetch;
  return seen;
}
