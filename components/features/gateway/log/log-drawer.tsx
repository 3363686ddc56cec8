"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { QueryState } from "@/components/common/query-state";
import { Thread } from "@/components/common/thread";
import { useAppName } from "@/components/common/use-app-name";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { AttemptDto, LogDetailDto } from "@/lib/features/gateway/dto";
import { logQuery } from "@/lib/features/gateway/log-hooks";
import { useFormat } from "../use-format";
import { useReason } from "../use-reason";
import { useSupplierName } from "../use-supplier-name";
import { Outcome } from "./log-columns";
import { LogContent } from "./log-content";

/** One request: its figures, the channels it took, what was said, and the same question to another model. */
export function LogDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations("gateway.log");
  const query = useQuery(logQuery(id));
  const format = useFormat();
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("drawer")} meta={query.data && format.moment(query.data.createdAt)} size="large">
        {query.data && (
          <div className="space-y-6">
            <Facts log={query.data} />
            <Attempts attempts={query.data.attempts} />
            <LogContent key={id} log={query.data} />
          </div>
        )}
        <QueryState query={query} />
      </SheetContent>
    </Sheet>
  );
}

function Facts({ log }: { log: LogDetailDto }) {
  const t = useTranslations("gateway.log.fact");
  const format = useFormat();
  const appName = useAppName();
  const cost = log.costMicros !== null && log.currency ? format.money(log.costMicros, log.currency) : t("noPrice");
  const facts: [string, ReactNode][] = [
    [t("model"), log.modelName],
    [t("person"), [log.userName, log.account && `@${log.account}`].filter(Boolean).join(" ")],
    [t("app"), [appName(log.app), log.apiKeyName].filter(Boolean).join(" · ")],
    [t("outcome"), <Outcome key="outcome" row={{ ...log, attempts: log.attempts.length }} />],
    [
      t("tokens"),
      `${format.number(log.inputTokens)} / ${format.number(log.outputTokens)}${log.estimated ? ` ${t("estimated")}` : ""}`,
    ],
    [
      t("time"),
      [
        log.firstTokenMs !== null && t("first", { time: format.duration(log.firstTokenMs) }),
        format.duration(log.durationMs),
      ]
        .filter(Boolean)
        .join(" · "),
    ],
    [t("cost"), cost],
    [
      t("id"),
      <span key="id" className="break-all font-mono text-xs">
        {log.id}
      </span>,
    ],
  ];
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name} className="flex gap-3">
          <dt className="w-20 shrink-0 text-fg-3">{name}</dt>
          <dd className="tnum min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The tries of a request as one thread: which channel, with which key, and how it answered. */
function Attempts({ attempts }: { attempts: readonly AttemptDto[] }) {
  const t = useTranslations("gateway.log");
  const supplierName = useSupplierName();
  const format = useFormat();
  const reason = useReason();
  return (
    <section aria-label={t("attempts")}>
      <h3 className="mb-3 font-semibold text-base">{t("attempts")}</h3>
      {attempts.length === 0 ? (
        <p className="text-fg-3 text-sm">{t("noAttempts")}</p>
      ) : (
        <Thread
          steps={attempts.map((attempt, index) => ({
            id: String(index),
            title: `${supplierName(attempt.supplier)} · ${attempt.upstreamModel}`,
            state: attempt.error ? "failed" : "done",
            stateLabel: attempt.error ? t("attempt.failed") : t("attempt.done"),
            meta: format.duration(attempt.ms),
            body: [
              attempt.keyHint && t("attempt.key", { key: attempt.keyHint }),
              attempt.error && reason(attempt.error).full,
              attempt.status !== null && t("attempt.status", { status: attempt.status }),
            ]
              .filter(Boolean)
              .join(" · "),
          }))}
        />
      )}
    </section>
  );
}
