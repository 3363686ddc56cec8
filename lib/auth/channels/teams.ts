import "server-only";
import { jwtVerify } from "jose";
import { entraIdentity } from "./entra";
import { ChannelError } from "./errors";
import { tokenError } from "./openid-errors";
import { ALGORITHMS, LEEWAY, siteOf } from "./openid-site";
import type { OpenChannel, TokenDriver } from "./types";

/** Microsoft's documented ids of the Teams clients: web, and desktop and mobile. No other application may hand in tokens. */
const TEAMS_CLIENTS = ["5e3ce6c0-2b1f-4285-8d4b-75ee78787346", "1fec8e78-bce4-4aaf-ab1b-b5451cc387264"];
const SCOPE = "access_as_user";
const DEFAULT_AUTHORITY = "https://login.microsoftonline.com";

/** The token of the team client: issued for this application, for a person of this tenant, to Teams itself. */
export const teams: TokenDriver = {
  async verify(channel, token) {
    const { keys } = await siteOf(channel);
    const { appId, appIdUri } = channel.app;
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      issuer: issuersOf(channel),
      audience: [appId, appIdUri].filter(Boolean),
      clockTolerance: LEEWAY,
      requiredClaims: ["exp", "iat", "oid", "tid"],
    }).catch((error: unknown) => {
      throw tokenError(error);
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
