import "server-only";
import { claimText, flatClaims } from "./claims";
import { ChannelError } from "./errors";
import { byNextAuth } from "./next-auth";
import { assertIssuerNamed, type Claims, openIdProvider, provedClaims } from "./openid-provider";
import type { OpenChannel, OutsideIdentity } from "./types";
import { saidOf, withoutEmail } from "./vouched-email";

/**
 * Microsoft Entra ID: one tenant, by the v2.0 endpoints. Not next-auth's own provider, which sends through a fetch that
 * nobody guards, and follows the tenant that an unread token names.
 */
export const entra = byNextAuth({
  // Its userinfo knows less than the token.
  provider: (channel) => openIdProvider(channel, { withUserInfo: false, authentication: "client_secret_post" }),
  assertAnswer: assertIssuerNamed,
  identity: async (channel, proof) => entraIdentity(channel, await provedClaims(channel, proof)),
});

/**
 * Whom checked claims are. By object id: `sub` is another one in each application, so the same person would be two by the
 * redirect and in the team client (spec A6). Throws ChannelError.
 */
export function entraIdentity(channel: OpenChannel, found: Claims): OutsideIdentity {
  const { settings } = channel;
  const { oid, tid } = found;
  if (String(tid ?? "").toLowerCase() !== String(settings.tenantId).toLowerCase()) throw new ChannelError("issuer");
  if (typeof oid !== "string" || !oid) throw new ChannelError("claims");
  if (hasLostGroups(channel, found)) throw new ChannelError("claims");
  const claims = flatClaims(found);
  const account = [settings.accountClaim, "preferred_username", "upn", "unique_name"]
    .map((name) => claimText(claims, name))
    .find(Boolean);
  if (!account) throw new ChannelError("claims");
  const identity = {
    issuer: channel.issuer,
    subject: oid,
    account,
    name: claimText(claims, settings.nameClaim) ?? account,
    email: claimText(claims, settings.emailClaim),
    claims,
  };
  return isVouched(found) ? identity : withoutEmail(identity, settings.emailClaim);
}

/**
 * The tenant is the organisation's own, so its word counts where it says nothing; a guest's address was written by another
 * one (`acct` 1, or an `idp` that is not this one) and counts only when Microsoft says that its domain was proved (`xms_edov`).
 */
function isVouched({ xms_edov, email_verified, acct, idp, iss }: Claims): boolean {
  const said = saidOf(xms_edov) ?? saidOf(email_verified);
  return said ?? !(saidOf(acct) === true || (idp !== undefined && idp !== iss));
}

/** Somebody in too many groups gets a pointer in their place: the rules would take their roles away for it. */
function hasLostGroups({ provisioning }: OpenChannel, { _claim_names: elsewhere, hasgroups }: Claims): boolean {
  const isElsewhere = hasgroups === true || (elsewhere as { groups?: unknown } | undefined)?.groups !== undefined;
  return isElsewhere && provisioning.rules.some(({ claim }) => claim === "groups");
}
