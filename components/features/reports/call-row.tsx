"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Status } from "@/components/ui/status";
import type { Tone } from "@/components/ui/tone";
import { recordsPath } from "@/lib/features/reports/address";
import type { CallDto } from "@/lib/features/reports/dto";
import { isUnpriced } from "@/lib/features/reports/figures";
import { labelOf } from "@/lib/features/reports/label";
import { type Format, useReportTexts } from "./format";

const TONES: Record<string, Tone> = {
  done: "success",
  limited: "warning",
  stopped: "neutral",
  interrupted: "danger",
  failed: "danger",
};

interface CallRowProps {
  call: CallDto;
  /** Of the costs of all rows. */
  decimals: number;
  timeZone: string;
  format: Format;
  canOpenRecords: boolean;
}

/** One call: who, what, how much, how it ended; opened, everything the ledger knows. */
export function CallRow({ call, decimals, timeZone, format, canOpenRecords }: CallRowProps) {
  const t = useReportTexts();
  const c = useTranslations("common");
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { full } = format.moment(call.createdAt, timeZone, true);
  const recordsHref =
    canOpenRecords && !call.apiKey
      ? recordsPath({ from: call.day, to: call.day }, { app: call.app, user: call.user.key, model: call.model.key })
      : null;
  const time = (ms: number | null) => (ms === null ? "–" : format.time(ms));
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="grid w-full grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-3 py-2.5 text-left text-sm -outline-offset-2 hover:bg-subtle md:grid-cols-[16px_minmax(0,1.1fr)_minmax(0,1.2fr)_auto_88px]"
      >
        <ChevronRight aria-hidden size={14} className={cn("text-fg-3 transition-transform", isOpen && "rotate-90")} />
        <span className="min-w-0">
          <span className="tnum block truncate">{full}</span>
          <span className="block truncate text-fg-3 text-xs">{labelOf(call.user, "user", t)}</span>
        </span>
        <span className="min-w-0 max-md:hidden">
          <span className="block truncate">{labelOf(call.model, "model", t)}</span>
          <span className="block truncate text-fg-3 text-xs">{t.app(call.app)}</span>
        </span>
        <span className="tnum text-right">
          <span className="block">{format.whole(call.inputTokens + call.outputTokens)}</span>
          <span className="block text-fg-3 text-xs">
            {call.costMicros !== null
              ? format.exactMoney(call.costMicros, decimals)
              : isUnpriced(call)
                ? c("noPrice")
                : "–"}
          </span>
        </span>
        <Status tone={TONES[call.outcome] ?? "neutral"} className="max-md:col-start-2">
          {t(`outcome.${call.outcome}`)}
        </Status>
      </button>
      {isOpen && (
        <dl id={id} className="grid gap-x-6 gap-y-1.5 border-t bg-subtle px-4 py-3 text-sm sm:grid-cols-2 md:pl-10">
          <Fact label={t("calls.what")}>
            {t.app(call.app)} · {labelOf(call.model, "model", t)}
          </Fact>
          <Fact label={t("calls.department")}>{labelOf(call.department, "department", t)}</Fact>
          <Fact label={t("calls.supplier")}>
            {call.supplier ? [call.supplier, call.upstreamModel].filter(Boolean).join(" · ") : "–"}
          </Fact>
          <Fact label={t("calls.key")}>{call.apiKey ? labelOf(call.apiKey, "key", t) : t("calls.direct")}</Fact>
          <Fact label={t("calls.input")}>
            {format.whole(call.inputTokens)}
            {call.cachedTokens > 0 && ` (${t("calls.cached")} ${format.whole(call.cachedTokens)})`}
            {call.estimated && <Badge className="ml-2">{t("calls.estimated")}</Badge>}
          </Fact>
          <Fact label={t("calls.output")}>
            {format.whole(call.outputTokens)}
            {call.reasoningTokens > 0 && ` (${t("calls.reasoning")} ${format.whole(call.reasoningTokens)})`}
          </Fact>
          {call.images > 0 && <Fact label={t("calls.images")}>{format.whole(call.images)}</Fact>}
          {call.audioMs > 0 && (
            <Fact label={t("calls.audio")}>{t("calls.seconds", { value: format.seconds(call.audioMs) })}</Fact>
          )}
          {call.characters > 0 && <Fact label={t("calls.characters")}>{format.whole(call.characters)}</Fact>}
          <Fact label={t("calls.latency")}>
            {time(call.firstTokenMs)} / {time(call.durationMs)}
          </Fact>
          <Fact label={t("calls.attempts")}>{format.whole(call.attempts)}</Fact>
          {call.error && (
            <Fact label={t("calls.error")}>
              {t.has(`reason.${call.error}`) ? t(`reason.${call.error}`) : call.error}
            </Fact>
          )}
          <Fact label={t("calls.request")}>
            <span className="flex min-w-0 items-center gap-1">
              <span className="truncate font-mono text-xs">{call.requestId}</span>
              <CopyButton text={call.requestId} size={24} />
            </span>
          </Fact>
          {recordsHref && (
            <Fact label={t("calls.conversation")}>
              <Link href={recordsHref} className="rounded-xs text-primary-ink hover:underline">
                {t("calls.records")}
              </Link>
            </Fact>
          )}
        </dl>
      )}
    </li>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-[96px_minmax(0,1fr)] items-center gap-2">
      <dt className="text-fg-3 text-xs">{label}</dt>
      <dd className="tnum min-w-0 break-words">{children}</dd>
    </div>
  );
}
