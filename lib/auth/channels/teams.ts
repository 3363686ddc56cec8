import "server-only";
import { errors, jwtVerify } from "jose";
import type { ChannelReason } from "@/lib/config/channel-kinds";
import { entraIdentity } from "./entra";
import { ChannelError } from "./errors";
import { ALGORITHMS, LEEWAY, providerOf } from "./openid";
import { openIdError } from "./openid-errors";
import type { OpenChannel, TokenDriver } from "./types";

/** Microsoft's documented ids of the Teams clients: web, and desktop and mobile. No other application may hand in tokens. */
const TEAMS_CLIENTS = ["5e3ce6c0-2b1f-4285-8d4b-75ee78787346", "1fec8e78-bce4-4aaf-ab1b-b5451cc387264"];
const SCOPE = "access_as_user";
const DEFAULT_AUTHORITY = "https://login.microsoftonline.com";
const CLAIMS: Record<string, ChannelReason> = { aud: "audience", iss: "issuer", nbf: "notYet" };

/** The token of the team client: issued for this application, for a person of this tenant, to Teams itself. */
export const teams: TokenDriver = {
  async verify(channel, token) {
    const { keys } = await providerOf(channel);
    const { appId, appIdUri } = channel.app;
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      issuer: issuersOf(channel),
      audience: [appId, appIdUri].filter(Boolean),
      clockTolerance: LEEWAY,
      requiredClaims: ["exp", "iat", "oid", "tid"],
    }).catch((error: unknown) => {
      throw asReason(error);
    });
    if (Number(payload.iat) > Date.now() / 1000 + LEEWAY) throw new ChannelError("notYet");
    const scopes = String(payload.scp ?? "").split(" ");
    // Of an application alone, without a person (`idtyp: app`), there is no scope.
    if (!scopes.includes(SCOPE)) throw new ChannelError("claims");
    if (!TEAMS_CLIENTS.includes(String(payload.azp ?? payload.appid ?? ""))) throw new ChannelError("audience");
    return { identity: entraIdentity(channel, payload) };
  },
};

/** Tokens of both versions: which one Teams gets is the application's registration's choice. */
function issuersOf({ issuer, settings }: OpenChannel): string[] {
  const authority = String(settings.authority).replace(/\/+$/, "");
  const first = authority === DEFAULT_AUTHORITY ? "https://sts.windows.net" : authority;
  return [issuer, `${first}/${settings.tenantId}/`];
}

function asReason(error: unknown): Error {
  if (error instanceof errors.JWTExpired) return new ChannelError("expired");
  if (error instanceof errors.JWTClaimValidationFailed) return new ChannelError(CLAIMS[error.claim] ?? "claims");
  const isUnsigned =
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid;
  return isUnsigned ? new ChannelError("signature") : openIdError(error);
}
