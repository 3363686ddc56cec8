import type { OutsideIdentity } from "./types";

/*
 * What an identity provider says of an address counts as far as it vouches for it (SECURITY rule 37). Whoever may write
 * any address into their own profile would otherwise get the roles of a rule by e-mail. Directories, provisioning and SAML
 * are administered by the organisation and vouch by being configured here.
 */

/** Names under which providers say an address. */
const MAIL_CLAIMS = ["email", "emails", "mail"];

/** What the other side says of its address, in whatever type: true, false, or nothing. */
export function saidOf(claim: unknown): boolean | undefined {
  const value = Array.isArray(claim) ? claim[0] : claim;
  if (value === undefined || value === null) return undefined;
  return value === true || value === 1 || ["true", "1"].includes(String(value).toLowerCase());
}

/** An identity without the address nobody vouches for: it is stored nowhere, and no rule sees it under any name. */
export function withoutEmail(identity: OutsideIdentity, emailClaim: unknown): OutsideIdentity {
  const { email, ...rest } = identity;
  const names = new Set([...MAIL_CLAIMS, String(emailClaim ?? "")]);
  const addresses = new Set(
    [email ?? "", ...[...names].flatMap((name) => identity.claims[name] ?? [])]
      .filter(Boolean)
      .map((address) => address.trim().toLowerCase()),
  );
  const claims = Object.entries(identity.claims).flatMap(([name, values]) => {
    const kept = names.has(name) ? [] : values.filter((value) => !addresses.has(value.trim().toLowerCase()));
    return kept.length > 0 ? [[name, kept] as const] : [];
  });
  return { ...rest, claims: Object.fromEntries(claims) };
}
