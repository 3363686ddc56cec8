"use client";

import { CircleAlert, CircleCheck, CircleDashed, FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { ImportedDto } from "@/lib/features/apps/dto";
import { useAppActions } from "@/lib/features/apps/hooks";
import { APP_FILE_MAX } from "@/lib/features/apps/limits";
import { editorHref } from "@/lib/features/apps/paths";

/** A new app of a file: first what of it arrives and what does not, then it is made. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("apps-list.importForm");
  const router = useRouter();
  const { bring, look } = useAppActions();
  const [isTooLarge, setIsTooLarge] = useState(false);
  const [content, setContent] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const seen = look.data;
  const handleFile = async (file: File) => {
    setIsTooLarge(file.size > APP_FILE_MAX);
    look.reset();
    bring.reset();
    if (file.size > APP_FILE_MAX) return;
    const text = await file.text();
    setContent(text);
    look.mutate(text);
  };
  const handleMake = () => bring.mutate(content, { onSuccess: ({ id }) => id && router.push(editorHref(id)) });
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t("title")}
        className="space-y-4 text-sm"
        footer={
          seen && (
            <Button variant="primary" loading={bring.isPending} onClick={handleMake}>
              {t("make")}
            </Button>
          )
        }
      >
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
        <Button icon={FileUp} loading={look.isPending} onClick={() => input.current?.click()}>
          {seen ? t("other") : t("choose")}
        </Button>
        {isTooLarge && (
          <p role="alert" className="text-danger-ink">
            {t("tooLarge")}
          </p>
        )}
        <FormFailure error={look.error ?? bring.error} />
        {seen && <Report file={seen} />}
      </SheetContent>
    </Sheet>
  );
}

const STATES = {
  whole: { icon: CircleCheck, tone: "text-success-ink" },
  partly: { icon: CircleAlert, tone: "text-warning-ink" },
  left: { icon: CircleDashed, tone: "text-danger-ink" },
} as const;

/** What a file would become. */
function Report({ file: { name, kind, left, nodes } }: { file: ImportedDto }) {
  const t = useTranslations("apps-list.importForm");
  const tKind = useTranslations("apps-list.kind");
  const whole = nodes.filter(({ state }) => state === "whole").length;
  return (
    <section role="status" className="space-y-3">
      <h3 className="font-medium">
        {name} · {tKind(kind)}
      </h3>
      {left.length > 0 && (
        <>
          <p className="text-fg-2">{t("left")}</p>
          <ul className="list-disc space-y-1 pl-5">
            {left.map((one) => (
              <li key={`${one.what} ${one.name}`}>{t(`what.${one.what}`, { name: one.name })}</li>
            ))}
          </ul>
        </>
      )}
      {nodes.length > 0 && (
        <>
          <p className="text-fg-2">{t("nodes", { whole, count: nodes.length })}</p>
          <ul className="divide-y divide-line rounded-md border border-line">
            {nodes.map(({ nodeId, title, kind: type, state, gaps }) => {
              const { icon: Icon, tone } = STATES[state];
              return (
                <li key={nodeId} className="flex gap-2 px-3 py-2">
                  <Icon aria-hidden size={15} className={`mt-0.5 shrink-0 ${tone}`} />
                  <div className="min-w-0 flex-1">
                    <p className="wrap-anywhere">
                      {title || type} <span className="text-fg-3 text-xs">{t(`state.${state}`)}</span>
                    </p>
                    {gaps.map((gap) => (
                      <p key={gap} className="text-fg-2 text-xs">
                        {t(`gap.${gap}`)}
                      </p>
                    ))}
                  </div>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}
