"use client";

import { Copy, Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { saveText } from "@/lib/client/save-file";
import { toast } from "@/lib/client/toast";

interface RecoveryCodesProps {
  codes: readonly string[];
  product: string;
  account: string;
  doneLabel?: string;
  onDone: () => void;
}

/** Recovery codes, this once: to copy, to download; going on asks whether they are kept. */
export function RecoveryCodes({ codes, product, account, doneLabel, onDone }: RecoveryCodesProps) {
  const t = useTranslations("account.factor");
  const id = useId();
  const [saved, setSaved] = useState(false);

  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      toast.success({ key: "copied" });
    } catch {
      toast.error({ key: "copyFailed" });
    }
  };
  const handleDownload = () => {
    const text = [t("fileHead", { product, account }), "", ...codes, ""].join("\r\n");
    saveText(text, t("fileName"));
  };
  return (
    <section aria-labelledby={`${id}-title`} className="space-y-4">
      <div>
        <h3 id={`${id}-title`} className="font-semibold text-base">
          {t("codesTitle")}
        </h3>
        <p className="mt-1 text-fg-3 text-sm">{t("codesText")}</p>
      </div>
      <ol className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md border bg-subtle px-4 py-3 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="tnum">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button icon={Copy} onClick={handleCopy}>
          {t("codesCopy")}
        </Button>
        <Button icon={Download} onClick={handleDownload}>
          {t("codesDownload")}
        </Button>
      </div>
      <div className="flex min-h-6 items-center gap-2">
        <Checkbox id={`${id}-saved`} checked={saved} onCheckedChange={(checked) => setSaved(checked)} />
        <label htmlFor={`${id}-saved`} className="text-sm">
          {t("codesSaved")}
        </label>
      </div>
      <Button variant="primary" disabled={!saved} onClick={onDone}>
        {doneLabel ?? t("codesDone")}
      </Button>
    </section>
  );
}
