import "server-only";
import type { z } from "zod";
import type { ChannelReason } from "@/lib/config/channel-kinds";
import { AppError } from "@/lib/errors/errors";
import { egressFetch } from "@/lib/net/egress-fetch";
import { outsideAccount } from "../account";
import { ChannelError } from "./errors";
import { channelTimes } from "./times";
import type { OpenChannel } from "./types";

const BYTES_MAX = 1024 ** 2;

interface Question {
  body?: unknown;
  headers?: Record<string, string>;
  /** The caller gives up. */
  signal?: AbortSignal;
  maxBytes?: number;
}

/** An address below a base of the settings. A space is %20: not all of them read `+`. */
export function addressOf(base: unknown, path: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString().replaceAll("+", "%20");
  return `${String(base).replace(/\/+$/, "")}${path}${search && `?${search}`}`;
}

/**
 * One call of a chat client's interface: whatever JSON it answers, refusals too. Addresses carry secrets, so neither they
 * nor what came back stand in an error. Throws ChannelError: unreachable, tls, certificateExpired, badConfiguration,
 * tooLarge, answer.
 */
export async function ask(address: string, { body, headers, signal, maxBytes }: Question = {}) {
  const init = {
    method: body === undefined ? "GET" : "POST",
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.any([AbortSignal.timeout(channelTimes.answer), ...(signal ? [signal] : [])]),
  };
  let text: string;
  try {
    // None of these calls is ever redirected, and its body must not follow to another host.
    const response = await egressFetch(address, init, { policy: "supplier", maxBytes: maxBytes ?? BYTES_MAX, hops: 0 });
    if (response.status >= 500 || response.status === 429) {
      await response.body?.cancel();
      throw new ChannelError("unreachable", { cause: new Error(`status ${response.status}`) });
    }
    text = await response.text();
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof ChannelError ? error : new ChannelError(failureOf(error), { cause: error });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ChannelError("answer", { cause: new Error("not JSON") });
  }
}

/** The parts of an answer that are used. Throws ChannelError(answer) when they are not there. */
export function shaped<T>(schema: z.ZodType<T>, json: unknown): T {
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new ChannelError("answer", { cause: new Error("unknown shape") });
  return parsed.data;
}

/** A network failure by the codes in its chain of causes. */
function failureOf(error: unknown): ChannelReason {
  if (error instanceof AppError) return "badConfiguration";
  for (let at = error; at && typeof at === "object"; at = (at as Error).cause) {
    const { name, code } = at as { name?: string; code?: unknown };
    if (name === "BodyTooLarge") return "tooLarge";
    if (code === "EADDRREFUSED") return "badConfiguration";
    if (code === "CERT_HAS_EXPIRED") return "certificateExpired";
    if (/^(CERT_|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/.test(String(code))) return "tls";
  }
  return "unreachable";
}

/** A secret without which there is nothing to ask. */
export function neededSecret(channel: OpenChannel, name: string): string {
  const secret = channel.secret(name);
  if (!secret) throw new ChannelError("badConfiguration");
  return secret;
}

/** The one-time code of the way back; who cancels comes back without one. */
export function codeOf(params: URLSearchParams, ...names: string[]): string {
  const error = params.get("error");
  // Anybody can write an address: it never makes a fault of the channel's.
  if (error) throw new ChannelError("denied", { cause: new Error(`error ${error.replace(/\W/g, "").slice(0, 60)}`) });
  const code = names.map((name) => params.get(name)).find(Boolean);
  if (!code) throw new ChannelError("denied");
  if (code.length > 1000) throw new ChannelError("code");
  return code;
}

/** The other side does not know our token any more: it is fetched anew, once. */
export class StaleToken extends ChannelError {
  constructor() {
    super("answer", { cause: new Error("the application's token is refused") });
  }
}

interface AppToken {
  token: string;
  seconds: number;
}

/** Tokens of our own application, a few a channel; nobody's in person. */
const tokens = new Map<string, { version: number; token: string; until: number }>();

/** Calls with the token of our application at the other side, kept while it and the channel's settings last. */
export async function withAppToken<T>(
  channel: OpenChannel,
  secretName: string,
  fetchToken: () => Promise<AppToken>,
  use: (token: string) => Promise<T>,
): Promise<T> {
  const key = `${channel.id} ${secretName}`;
  const renewed = async () => {
    const { token, seconds } = await fetchToken();
    // A minute early, so that it does not end on the way.
    tokens.set(key, { version: channel.version, token, until: Date.now() + (seconds - 60) * 1000 });
    return token;
  };
  const held = tokens.get(key);
  const token = held?.version === channel.version && held.until > Date.now() ? held.token : await renewed();
  try {
    return await use(token);
  } catch (error) {
    if (!(error instanceof StaleToken)) throw error;
    tokens.delete(key);
    return use(await renewed());
  }
}

/** The first of several names that somebody could type as an account; the first of all when none can. */
export function typable(...names: (string | null | undefined)[]): string {
  const given = names.filter((name): name is string => Boolean(name));
  return given.find((name) => outsideAccount(name) !== null) ?? given[0] ?? "";
}

export function localPart(email: string | null | undefined): string | undefined {
  return email?.split("@", 1)[0];
}

/** Claims for the rules: what is empty is left out. */
export function claimsOf(
  values: Record<string, string | readonly (string | number)[] | null | undefined>,
): Record<string, string[]> {
  const lists = Object.entries(values).map(
    ([name, value]) => [name, (Array.isArray(value) ? value : [value]) as unknown[]] as const,
  );
  const filled = lists.map(([name, list]) => [name, list.filter((one) => one || one === 0).map(String)] as const);
  return Object.fromEntries(filled.filter(([, list]) => list.length > 0));
}
