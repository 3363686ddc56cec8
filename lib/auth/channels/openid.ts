import "server-only";
import * as client from "openid-client";
import { ChannelError } from "./errors";
import { openIdError } from "./openid-errors";
import type { Claims } from "./openid-provider";
import { LEEWAY, outsideFetch, siteOf } from "./openid-site";
import { channelTimes } from "./times";
import type { BeginInput, CompleteInput, FlowSecrets, OpenChannel } from "./types";

/** The old client of a site, for Entra until it moves. */
async function configOf(channel: OpenChannel): Promise<client.Configuration> {
  const { appId } = channel.app;
  if (!appId) throw new ChannelError("badConfiguration");
  const { server, algorithms } = await siteOf(channel);
  const known = { ...server, id_token_signing_alg_values_supported: algorithms };
  const metadata = { [client.clockTolerance]: LEEWAY };
  const config = new client.Configuration(known, appId, metadata, authenticationOf(channel));
  config[client.customFetch] = outsideFetch as client.CustomFetch;
  config.timeout = channelTimes.answer / 1000;
  if (channel.issuer.startsWith("http:")) client.allowInsecureRequests(config);
  // Without this the library trusts the connection and leaves an id token's signature unread.
  client.enableNonRepudiationChecks(config);
  return config;
}

function authenticationOf(channel: OpenChannel): client.ClientAuth {
  const method = channel.kind === "entra" ? "client_secret_post" : channel.settings.clientAuthentication;
  if (method === "none") return client.None();
  const secret = channel.secret("clientSecret");
  if (!secret) throw new ChannelError("badConfiguration");
  return method === "client_secret_post" ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret);
}

/** Sends the browser to the site; PKCE and nonce always. Throws ChannelError. */
export async function beginOpenId(channel: OpenChannel, input: BeginInput) {
  const config = await configOf(channel);
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

/**
 * The claims of the id token, checked: signature, issuer, audience, times, nonce; with those of the userinfo endpoint
 * beside them where it is asked for. Throws ChannelError.
 */
export async function completeOpenId(
  channel: OpenChannel,
  { params, state, callbackUrl, secrets }: CompleteInput,
  withUserInfo: boolean,
): Promise<Claims> {
  const config = await configOf(channel);
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
