"use client";

import { FileUp } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { useAppActions } from "@/lib/features/apps/hooks";
import { APP_FILE_MAX } from "@/lib/features/apps/limits";
import { editorHref } from "@/lib/features/apps/paths";

/** A new app of a file, with what of it could not be brought along. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("apps-list.importForm");
  const { bring } = useAppActions();
  const [isTooLarge, setIsTooLarge] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const made = bring.data;
  const handleFile = async (file: File) => {
    setIsTooLarge(file.size > APP_FILE_MAX);
    if (file.size <= APP_FILE_MAX) bring.mutate(await file.text());
  };
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} className="space-y-4 text-sm">
        {made ? (
          <>
            <p role="status">{t("done")}</p>
            {made.left.length > 0 && (
              <>
                <p className="text-fg-2">{t("left")}</p>
                <ul className="list-disc space-y-1 pl-5">
                  {made.left.map(({ what, name }) => (
                    <li key={`${what} ${name}`}>{t(`what.${what}`, { name })}</li>
                  ))}
                </ul>
              </>
            )}
            <Link href={editorHref(made.id)} className={buttonClass("primary")}>
              {t("open")}
            </Link>
          </>
        ) : (
          <>
            <p className="text-fg-2">{t("text")}</p>
            <input
              ref={input}
              type="file"
              accept=".yaml,.yml,.json"
              hidden
              aria-hidden
              onChange={({ target }) => {
                const file = target.files?.[0];
                target.value = "";
                if (file) void handleFile(file);
              }}
            />
            <Button icon={FileUp} loading={bring.isPending} onClick={() => input.current?.click()}>
              {t("choose")}
            </Button>
            {isTooLarge && (
              <p role="alert" className="text-danger-ink">
                {t("tooLarge")}
              </p>
            )}
            <FormFailure error={bring.error} />
          </>
        )}
      </SheetContent>
    </Sheet>
  );
}
