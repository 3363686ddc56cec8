"use client";

import { Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import type { LogDetailDto } from "@/lib/features/gateway/dto";
import { useLogContent } from "@/lib/features/gateway/log-hooks";
import { ScrollText } from "../scroll-text";
import { ReplayPanel } from "./replay-panel";

/** What was said, on request: opening it is written into the operation log. */
export function LogContent({ log }: { log: LogDetailDto }) {
  const t = useTranslations("gateway.log.content");
  const content = useLogContent();
  if (!log.hasContent) {
    return (
      <section aria-label={t("title")}>
        <h3 className="mb-2 font-semibold text-base">{t("title")}</h3>
        <p className="text-fg-3 text-sm">{t("notKept")}</p>
      </section>
    );
  }
  if (log.closed) {
    return (
      <section aria-label={t("title")}>
        <h3 className="mb-2 font-semibold text-base">{t("title")}</h3>
        <p className="text-fg-3 text-sm">{t(`closed.${log.closed}`)}</p>
      </section>
    );
  }
  return (
    <>
      <section aria-label={t("title")} className="space-y-3">
        <h3 className="font-semibold text-base">{t("title")}</h3>
        {content.data ? (
          <>
            <Text label={t("request")} text={pretty(content.data.request)} />
            <Text label={t("answer")} text={content.data.answerText ?? pretty(content.data.answer)} />
          </>
        ) : (
          <>
            <p className="text-fg-3 text-sm">{log.level === "redacted" ? t("hintRedacted") : t("hint")}</p>
            <Button icon={Eye} loading={content.isPending} onClick={() => content.mutate(log.id)}>
              {t("open")}
            </Button>
          </>
        )}
        <FormFailure error={content.error} />
      </section>
      {log.replayable && <ReplayPanel log={log} original={content.data?.answerText ?? null} />}
    </>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <h4 className="mb-1 text-fg-3 text-xs">{label}</h4>
      <ScrollText label={label} className="max-h-72 rounded-md bg-subtle font-mono text-xs">
        {text}
      </ScrollText>
    </div>
  );
}

/** JSON with its lines; anything else, and what was cut, as it is. */
function pretty(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : JSON.stringify(value, null, 2);
  } catch {
    return text;
  }
}
