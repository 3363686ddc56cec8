import "server-only";
import { createRemoteJWKSet, customFetch as joseFetch } from "jose";
import * as client from "openid-client";
import { bodyBytes, egressFetch } from "@/lib/http/egress-fetch";
import { AppError } from "@/lib/http/errors";
import { ChannelError } from "./errors";
import { connectionReason, openIdError } from "./openid-errors";
import { channelTimes } from "./times";
import type { BeginInput, CompleteInput, FlowSecrets, OpenChannel } from "./types";

/** SECURITY PL-04: tolerance for clocks, seconds. */
export const LEEWAY = 60;
/** What a token may be signed with: keys of pairs, never a shared secret, never nothing. */
export const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

const MAX_BYTES = 1024 * 1024;
/** What a site says of itself is believed this long; other settings are asked for anew. */
const CACHE_MS = 5 * 60_000;
const CACHE_MAX = 100;

export interface Provider {
  config: client.Configuration;
  /** The site's public keys, for tokens that did not come by the redirect. */
  keys: ReturnType<typeof createRemoteJWKSet>;
}

const providers = new Map<string, { version: number; at: number; provider: Promise<Provider> }>();

/** The site behind a channel, discovered. Throws ChannelError. */
export function providerOf(channel: OpenChannel): Promise<Provider> {
  const hit = providers.get(channel.id);
  if (hit && hit.version === channel.version && Date.now() - hit.at < CACHE_MS) return hit.provider;
  if (providers.size >= CACHE_MAX) providers.clear();
  const provider = discover(channel);
  const entry = { version: channel.version, at: Date.now(), provider };
  providers.set(channel.id, entry);
  // Nobody waits for a site that is back.
  provider.catch(() => providers.get(channel.id) === entry && providers.delete(channel.id));
  return provider;
}

async function discover(channel: OpenChannel): Promise<Provider> {
  try {
    const { appId } = channel.app;
    if (!appId) throw new ChannelError("badConfiguration");
    const metadata = { [client.clockTolerance]: LEEWAY };
    const authentication = authenticationOf(channel);
    const isPlain = channel.issuer.startsWith("http:");
    const found = await client.discovery(new URL(channel.issuer), appId, metadata, authentication, {
      [client.customFetch]: outsideFetch,
      timeout: channelTimes.answer / 1000,
      // An administrator entered a plain address; where we may go is the egress rule's business.
      execute: isPlain ? [client.allowInsecureRequests] : [],
    });
    const server = withKnownAlgorithms(found.serverMetadata());
    // Letter by letter: a final slash is another issuer (OpenID Connect Discovery 4.3).
    if (server.issuer !== channel.issuer) throw new ChannelError("issuer");
    const methods = server.code_challenge_methods_supported;
    if (methods && !methods.includes("S256")) throw new ChannelError("pkce");
    if (!server.jwks_uri || !server.authorization_endpoint || !server.token_endpoint) throw new ChannelError("answer");
    const config = new client.Configuration(server, appId, metadata, authentication);
    config[client.customFetch] = outsideFetch;
    config.timeout = channelTimes.answer / 1000;
    if (isPlain) client.allowInsecureRequests(config);
    // Without this the library trusts the connection and leaves an id token's signature unread.
    client.enableNonRepudiationChecks(config);
    const keys = createRemoteJWKSet(new URL(server.jwks_uri), {
      [joseFetch]: outsideFetch as typeof fetch,
      timeoutDuration: channelTimes.answer,
    });
    return { config, keys };
  } catch (error) {
    throw openIdError(error);
  }
}

function withKnownAlgorithms(server: Readonly<client.ServerMetadata>): client.ServerMetadata {
  const { id_token_signing_alg_values_supported: named, ...rest } = server;
  const allowed = (named ?? ["RS256"]).filter((name) => ALGORITHMS.includes(name));
  return { ...rest, id_token_signing_alg_values_supported: allowed };
}

function authenticationOf(channel: OpenChannel): client.ClientAuth {
  const method = channel.kind === "entra" ? "client_secret_post" : channel.settings.clientAuthentication;
  if (method === "none") return client.None();
  const secret = channel.secret("clientSecret");
  if (!secret) throw new ChannelError("badConfiguration");
  return method === "client_secret_post" ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret);
}

/** The way out for libraries: through the egress check, in time, whole and within a limit. */
async function outsideFetch(address: string | URL, init: client.CustomFetchOptions): Promise<Response> {
  try {
    const { headers, method, body, signal } = init;
    const response = await egressFetch(
      String(address),
      {
        method,
        headers: new Headers(headers as HeadersInit) as never,
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

/** Sends the browser to the site; PKCE and nonce always. Throws ChannelError. */
export async function beginOpenId(channel: OpenChannel, input: BeginInput) {
  const { config } = await providerOf(channel);
  const [verifier, nonce] = [client.randomPKCECodeVerifier(), client.randomNonce()];
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: input.callbackUrl,
    scope: scopesOf(channel),
    state: input.state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, secrets: { verifier, nonce } satisfies FlowSecrets };
}

function scopesOf(channel: OpenChannel): string {
  const named = String(channel.settings.scopes ?? "")
    .split(/\s+/)
    .filter(Boolean);
  return [...new Set(["openid", ...named])].join(" ");
}

export type Claims = Record<string, unknown>;

/**
 * The claims of the id token, checked: signature, issuer, audience, times, nonce; with those of the userinfo endpoint
 * beside them where it is asked for. Throws ChannelError.
 */
export async function completeOpenId(
  channel: OpenChannel,
  { params, state, callbackUrl, secrets }: CompleteInput,
  withUserInfo: boolean,
): Promise<Claims> {
  const { config } = await providerOf(channel);
  try {
    const url = new URL(callbackUrl);
    url.search = params.toString();
    const tokens = await client.authorizationCodeGrant(config, url, {
      expectedState: state,
      expectedNonce: secrets.nonce ?? "",
      pkceCodeVerifier: secrets.verifier ?? "",
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new ChannelError("answer");
    // The library asks for it with several audiences only.
    if (claims.azp !== undefined && claims.azp !== channel.app.appId) throw new ChannelError("audience");
    if (claims.iat > Date.now() / 1000 + LEEWAY) throw new ChannelError("notYet");
    const isAsked = withUserInfo && config.serverMetadata().userinfo_endpoint;
    const more = isAsked ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
    // What is signed comes first.
    return { ...more, ...claims };
  } catch (error) {
    throw openIdError(error);
  }
}
