import "server-only";
import { decrypt } from "@/lib/encryption";
import { anthropicBody, openAiBody } from "./relay/bodies";
import { fromAnthropic, fromOpenAi } from "./relay/requests";
import { REQUEST_LOG_PURPOSE } from "./request-log";
import type { ChatRequest } from "./types";

export interface LoggedContent {
  /** JSON texts, cut where they were too long. */
  request: string;
  answer: string;
}

/** What the request log kept of a call. */
export function openContent(cipher: string): LoggedContent {
  return JSON.parse(decrypt(REQUEST_LOG_PURPOSE, cipher));
}

/** A logged chat request as one that can be sent again; null where it was cut, or its pictures were not kept. */
export async function chatRequestOf({ request }: LoggedContent, signal: AbortSignal): Promise<ChatRequest | null> {
  // Pictures are named in the log by the beginning of their data.
  if (/"data:[^"]{0,60}…"/.test(request)) return null;
  const value = parse(request);
  if (!value || typeof value !== "object") return null;
  if ("options" in value) return value as ChatRequest;
  if (isAnthropic(value)) {
    const body = anthropicBody.safeParse(value);
    return body.success ? fromAnthropic(body.data, signal) : null;
  }
  const body = openAiBody.safeParse(value);
  return body.success ? fromOpenAi(body.data, signal) : null;
}

/** Both wires share most names; these only Anthropic's has. */
function isAnthropic(value: object): boolean {
  if ("system" in value || "stop_sequences" in value || "thinking" in value) return true;
  return /"type":"(tool_result|tool_use|thinking)"|"input_schema":/.test(JSON.stringify(value));
}

/** What the model said, from whichever form the answer was logged in; null where that is not known. */
export function answerTextOf({ answer }: LoggedContent): string | null {
  const value = parse(answer);
  if (typeof value === "string") return fromStream(value) ?? fromWhole(parse(value));
  return fromWhole(value);
}

interface Delta {
  choices?: { delta?: { content?: string | null }; message?: { content?: string | null } }[];
  delta?: { text?: string };
  content?: { text?: string }[];
  text?: unknown;
}

function fromWhole(value: unknown): string | null {
  if (!value || typeof value !== "object") return null;
  const { text, choices, content } = value as Delta;
  if (typeof text === "string") return text;
  if (Array.isArray(choices)) return choices[0]?.message?.content ?? "";
  return Array.isArray(content) ? content.map((block) => block.text ?? "").join("") : null;
}

/** The pieces of a relayed stream, in either wire's form; one that was cut gives what came. */
function fromStream(text: string): string | null {
  const events = text
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => parse(line.slice(5)) as Delta | undefined);
  if (events.length === 0) return null;
  return events.map((event) => event?.choices?.[0]?.delta?.content ?? event?.delta?.text ?? "").join("");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
