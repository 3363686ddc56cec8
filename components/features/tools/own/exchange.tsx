"use client";

import { useTranslations } from "next-intl";
import { TextBlock } from "@/components/common/text-block";
import { useBytes } from "@/components/common/use-bytes";
import { Status } from "@/components/ui/status";
import type { OwnTryDto } from "@/lib/features/tools/own-dto";
import { useReason } from "../use-reason";

type Recorded = NonNullable<OwnTryDto["exchange"]>;

/** What went over the wire in a try run, as text (SECURITY rule 12); stored keys stand there as ***. */
export function ExchangeView({ result }: { result: OwnTryDto }) {
  const t = useTranslations("tools-own.try");
  const reason = useReason();
  const bytes = useBytes();
  const { ok, error, detail, exchange } = result;
  const response = exchange?.response ?? null;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Status tone={ok ? "success" : "danger"}>{ok ? t("ok") : t("failed")}</Status>
        {response && <span className="tnum text-sm">{t("status", { status: response.status })}</span>}
        {exchange && <span className="tnum text-fg-3 text-xs">{t("took", { ms: exchange.durationMs })}</span>}
        {response && <span className="tnum text-fg-3 text-xs">{bytes(response.bytes)}</span>}
      </div>
      {!ok && (
        <p role="alert" className="rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">
          {reason(error).full}
          {detail && !response && <span className="mt-1 block break-words font-mono text-xs">{detail}</span>}
        </p>
      )}
      {exchange && (
        <>
          <TextBlock label={t("request")} text={requestText(exchange.request)} />
          {response ? (
            <>
              <TextBlock label={t("response")} text={pretty(response.body) || t("noBody")} />
              <TextBlock label={`${t("response")} · ${t("headers")}`} text={headersText(response.headers)} isFolded />
            </>
          ) : (
            <p className="text-fg-3 text-sm">{t("none")}</p>
          )}
          <p className="text-fg-3 text-xs">{t("masked")}</p>
        </>
      )}
    </div>
  );
}

const headersText = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

function requestText({ method, url, headers, body }: Recorded["request"]): string {
  const head = [`${method} ${url}`, headersText(headers)].filter(Boolean).join("\n");
  return body === null ? head : `${head}\n\n${pretty(body)}`;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
