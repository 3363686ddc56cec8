"use client";

import { Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/common/copy-button";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { useOrigin } from "@/lib/client/use-origin";

interface SecretDrawerProps {
  name: string;
  secret: string;
  /** Opens the playground with the key. */
  onTry: () => void;
  onClose: () => void;
}

/** A new key's secret, this once. */
export function SecretDrawer({ name, secret, onTry, onClose }: SecretDrawerProps) {
  const t = useTranslations("open-api");
  const base = `${useOrigin()}/api/v1`;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t("secret.title")}
        meta={name}
        footer={
          <>
            <Button icon={Play} onClick={onTry}>
              {t("secret.try")}
            </Button>
            <Button variant="primary" onClick={onClose}>
              {t("secret.done")}
            </Button>
          </>
        }
      >
        <p className="rounded-sm bg-warning-soft px-3 py-2 text-sm text-warning-ink">{t("secret.once")}</p>
        <Copyable label={t("secret.key")} value={secret} />
        <Copyable label={t("secret.base")} value={base} />
        <p className="mt-4 text-fg-3 text-sm">{t("secret.next")}</p>
      </SheetContent>
    </Sheet>
  );
}

function Copyable({ label, value }: { label: string; value: string }) {
  const t = useTranslations("open-api");
  return (
    <dl className="mt-4">
      <dt className="text-fg-3 text-xs">{label}</dt>
      <dd className="mt-1 flex items-center gap-2 rounded-sm border bg-subtle px-3 py-2">
        <code className="min-w-0 flex-1 break-all font-mono text-sm">{value}</code>
        <CopyButton text={value} label={t("secret.copy", { what: label })} />
      </dd>
    </dl>
  );
}
