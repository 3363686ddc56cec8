import "server-only";
import { db } from "@/db/client";
import { isTemporaryChat } from "@/db/queries/conversation/temporary";
import { loadConfig } from "@/lib/config/system-config";
import { encrypt } from "@/lib/encryption";
import { log } from "@/lib/log";
import { cut } from "@/lib/text/storable";
import type { Call, CallOutcome } from "./call";
import { logSoon } from "./ledger";
import { redactContent } from "./redact";

export const REQUEST_LOG_PURPOSE = "request-log";
/** Characters of request and answer that are kept, each. */
const CONTENT_MAX = 100_000;

interface Told {
  status: CallOutcome;
  error: string | null;
  usage: { inputTokens: number; outputTokens: number };
  durationMs: number;
}

interface Content {
  kind: string;
  request: unknown;
  answer: unknown;
}

/** Keeps what the configured level allows of a call (spec O7). Never fails the call. */
export async function logRequest(call: Call, outcome: Told, { kind, request, answer }: Content): Promise<void> {
  try {
    const { requestLogLevel: level } = await loadConfig("gatewayConfig");
    if (level === "off") return;
    const { actor, model, sessionId, keepsContent = true } = call.input;
    const { app, apiKeyId } = call;
    // A temporary chat is kept nowhere in words.
    const isPrivate = level !== "metadata" && sessionId ? await isTemporaryChat(db(), sessionId) : false;
    logSoon({
      ...call.logged,
      app,
      userId: actor.id,
      apiKeyId,
      sessionId: sessionId ?? null,
      modelId: model.id,
      modelName: model.name,
      kind,
      outcome: outcome.status,
      error: outcome.error,
      attempts: call.attempts,
      contentCipher:
        level === "metadata" || isPrivate || !keepsContent ? null : seal(level === "redacted", request, answer),
      level,
      inputTokens: outcome.usage.inputTokens,
      outputTokens: outcome.usage.outputTokens,
      durationMs: outcome.durationMs,
    });
  } catch (err) {
    log().warn({ err }, "request not logged");
  }
}

function seal(redacted: boolean, request: unknown, answer: unknown): string {
  const text = (value: unknown) => {
    const whole = JSON.stringify(value, withoutBytes) ?? "null";
    const shown = redacted ? redactContent(whole) : whole;
    return cut(shown, CONTENT_MAX);
  };
  return encrypt(REQUEST_LOG_PURPOSE, JSON.stringify({ request: text(request), answer: text(answer) }));
}

/** How a picture or sound begins that stands in a text; a relayed stream's lines begin with `data:` as well. */
const DATA_URL = /^data:[\w.+-]+\/[\w.+-]+[;,]/;

/** Pictures and sound are named, not kept. */
function withoutBytes(_key: string, value: unknown): unknown {
  if (typeof value === "string" && value.length > 200 && DATA_URL.test(value)) return `${value.slice(0, 40)}…`;
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`;
  return value;
}
