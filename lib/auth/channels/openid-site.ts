import "server-only";
import { createRemoteJWKSet, customFetch as joseFetch } from "jose";
import * as oauth from "oauth4webapi";
import { AppError } from "@/lib/errors/errors";
import { bodyBytes, egressFetch } from "@/lib/net/egress-fetch";
import { ChannelError } from "./errors";
import { connectionReason, openIdError } from "./openid-errors";
import { channelTimes } from "./times";
import type { OpenChannel } from "./types";

/** SECURITY PL-04: tolerance for clocks, seconds. */
export const LEEWAY = 60;
/** What a token may be signed with: keys of pairs, never a shared secret, never nothing. */
export const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

const MAX_BYTES = 1024 * 1024;
/** What a site says of itself is believed this long; other settings are asked for anew. */
const CACHE_MS = 5 * 60_000;
const CACHE_MAX = 100;

/** What a site says of itself, and the public keys it signs with. */
export interface OpenIdSite {
  server: oauth.AuthorizationServer & { authorization_endpoint: string; token_endpoint: string };
  /** Of those it signs with, the ones we accept. */
  algorithms: string[];
  keys: ReturnType<typeof createRemoteJWKSet>;
}

const sites = new Map<string, { version: number; at: number; site: Promise<OpenIdSite> }>();

/** The site behind a channel, discovered. Throws ChannelError. */
export function siteOf(channel: OpenChannel): Promise<OpenIdSite> {
  const hit = sites.get(channel.id);
  if (hit && hit.version === channel.version && Date.now() - hit.at < CACHE_MS) return hit.site;
  if (sites.size >= CACHE_MAX) sites.clear();
  const site = discover(channel);
  const entry = { version: channel.version, at: Date.now(), site };
  sites.set(channel.id, entry);
  // Nobody waits for a site that is back.
  site.catch(() => sites.get(channel.id) === entry && sites.delete(channel.id));
  return site;
}

/** Ours, not next-auth's: that one takes a final slash for the same issuer and insists on a userinfo endpoint. */
async function discover(channel: OpenChannel): Promise<OpenIdSite> {
  try {
    const issuer = new URL(channel.issuer);
    const response = await oauth.discoveryRequest(issuer, {
      [oauth.customFetch]: outsideFetch,
      // An administrator entered a plain address; where we may go is the egress rule's business.
      [oauth.allowInsecureRequests]: issuer.protocol === "http:",
    });
    const server = await oauth.processDiscoveryResponse(issuer, response);
    // Letter by letter: a final slash is another issuer (OpenID Connect Discovery 4.3).
    if (server.issuer !== channel.issuer) throw new ChannelError("issuer");
    const methods = server.code_challenge_methods_supported;
    if (methods && !methods.includes("S256")) throw new ChannelError("pkce");
    const { jwks_uri, authorization_endpoint, token_endpoint, userinfo_endpoint } = server;
    if (!jwks_uri || !authorization_endpoint || !token_endpoint) throw new ChannelError("answer");
    const named = [jwks_uri, authorization_endpoint, token_endpoint, userinfo_endpoint];
    if (!named.every((url) => url === undefined || isAsSafe(url, issuer))) throw new ChannelError("badConfiguration");
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      [joseFetch]: outsideFetch,
      timeoutDuration: channelTimes.answer,
    });
    const signing = server.id_token_signing_alg_values_supported ?? ["RS256"];
    const algorithms = signing.filter((name) => ALGORITHMS.includes(name));
    return { server: { ...server, authorization_endpoint, token_endpoint }, algorithms, keys };
  } catch (error) {
    throw openIdError(error);
  }
}

/** Whether an endpoint is reached as safely as its issuer, and is a web address at all: next-auth would take any. */
export function isAsSafe(endpoint: string, issuer: URL): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol } = new URL(endpoint);
  return protocol === "https:" || (protocol === "http:" && issuer.protocol === "http:");
}

/** The way out for libraries: through the egress check, in time, whole and within a limit. */
export async function outsideFetch(address: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  try {
    const { headers, method, body, signal } = init;
    const response = await egressFetch(
      String(address),
      {
        method,
        headers: new Headers(headers) as never,
        body: body as never,
        signal: signal ?? AbortSignal.timeout(channelTimes.answer),
      },
      { policy: "supplier", maxBytes: MAX_BYTES },
    );
    if (response.status >= 502) throw new ChannelError("unreachable");
    const bytes = await bodyBytes(response);
    return new Response(bytes.length > 0 ? bytes : null, { status: response.status, headers: response.headers });
  } catch (error) {
    if (error instanceof ChannelError || error instanceof AppError) throw error;
    throw new ChannelError(connectionReason(error), { cause: error });
  }
}
