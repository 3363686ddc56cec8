"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/common/copy-button";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";

interface CodeDrawerProps {
  account: string;
  name: string;
  code: string;
  onClose: () => void;
}

/** A person's one-time code, this once, to be passed on. */
export function CodeDrawer({ account, name, code, onClose }: CodeDrawerProps) {
  const t = useTranslations("organisation.users.once");
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t("title")}
        meta={name}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t("done")}
          </Button>
        }
      >
        <p className="rounded-sm bg-warning-soft px-3 py-2 text-sm text-warning-ink">{t("warning")}</p>
        <dl className="mt-4 space-y-4">
          {(
            [
              ["account", account],
              ["code", code],
            ] as const
          ).map(([key, value]) => (
            <div key={key}>
              <dt className="text-fg-3 text-xs">{t(key)}</dt>
              <dd className="mt-1 flex items-center gap-2 rounded-sm border bg-subtle px-3 py-2">
                <code className="min-w-0 flex-1 break-all font-mono text-base">{value}</code>
                <CopyButton text={value} label={t("copy", { what: t(key) })} />
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-fg-3 text-sm">{t("next")}</p>
      </SheetContent>
    </Sheet>
  );
}
