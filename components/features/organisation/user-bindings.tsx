"use client";

import { Link2, Unlink } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { useMoments } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { confirm } from "@/lib/client/dialogs";
import type { BindingDto, UserDetail } from "@/lib/features/organisation/dto";
import { useUserActions } from "@/lib/features/organisation/hooks";

// Few are bound by hand.
const BindingDialog = lazy(() => import("./binding-dialog").then((m) => ({ default: m.BindingDialog })));

interface UserBindingsProps {
  user: UserDetail;
  mayChange: boolean;
}

/** Outside identities the person comes in with; each can be taken away, and one can be added. */
export function UserBindings({ user, mayChange }: UserBindingsProps) {
  const t = useTranslations("organisation.users.binding");
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section aria-label={t("title")}>
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 className="text-fg-2 text-sm">{t("title")}</h3>
        <Button size="sm" variant="ghost" icon={Link2} disabled={!mayChange} onClick={() => setIsAdding(true)}>
          {t("add")}
        </Button>
      </div>
      {user.bindings.length === 0 && <p className="text-fg-3 text-sm">{t("none")}</p>}
      <ul className="divide-y rounded-sm border empty:hidden">
        {user.bindings.map((binding) => (
          <BindingRow
            key={`${binding.issuer} ${binding.subject}`}
            user={user}
            binding={binding}
            mayChange={mayChange}
          />
        ))}
      </ul>
      <LazyBoundary onFailure={() => setIsAdding(false)}>
        {isAdding && <BindingDialog user={user} onClose={() => setIsAdding(false)} />}
      </LazyBoundary>
    </section>
  );
}

function BindingRow({ user, binding, mayChange }: UserBindingsProps & { binding: BindingDto }) {
  const t = useTranslations("organisation.users.binding");
  const moments = useMoments();
  const isEnglish = useLocale().startsWith("en");
  const { unbind } = useUserActions();
  const { issuer, subject, label, channel, createdAt, lastUsedAt } = binding;
  const name = channel ? (isEnglish ? channel.nameEn : channel.nameZh) : issuer;
  const day = (iso: string) => moments.day(iso);
  return (
    <li className="flex items-center gap-2 px-3 py-1.5 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          {name}
          {label && <span className="text-fg-2"> · {label}</span>}
        </span>
        <span className="block break-all text-fg-3 text-xs">{subject}</span>
        <span className="block text-fg-3 text-xs">
          {t("since", { date: day(createdAt) })} ·{" "}
          {lastUsedAt ? t("lastUsed", { date: day(lastUsedAt) }) : t("neverUsed")}
        </span>
      </span>
      <IconButton
        icon={Unlink}
        label={t("remove", { name })}
        disabled={!mayChange}
        onClick={() =>
          void confirm({
            title: t("confirmTitle"),
            description: t("confirmText", { name: user.name, issuer: name }),
            okButton: t("ok"),
            destructive: true,
            onOk: () => unbind.mutateAsync({ id: user.id, issuer, subject }),
          })
        }
      />
    </li>
  );
}
