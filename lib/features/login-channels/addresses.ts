import type { ChannelKind } from "@/lib/config/channel-kinds";
import { isRedirectKind } from "@/lib/config/channel-kinds";

/** `login-channels.address.<key>` names each. */
export const ADDRESS_KEYS = [
  "callback",
  "metadata",
  "entityId",
  "appIdUri",
  "home",
  "start",
  "jwt",
  "ldap",
  "teams",
] as const;

/** What the other side, or whoever links to us, has to know. */
export interface ChannelAddress {
  key: (typeof ADDRESS_KEYS)[number];
  value: string;
}

/** Addresses of a channel by its kind, at the origin people use. */
export function addressesOf(kind: ChannelKind, id: string, origin: string, appId = ""): ChannelAddress[] {
  const door = (name: string) => `${origin}/api/public/login/${id}/${name}`;
  const addresses: ChannelAddress[] = [];
  if (isRedirectKind(kind)) addresses.push({ key: "callback", value: door("callback") });
  if (kind === "saml") {
    addresses.push({ key: "metadata", value: door("metadata") }, { key: "entityId", value: door("metadata") });
  }
  if (kind === "entra") {
    addresses.push(
      { key: "appIdUri", value: `api://${new URL(origin).host}/${appId || "<appId>"}` },
      { key: "teams", value: `${origin}/login-teams` },
    );
  }
  if (kind === "wecom" || kind === "dingtalk" || kind === "lark") addresses.push({ key: "home", value: `${origin}/` });
  if (isRedirectKind(kind)) addresses.push({ key: "start", value: door("start") });
  if (kind === "ldap") addresses.push({ key: "ldap", value: `${origin}/login-ad` });
  if (kind === "jwt") addresses.push({ key: "jwt", value: `${origin}/login?jwt=<token>&redirectUrl=/personal/chat` });
  return addresses;
}
