"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/common/copy-button";
import { type ChannelKind, isRedirectKind } from "@/lib/config/channel-kinds";
import { addressesOf } from "@/lib/features/login-channels/addresses";
import type { ChannelChoices } from "@/lib/features/login-channels/dto";

interface AddressesProps {
  kind: ChannelKind;
  id: string;
  choices: ChannelChoices;
  appId: string;
}

/** What has to be entered on the other side, or how people are led here. */
export function Addresses({ kind, id, choices, appId }: AddressesProps) {
  const t = useTranslations("login-channels.address");
  const { origin, isFixed } = choices;
  const needsHttps = isRedirectKind(kind) && origin !== null && !origin.startsWith("https:");
  return (
    <div className="space-y-3 rounded-md border bg-subtle p-3">
      <div>
        <h4 className="font-medium text-sm">{t("title")}</h4>
        <p className="text-fg-3 text-xs">{t("hint")}</p>
      </div>
      <dl className="space-y-2">
        {(origin ? addressesOf(kind, id, origin, appId) : []).map(({ key, value }) => (
          <div key={key}>
            <dt className="text-fg-3 text-xs">{t(key)}</dt>
            <dd className="flex items-center gap-1">
              <code className="min-w-0 flex-1 break-all font-mono text-xs">{value}</code>
              <CopyButton text={value} size={24} label={t("copy", { name: t(key) })} />
            </dd>
          </div>
        ))}
      </dl>
      {!isFixed && <Notice>{t(origin ? "notFixed" : "unknownOrigin")}</Notice>}
      {needsHttps && <Notice>{t("needsHttps")}</Notice>}
    </div>
  );
}

function Notice({ children }: { children: string }) {
  return (
    <p className="flex items-start gap-1.5 text-warning-ink text-xs">
      <TriangleAlert aria-hidden size={13} className="mt-0.5 shrink-0" />
      {children}
    </p>
  );
}
