"use client";

import { KeyRound, Pencil, RotateCw, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { MoreMenu } from "@/components/common/lazy-menu";
import { Button } from "@/components/ui/button";
import { Status } from "@/components/ui/status";
import { Switch } from "@/components/ui/switch";
import { confirm } from "@/lib/client/dialogs";
import type { SupplierKeyDto } from "@/lib/features/gateway/dto";
import { useKeyActions } from "@/lib/features/gateway/hooks";
import { useFormat } from "../use-format";
import { useReason } from "../use-reason";

interface KeyRowProps {
  apiKey: SupplierKeyDto;
  onTask: (task: "edit" | "rotate") => void;
}

/** A key by its name and last characters, its share, its limits and what rests because of it. */
export function KeyRow({ apiKey, onTask }: KeyRowProps) {
  const t = useTranslations("gateway.key");
  const format = useFormat();
  const reason = useReason();
  const { enable, remove } = useKeyActions();
  const label = keyLabel(apiKey, t("plain"));
  const limits = [
    t("weight", { value: apiKey.weight }),
    apiKey.requestsPerMinute && t("requests", { count: apiKey.requestsPerMinute }),
    apiKey.tokensPerMinute && t("tokens", { count: apiKey.tokensPerMinute }),
    apiKey.rotatedAt
      ? t("rotated", { when: format.moment(apiKey.rotatedAt) })
      : t("made", { when: format.moment(apiKey.createdAt) }),
  ].filter(Boolean);
  const handleRemove = () =>
    void confirm({
      title: t("delete.title"),
      description: t("delete.text", { name: label }),
      okButton: t("delete.ok"),
      destructive: true,
      onOk: () => remove.mutateAsync(apiKey.id),
    });
  return (
    <li className="flex items-center gap-3 px-3 py-2.5 not-last:border-b">
      <KeyRound aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-fg-3" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm">
          {apiKey.name && <span className="mr-2 font-semibold">{apiKey.name}</span>}
          <span className="font-mono text-fg-2 text-xs">{apiKey.hint ? `••••${apiKey.hint}` : t("plain")}</span>
        </p>
        <p className="text-fg-3 text-xs">{limits.join(" · ")}</p>
        {apiKey.resting.map((channel) => (
          <Status key={channel.model} tone="warning" className="mt-0.5 text-xs">
            {t("resting", { model: channel.model, reason: reason(channel.reason).short })}
          </Status>
        ))}
      </div>
      <Button size="sm" icon={RotateCw} aria-label={t("rotateOf", { name: label })} onClick={() => onTask("rotate")}>
        {t("rotate")}
      </Button>
      <Switch
        aria-label={t("enable", { name: label })}
        checked={apiKey.status === "enabled"}
        disabled={enable.isPending}
        onCheckedChange={(enabled) => enable.mutate({ id: apiKey.id, enabled })}
      />
      <MoreMenu
        label={t("more", { name: label })}
        commands={[
          { key: "edit", label: t("edit"), icon: Pencil, onSelect: () => onTask("edit") },
          { key: "delete", label: t("delete.ok"), icon: Trash2, danger: true, apart: true, onSelect: handleRemove },
        ]}
      />
    </li>
  );
}

/** What tells a key from its neighbours. */
export function keyLabel({ name, hint }: { name: string; hint: string }, plain: string): string {
  return name || (hint ? `••••${hint}` : plain);
}
