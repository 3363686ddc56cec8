import { startRequest } from "@/lib/client/request";
import { bodyOf, CALL_KINDS, type Trial } from "./samples";

export interface TrialAnswer {
  status: number;
  requestId: string;
  /** Milliseconds to the first byte, and in all. */
  firstByteMs: number;
  ms: number;
  /** The answer as it came; empty for sound. */
  raw: string;
  /** Sound, to play. */
  sound?: Blob;
}

/** The same as the Open API's own limit on a silent connection, milliseconds. */
const TIMEOUT_MS = 120_000;
/** Characters of an answer that are shown. */
const RAW_MAX = 200_000;

/** Makes a call of the Open API with a key, as a program outside would. `onText` hears the answer as it arrives. */
export async function tryCall(
  trial: Trial,
  key: string,
  { signal, onText }: { signal: AbortSignal; onText: (raw: string) => void },
): Promise<TrialAnswer> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  const init: RequestInit = {
    method: "POST",
    // The key alone decides, as it does outside.
    credentials: "omit",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(bodyOf(trial)),
  };
  const call = startRequest(`/api${CALL_KINDS[trial.kind].path}`, init, { signal, timeoutMs: TIMEOUT_MS });
  try {
    const response = await call.response;
    const requestId = response.headers.get("x-request-id") ?? "";
    const head = { status: response.status, requestId, firstByteMs: elapsed() };
    if (response.headers.get("content-type")?.startsWith("audio/")) {
      const sound = await response.blob();
      return { ...head, ms: elapsed(), raw: "", sound };
    }
    let raw = "";
    const decoder = new TextDecoder();
    for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      call.beat();
      if (raw.length < RAW_MAX) raw += decoder.decode(bytes, { stream: true });
      onText(raw);
    }
    return { ...head, ms: elapsed(), raw };
  } catch (error) {
    throw call.translate(error);
  } finally {
    call.release();
  }
}

interface AnyAnswer {
  choices?: { message?: { content?: string | null }; delta?: { content?: string | null } }[];
  content?: { text?: string }[];
  delta?: { text?: string } | string;
  /** Of a line of the product's own answers. */
  type?: string;
  data?: { b64_json?: string }[];
}

function parsed(text: string): AnyAnswer | null {
  try {
    return JSON.parse(text) as AnyAnswer;
  } catch {
    return null;
  }
}

/** What a raw answer says: the text of a chat, whole or streamed, in each of the three protocols. */
export function textOf(raw: string): string {
  const pieceOf = (answer: AnyAnswer | null) =>
    answer?.choices?.[0]?.message?.content ??
    answer?.choices?.[0]?.delta?.content ??
    answer?.content?.map(({ text }) => text ?? "").join("") ??
    (typeof answer?.delta === "object" ? answer.delta.text : undefined) ??
    "";
  const lineOf = (line: AnyAnswer | null) =>
    line?.type === "text-delta" && typeof line.delta === "string" ? line.delta : "";
  if (raw.startsWith('{"type":'))
    return raw
      .split("\n")
      .map((line) => lineOf(parsed(line)))
      .join("");
  if (!/^(event|data):/m.test(raw)) return pieceOf(parsed(raw));
  return raw
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => pieceOf(parsed(line.slice(6))))
    .join("");
}

/** The picture of an answer as a data URL, or null. */
export function pictureOf(raw: string): string | null {
  const base64 = parsed(raw)?.data?.[0]?.b64_json;
  return base64 ? `data:image/png;base64,${base64}` : null;
}
