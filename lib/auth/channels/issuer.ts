import type { ChannelKind } from "@/lib/config/channel-kinds";
import type { ChannelSettings } from "./kinds";

const trimmed = (url: unknown) => String(url ?? "").replace(/\/+$/, "");

/**
 * Half of the key of an outside identity (SECURITY rule 9): the name the other side signs with, or, where a chat client
 * or a directory has none, one of ours that contains whose people they are.
 */
export function issuerOf(kind: ChannelKind, id: string, settings: ChannelSettings): string {
  switch (kind) {
    case "entra":
      return `${trimmed(settings.authority)}/${settings.tenantId}/v2.0`;
    case "oidc":
    case "jwt":
      return String(settings.issuer);
    case "saml":
      return String(settings.idpEntityId);
    case "wecom":
      return `wecom:${settings.corpId}`;
    case "dingtalk":
      return `dingtalk:${settings.corpId}`;
    case "lark":
      return `lark:${settings.tenantKey}`;
    case "ldap":
      return `ldap:${id}`;
  }
}
