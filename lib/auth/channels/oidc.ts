import "server-only";
import { claimText, flatClaims } from "./claims";
import { ChannelError } from "./errors";
import { beginOpenId, completeOpenId } from "./openid";
import type { RedirectDriver } from "./types";
import { saidOf, withoutEmail } from "./vouched-email";

/** OpenID Connect by code, for any provider that describes itself. */
export const oidc: RedirectDriver = {
  begin: beginOpenId,
  async complete(channel, input) {
    const { settings } = channel;
    const found = await completeOpenId(channel, input, settings.userInfo === true);
    const claims = flatClaims(found);
    const subject = String(found.sub);
    const account = claimText(claims, settings.accountClaim);
    if (!account) throw new ChannelError("claims");
    const identity = {
      issuer: channel.issuer,
      subject,
      account,
      name: claimText(claims, settings.nameClaim) ?? account,
      email: claimText(claims, settings.emailClaim),
      phone: claimText(claims, settings.phoneClaim),
      claims,
    };
    // Silence counts only where the channel says that this provider checks every address.
    const isVouched = saidOf(found.email_verified) ?? settings.emailTrusted === true;
    return isVouched ? identity : withoutEmail(identity, settings.emailClaim);
  },
};
