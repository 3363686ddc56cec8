"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/common/copy-button";
import type { Exchange } from "@/lib/models/types";

/** What went to the supplier and what came back: no headers, no keys, bytes by their beginning. */
export function WireLog({ exchanges }: { exchanges: readonly Exchange[] }) {
  const t = useTranslations("models.try");
  return (
    <section aria-label={t("wire")} className="space-y-2">
      <h3 className="font-semibold text-base">{t("wire")}</h3>
      <p className="text-fg-3 text-xs">{t("wireHint")}</p>
      {exchanges.map(({ method, url, request, status, answer, isCut }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tries in their order
        <div key={index} className="space-y-2">
          <p className="break-all font-mono text-fg-2 text-xs">
            {method} {url} → {status ?? t("noAnswer")}
          </p>
          {request && <Block label={t("request")} text={pretty(request)} />}
          <Block label={isCut ? t("answerCut") : t("answer")} text={pretty(answer)} />
        </div>
      ))}
    </section>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Block({ label, text }: { label: string; text: string }) {
  return (
    <div className="relative">
      <details className="rounded-md border">
        <summary className="cursor-pointer py-2 pr-12 pl-3 text-fg-2 text-sm">{label}</summary>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="max-h-80 overflow-auto whitespace-pre-wrap break-words border-t p-3 font-mono text-xs"
        >
          {text}
        </pre>
      </details>
      <span className="absolute top-1 right-1.5">
        <CopyButton text={text} />
      </span>
    </div>
  );
}
