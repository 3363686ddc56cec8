"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { QueryState } from "@/components/common/query-state";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Status } from "@/components/ui/status";
import type { OperationDetailDto } from "@/lib/features/operation-log/dto";
import type { LogState } from "@/lib/features/operation-log/filter";
import { operationQuery } from "@/lib/features/operation-log/hooks";
import { ChangeList } from "./change-list";
import { Person } from "./log-columns";
import { RESULT_TONES, useLogTexts } from "./use-log-texts";

interface OperationDrawerProps {
  id: string;
  onClose: () => void;
  onNarrow: (patch: LogState["filter"]) => void;
}

/** One row: its facts, what it changed, and its place in the chain. */
export function OperationDrawer({ id, onClose, onNarrow }: OperationDrawerProps) {
  const t = useTranslations("operation-log.drawer");
  const texts = useLogTexts();
  const query = useQuery(operationQuery(id));
  const row = query.data;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={row ? texts.action(row.action) : t("title")}
        meta={row && texts.moment(row.createdAt)}
        size="large"
      >
        {row && (
          <div className="space-y-6">
            <Facts row={row} onNarrow={onNarrow} />
            <Outcome row={row} />
            <Seal row={row} />
          </div>
        )}
        <QueryState query={query} />
      </SheetContent>
    </Sheet>
  );
}

function Facts({ row, onNarrow }: { row: OperationDetailDto; onNarrow: OperationDrawerProps["onNarrow"] }) {
  const t = useTranslations("operation-log");
  const texts = useLogTexts();
  const { actorId } = row;
  return (
    <dl className="grid gap-x-6 gap-y-2.5 text-sm">
      <Fact name={t("fact.time")}>{texts.wholeMoment(row.createdAt)}</Fact>
      <Fact
        name={t("fact.person")}
        only={actorId && { label: t("only.person"), onClick: () => onNarrow({ person: actorId }) }}
      >
        <Person row={row} />
      </Fact>
      <Fact name={t("fact.action")} only={{ label: t("only.action"), onClick: () => onNarrow({ action: row.action }) }}>
        {texts.action(row.action)} <span className="font-mono text-fg-3 text-xs">{row.action}</span>
      </Fact>
      {row.targetType && (
        <Fact
          name={t("fact.target")}
          only={
            row.targetId && {
              label: t("only.target"),
              onClick: () => onNarrow({ target: row.targetId, named: row.targetName }),
            }
          }
        >
          <span className="text-fg-3">{texts.target(row.targetType)}</span> {texts.targetName(row)}
        </Fact>
      )}
      {row.targetName && row.targetId && (
        <Fact name={t("fact.targetId")}>
          <Code text={row.targetId} />
        </Fact>
      )}
      <Fact name={t("fact.result")}>
        <Status tone={RESULT_TONES[row.result]}>{t(`result.${row.result}`)}</Status>
      </Fact>
      <Fact
        name={t("fact.address")}
        only={row.address && { label: t("only.address"), onClick: () => onNarrow({ address: row.address }) }}
      >
        {row.address || "–"}
      </Fact>
      <Fact name={t("fact.device")}>
        <span title={row.userAgent}>{row.device || row.userAgent || "–"}</span>
      </Fact>
      {row.requestId && (
        <Fact name={t("fact.requestId")}>
          <Code text={row.requestId} />
        </Fact>
      )}
    </dl>
  );
}

interface FactProps {
  name: string;
  /** Narrows the list to rows that share this. */
  only?: { label: string; onClick: () => void } | "" | null;
  children: ReactNode;
}

function Fact({ name, only, children }: FactProps) {
  return (
    <div className="flex items-baseline gap-3">
      <dt className="w-24 shrink-0 text-fg-3">{name}</dt>
      <dd className="tnum flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 break-words">
        <span className="min-w-0 break-words">{children}</span>
        {only && (
          <button
            type="button"
            onClick={only.onClick}
            className="min-h-6 shrink-0 rounded-xs text-primary-ink text-xs hover:underline pointer-coarse:min-h-11 pointer-coarse:py-2"
          >
            {only.label}
          </button>
        )}
      </dd>
    </div>
  );
}

function Code({ text }: { text: string }) {
  return (
    <span className="inline-flex items-baseline gap-1">
      <span className="break-all font-mono text-xs">{text}</span>
      <CopyButton text={text} />
    </span>
  );
}

/** What the wrapper writes of a refusal. */
interface Failure {
  error?: string;
  args?: Record<string, string | number>;
}

/** Why it did not happen, or what it changed. */
function Outcome({ row }: { row: OperationDetailDto }) {
  const t = useTranslations("operation-log.drawer");
  const texts = useLogTexts();
  const failure = row.result === "success" ? null : (row.after as Failure | null);
  if (failure?.error) {
    return (
      <Section title={t("failure")}>
        <p className="text-sm">
          {texts.error(failure.error, failure.args ?? {})}{" "}
          <span className="tnum text-fg-3 text-xs">{t("code", { code: row.code })}</span>
        </p>
      </Section>
    );
  }
  return (
    <Section title={row.before === null ? t("details") : t("changes")}>
      <ChangeList row={row} />
    </Section>
  );
}

function Seal({ row }: { row: OperationDetailDto }) {
  const t = useTranslations("operation-log.drawer");
  const texts = useLogTexts();
  return (
    <Section title={t("chain")}>
      {row.sealedNo === null ? (
        <p className="text-fg-3 text-sm">{t("waiting")}</p>
      ) : (
        <>
          <p className="text-fg-3 text-sm">{t("sealed")}</p>
          <dl className="mt-2 grid gap-y-2 text-sm">
            <Fact name={t("chain")}>{t("place", { no: texts.number(row.sealedNo) })}</Fact>
            <Fact name={t("fingerprint")}>
              <Code text={row.sealedHash ?? ""} />
            </Fact>
          </dl>
        </>
      )}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold text-base">{title}</h3>
      {children}
    </section>
  );
}
