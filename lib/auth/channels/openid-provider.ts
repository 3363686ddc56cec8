import "server-only";
import { jwtVerify } from "jose";
import { customFetch } from "next-auth";
import { clockTolerance } from "oauth4webapi";
import { ChannelError } from "./errors";
import type { ChannelProvider, Proof } from "./next-auth";
import { tokenError } from "./openid-errors";
import { ALGORITHMS, LEEWAY, type OpenIdSite, outsideFetch, siteOf } from "./openid-site";
import type { OpenChannel } from "./types";

export type Claims = Record<string, unknown>;

/** The site behind a channel as a provider of next-auth: code flow with PKCE, state and nonce. Throws ChannelError. */
export async function openIdProvider(
  channel: OpenChannel,
  { withUserInfo, authentication }: { withUserInfo: boolean; authentication: unknown },
): Promise<ChannelProvider> {
  const { appId } = channel.app;
  if (!appId) throw new ChannelError("badConfiguration");
  const clientSecret = channel.secret("clientSecret");
  if (!clientSecret && authentication !== "none") throw new ChannelError("badConfiguration");
  const site = await siteOf(channel);
  const { authorization_endpoint, token_endpoint, userinfo_endpoint } = site.server;
  const isAsked = withUserInfo && userinfo_endpoint !== undefined;
  return {
    type: "oidc",
    issuer: channel.issuer,
    clientId: appId,
    clientSecret,
    checks: ["pkce", "state", "nonce"],
    // Said outright, so that next-auth asks for no description of the site itself.
    authorization: { url: authorization_endpoint, params: { scope: scopesOf(channel) } },
    token: token_endpoint,
    ...(isAsked ? { userinfo: userinfo_endpoint, idToken: false } : {}),
    client: {
      token_endpoint_auth_method: String(authentication),
      // One of several, though its type knows one only: without them next-auth takes RS256 alone.
      id_token_signed_response_alg: site.algorithms as unknown as string,
      [clockTolerance]: LEEWAY,
    },
    [customFetch]: async (address, init) => unsealed(channel, site, await outsideFetch(address as string, init)),
  };
}

function scopesOf(channel: OpenChannel): string {
  const named = String(channel.settings.scopes ?? "")
    .split(/\s+/)
    .filter(Boolean);
  return [...new Set(["openid", ...named])].join(" ");
}

/** A site that promises its name in each answer (RFC 9207) gives it; next-auth, which compares it, knows of no promise. */
export async function assertIssuerNamed(channel: OpenChannel, query: URLSearchParams): Promise<void> {
  const { server } = await siteOf(channel);
  if (server.authorization_response_iss_parameter_supported && !query.has("iss")) throw new ChannelError("issuer");
}

/** An answer that is signed (userinfo may be), as JSON: next-auth would leave its signature unread. */
async function unsealed(channel: OpenChannel, { keys }: OpenIdSite, response: Response): Promise<Response> {
  if (!/^application\/jwt\b/i.test(response.headers.get("content-type") ?? "")) return response;
  const options = { algorithms: ALGORITHMS, clockTolerance: LEEWAY };
  const { payload } = await jwtVerify(await response.text(), keys, options).catch((error: unknown) => {
    throw tokenError(error);
  });
  const { iss = channel.issuer, aud = channel.app.appId } = payload;
  if (iss !== channel.issuer) throw new ChannelError("issuer");
  if (![aud].flat().includes(channel.app.appId)) throw new ChannelError("audience");
  return Response.json(payload);
}

/**
 * The claims of the id token with those of the userinfo endpoint beside them. next-auth checked issuer, audience, times
 * and nonce; the signature is checked here, before anything is believed. Throws ChannelError.
 */
export async function provedClaims(channel: OpenChannel, { account, profile }: Proof): Promise<Claims> {
  const { keys, algorithms } = await siteOf(channel);
  const { appId } = channel.app;
  const { payload } = await jwtVerify(account?.id_token ?? "", keys, {
    algorithms,
    issuer: channel.issuer,
    audience: appId,
    clockTolerance: LEEWAY,
    requiredClaims: ["sub", "exp", "iat"],
  }).catch((error: unknown) => {
    throw tokenError(error);
  });
  // Asked for with several audiences only.
  if (payload.azp !== undefined && payload.azp !== appId) throw new ChannelError("audience");
  if (Number(payload.iat) > Date.now() / 1000 + LEEWAY) throw new ChannelError("notYet");
  // What is signed comes first.
  return { ...profile, ...payload };
}
