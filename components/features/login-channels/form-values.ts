import { isSecretField } from "@/lib/auth/channels/fields";
import { type ChannelSettings, fieldsOf } from "@/lib/auth/channels/kinds";
import { channelApp, channelProvisioning } from "@/lib/auth/channels/schema";
import type { ChannelKind } from "@/lib/config/channel-kinds";
import type { ChannelDetail } from "@/lib/features/login-channels/dto";
import type { ChannelForm } from "@/lib/features/login-channels/schema";

/** Settings a form of the kind begins with. */
export function initialSettings(kind: ChannelKind): ChannelSettings {
  return Object.fromEntries(
    fieldsOf(kind)
      .filter((field) => !isSecretField(field))
      .map(({ name, type, initial, options, min }) => {
        if (type === "switch") return [name, Boolean(initial)];
        if (type === "number") return [name, Number(initial ?? min ?? 0)];
        return [name, String(initial ?? (type === "select" ? (options?.[0] ?? "") : ""))];
      }),
  );
}

/** What the form of a channel, stored or new, begins with. Secrets are never read back. */
export function formValues(
  kind: ChannelKind,
  detail: ChannelDetail | null,
  initialRoleIds: readonly string[] = [],
): ChannelForm {
  const secrets = fieldsOf(kind)
    .filter(isSecretField)
    .map(({ name }) => [name, ""]);
  return {
    nameZh: detail?.nameZh ?? "",
    nameEn: detail?.nameEn ?? "",
    settings: { ...initialSettings(kind), ...detail?.settings },
    secrets: Object.fromEntries(secrets) as Record<string, string | null>,
    app: detail?.app ?? channelApp.parse({}),
    provisioning: detail?.provisioning ?? channelProvisioning.parse({ roleIds: [...initialRoleIds] }),
  };
}

/** Ready-made settings, where one kind of channel has two well-known other sides. */
export const PRESETS: Partial<Record<ChannelKind, Record<string, ChannelSettings>>> = {
  ldap: {
    openLdap: {
      userFilter: "(&(objectClass=person)(uid={account}))",
      subjectAttribute: "entryUUID",
      accountAttribute: "uid",
      nameAttribute: "cn",
      emailAttribute: "mail",
      phoneAttribute: "mobile",
      groupAttribute: "memberOf",
      syncFilter: "(objectClass=person)",
      departmentFilter: "(objectClass=organizationalUnit)",
      departmentNameAttribute: "ou",
      disabledFilter: "",
    },
    activeDirectory: {
      userFilter:
        "(&(objectCategory=person)(objectClass=user)(|(sAMAccountName={account})(userPrincipalName={account})))",
      subjectAttribute: "objectGUID",
      accountAttribute: "sAMAccountName",
      nameAttribute: "displayName",
      emailAttribute: "mail",
      phoneAttribute: "mobile",
      groupAttribute: "memberOf",
      syncFilter: "(&(objectCategory=person)(objectClass=user))",
      departmentFilter: "(objectClass=organizationalUnit)",
      departmentNameAttribute: "ou",
      disabledFilter: "(userAccountControl:1.2.840.113556.1.4.803:=2)",
    },
  },
  lark: {
    feishu: { apiBase: "https://open.feishu.cn", accountsBase: "https://accounts.feishu.cn" },
    lark: { apiBase: "https://open.larksuite.com", accountsBase: "https://accounts.larksuite.com" },
  },
};
