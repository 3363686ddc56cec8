"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { QueryState } from "@/components/common/query-state";
import { UnpricedNote } from "@/components/common/unpriced-note";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { RecordDetailDto } from "@/lib/features/records/dto";
import { recordQuery } from "@/lib/features/records/hooks";
import { Feedback, RoundStatus } from "./record-columns";
import { RecordContent } from "./record-content";
import { useRecordTexts } from "./use-record-texts";

interface RecordDrawerProps {
  id: string;
  /** The reader manages prompts: a question can become one. */
  canMakePrompt: boolean;
  onClose: () => void;
}

/** One question with its answer: its figures, its calls and, on request, the conversation around it. */
export function RecordDrawer({ id, canMakePrompt, onClose }: RecordDrawerProps) {
  const t = useTranslations("records.drawer");
  const texts = useRecordTexts();
  const query = useQuery(recordQuery(id));
  const record = query.data;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} meta={record && texts.moment(record.createdAt)} size="large">
        {record && (
          <div className="space-y-6">
            <Facts record={record} />
            <RecordContent record={record} canMakePrompt={canMakePrompt} />
          </div>
        )}
        <QueryState query={query} />
      </SheetContent>
    </Sheet>
  );
}

function Facts({ record }: { record: RecordDetailDto }) {
  const t = useTranslations("records");
  const texts = useRecordTexts();
  const time = (ms: number | null) => (ms === null ? "–" : texts.duration(ms));
  const { user, currency, costMicros, support } = record;
  return (
    <section aria-label={t("drawer.facts")}>
      <dl className="grid gap-x-6 gap-y-2.5 text-sm sm:grid-cols-2">
        <Fact name={t("drawer.time")}>{texts.wholeMoment(record.createdAt)}</Fact>
        <Fact name={t("drawer.person")}>
          {user.name} <span className="text-fg-3 text-xs">{user.account}</span>
        </Fact>
        <Fact name={t("drawer.department")}>{record.department?.name ?? "–"}</Fact>
        <Fact name={t("drawer.app")}>{texts.app(record.app)}</Fact>
        <Fact name={t("drawer.model")}>{record.modelName || "–"}</Fact>
        <Fact name={t("drawer.status")}>
          <RoundStatus row={record} />
        </Fact>
        <Fact name={t("drawer.feedback")}>
          <Feedback row={record} />
        </Fact>
        {record.feedbackText && <Fact name={t("drawer.remark")}>{record.feedbackText}</Fact>}
        <Fact name={t("drawer.tokens")}>
          {t("drawer.tokensValue", {
            input: texts.number(record.inputTokens),
            output: texts.number(record.outputTokens),
          })}
          {record.estimated && <span className="ml-2 text-fg-3 text-xs">{t("drawer.estimated")}</span>}
        </Fact>
        <Fact name={t("drawer.cost")}>
          {costMicros !== null && currency ? texts.money(costMicros, currency) : t("drawer.noPrice")}
          <UnpricedNote count={record.unpriced} className="ml-2" />
        </Fact>
        <Fact name={t("drawer.firstToken")}>{time(record.firstTokenMs)}</Fact>
        <Fact name={t("drawer.duration")}>{time(record.durationMs)}</Fact>
        {support && <Fact name={t("drawer.support")}>{t("unit.support", support)}</Fact>}
      </dl>
      <dl className="mt-2.5 grid gap-y-2.5 text-sm">
        {record.calls.length === 0 && <Fact name={t("drawer.request")}>{t("drawer.noCalls")}</Fact>}
        {record.calls.map(({ requestId, logId }) => (
          <Fact key={requestId} name={t("drawer.request")}>
            <span className="inline-flex items-center gap-1">
              <span className="break-all font-mono text-xs">{requestId}</span>
              <CopyButton text={requestId} size={24} />
            </span>
            {logId && (
              <Link
                href={`/system/gateway/model-supplier?tab=log&open=${logId}`}
                className="ml-2 inline-block min-h-6 rounded-xs text-primary-ink text-xs leading-6 hover:underline pointer-coarse:min-h-11 pointer-coarse:leading-11"
              >
                {t("drawer.openLog")}
              </Link>
            )}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-baseline gap-3">
      <dt className="w-28 shrink-0 text-fg-3">{name}</dt>
      <dd className="tnum min-w-0 flex-1 break-words">{children}</dd>
    </div>
  );
}
