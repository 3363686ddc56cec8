import "server-only";
import { createHash } from "node:crypto";
import type { ApiAuth } from "@/lib/config/tool-kinds";
import type { EgressPolicy } from "@/lib/net/egress";
import { egressFetch } from "@/lib/net/egress-fetch";
import { cut, storable } from "@/lib/text/storable";
import { hidden, reachFailure } from "../reach";
import { ToolFailure } from "../types";

type Client = Omit<Extract<ApiAuth, { kind: "oauth" }>, "kind"> & { clientSecret: string };

interface Kept {
  token: string;
  /** Milliseconds of the process's clock. */
  until: number;
}

const shared = globalThis as typeof globalThis & { __apiTokens?: Map<string, Kept> };
shared.__apiTokens ??= new Map();
const tokens = shared.__apiTokens;

const TOKENS_MAX = 500;
const ANSWER_MAX = 64 * 1024;
const DETAIL_MAX = 500;
/** A token that says nothing of its time, and the time before its end at which it is no longer used: milliseconds. */
const USUAL_MS = 5 * 60_000;
const MARGIN_MS = 30_000;
/** Milliseconds of a token endpoint; tests scale it down. */
export const oauthLimits = { token: 15_000 };

/**
 * A token by client credentials (RFC 6749, 4.4). Kept until shortly before its end, by everything it was given for, the
 * secret too: nobody gets a token of others. Throws toolTokenRefused with the endpoint's own words, or what reaching it
 * fails with.
 */
export async function accessToken(
  client: Client,
  { policy, signal, anew = false }: { policy: EgressPolicy; signal: AbortSignal; anew?: boolean },
): Promise<{ token: string; isKept: boolean }> {
  const key = createHash("sha256")
    .update(
      JSON.stringify([policy, client.tokenUrl, client.clientId, client.scope, client.clientAuth, client.clientSecret]),
    )
    .digest("base64");
  const kept = tokens.get(key);
  if (kept && !anew && kept.until > performance.now()) return { token: kept.token, isKept: true };
  tokens.delete(key);
  const { token, seconds } = await askFor(client, policy, signal);
  const lasts = seconds === null ? USUAL_MS : seconds * 1000 - MARGIN_MS;
  if (lasts > 0) {
    const [oldest] = tokens.keys();
    if (oldest !== undefined && tokens.size >= TOKENS_MAX) tokens.delete(oldest);
    tokens.set(key, { token, until: performance.now() + lasts });
  }
  return { token, isKept: false };
}

async function askFor(
  { tokenUrl, clientId, clientSecret, scope, clientAuth }: Client,
  policy: EgressPolicy,
  signal: AbortSignal,
): Promise<{ token: string; seconds: number | null }> {
  const form = new URLSearchParams({ grant_type: "client_credentials", ...(scope && { scope }) });
  const headers: Record<string, string> = {
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded",
  };
  // RFC 6749, 2.3.1: both are form-encoded before they are joined.
  const pair = Buffer.from(`${encoded(clientId)}:${encoded(clientSecret)}`).toString("base64");
  if (clientAuth === "basic") headers.authorization = `Basic ${pair}`;
  else {
    form.set("client_id", clientId);
    form.set("client_secret", clientSecret);
  }
  const deadline = AbortSignal.timeout(oauthLimits.token);
  let status: number;
  let text: string;
  try {
    const response = await egressFetch(
      tokenUrl,
      { method: "POST", headers, body: form.toString(), signal: AbortSignal.any([signal, deadline]) },
      { policy, maxBytes: ANSWER_MAX, hops: 0 },
    );
    status = response.status;
    text = await response.text();
  } catch (error) {
    throw signal.aborted ? new ToolFailure("toolStopped") : reachFailure(error);
  }
  const answer = parsed(text);
  const token = answer?.access_token;
  if (status < 200 || status > 299 || typeof token !== "string" || !/^[\x21-\x7e]{1,8000}$/.test(token)) {
    const said = [answer?.error, answer?.error_description].filter((one) => typeof one === "string").join(": ");
    const plain = hidden(storable(`HTTP ${status}${said && ` ${said}`}`), { clientSecret, pair });
    throw new ToolFailure("toolTokenRefused", cut(plain, DETAIL_MAX));
  }
  const seconds = Number(answer?.expires_in);
  return { token, seconds: answer?.expires_in !== undefined && Number.isFinite(seconds) ? seconds : null };
}

const encoded = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
