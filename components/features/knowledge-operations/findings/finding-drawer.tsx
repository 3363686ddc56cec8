"use client";

import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { QueryState } from "@/components/common/query-state";
import { useMoments } from "@/components/common/use-moments";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { FindingDetailDto } from "@/lib/features/knowledge-operations/findings-dto";
import { findingQuery, useFindingActions } from "@/lib/features/knowledge-operations/findings-hooks";
import { OpenedAnswer } from "../usage/opened-answer";
import { FindingActions } from "./finding-actions";
import { Causes, FindingStatus } from "./finding-columns";
import { FindingMakers } from "./finding-makers";

/** One finding: why it is here, question and answer on request, what people did about it, what can be done. */
export function FindingDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations("knowledge-operations-usage.findings");
  const moments = useMoments();
  const query = useQuery(findingQuery(id));
  const { open } = useFindingActions(id);
  const finding = query.data;
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent
        title={t(finding?.kind === "good" ? "drawer.good" : "drawer.wrong")}
        meta={finding && moments.minute(finding.askedAt)}
        size="large"
        footer={finding?.mayChange && <FindingActions finding={finding} />}
      >
        <QueryState query={query} />
        {finding && (
          <div className="space-y-6">
            {finding.question && <p className="wrap-anywhere font-semibold text-base">{finding.question}</p>}
            <Facts finding={finding} />
            {finding.closed ? (
              <p className="flex items-center gap-2 text-fg-3 text-sm">
                <Lock aria-hidden size={14} className="shrink-0" />
                {t(`closed.${finding.closed}`)}
              </p>
            ) : (
              <OpenedAnswer opening={open} onOpen={() => open.mutate()} />
            )}
            {finding.mayChange && <FindingMakers finding={finding} opened={open.data} />}
            <History finding={finding} />
          </div>
        )}
      </SheetContent>
    </Sheet>
  );
}

function Facts({ finding }: { finding: FindingDetailDto }) {
  const t = useTranslations("knowledge-operations-usage.findings");
  const { base, asker, department, assignee, remark, state } = finding;
  return (
    <section aria-label={t("drawer.facts")}>
      <dl className="grid gap-x-6 gap-y-2.5 text-sm sm:grid-cols-2">
        <Fact name={t("drawer.why")}>
          <Causes finding={finding} />
        </Fact>
        <Fact name={t("column.state")}>
          <FindingStatus state={state} />
        </Fact>
        <Fact name={t("column.base")}>{base.name}</Fact>
        <Fact name={t("column.assignee")}>{assignee?.name ?? "–"}</Fact>
        {asker && <Fact name={t("drawer.asker")}>{asker}</Fact>}
        <Fact name={t("column.department")}>{department || "–"}</Fact>
      </dl>
      {remark && (
        <dl className="mt-2.5 text-sm">
          <Fact name={t("drawer.remark")}>{remark}</Fact>
        </dl>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-baseline gap-3">
      <dt className="w-24 shrink-0 text-fg-3">{name}</dt>
      <dd className="min-w-0 flex-1 break-words">{children}</dd>
    </div>
  );
}

function History({ finding: { history } }: { finding: FindingDetailDto }) {
  const t = useTranslations("knowledge-operations-usage.findings");
  const moments = useMoments();
  return (
    <section aria-label={t("drawer.history")} className="space-y-2">
      <h3 className="font-semibold text-base">{t("drawer.history")}</h3>
      {history.length === 0 ? (
        <p className="text-fg-3 text-sm">{t("drawer.noHistory")}</p>
      ) : (
        <ol className="space-y-1.5 text-sm">
          {history.map(({ id, event, by, detail, at }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3">
              <time dateTime={at} className="tnum w-28 shrink-0 text-fg-3 text-xs">
                {moments.minute(at)}
              </time>
              <span className="wrap-anywhere min-w-0 flex-1">
                {t(event === "assign" && !detail ? "event.unassign" : `event.${event}`, { by, detail })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
