import "server-only";
import { claimText, flatClaims } from "./claims";
import { ChannelError } from "./errors";
import { byNextAuth } from "./next-auth";
import { assertIssuerNamed, openIdProvider, provedClaims } from "./openid-provider";
import { saidOf, withoutEmail } from "./vouched-email";

/** OpenID Connect by code, for any provider that describes itself. */
export const oidc = byNextAuth({
  provider: (channel) => {
    const { userInfo, clientAuthentication } = channel.settings;
    return openIdProvider(channel, { withUserInfo: userInfo === true, authentication: clientAuthentication });
  },
  assertAnswer: assertIssuerNamed,
  async identity(channel, proof) {
    const { settings } = channel;
    const found = await provedClaims(channel, proof);
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
});
