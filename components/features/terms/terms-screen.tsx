"use client";

import { useQuery } from "@tanstack/react-query";
import { PenLine } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { lazy } from "react";
import { ListTable } from "@/components/common/data-table/list-table";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useAddressState } from "@/components/common/use-address-state";
import { useMoments } from "@/components/common/use-moments";
import { TopBar } from "@/components/layout/top-bar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { NOTHING_OPEN, type TermsState, termsQuery } from "@/lib/features/terms/address";
import type { TermsOverview, TermsVersionItem } from "@/lib/features/terms/dto";
import { termsOverviewQuery, useTermsActions } from "@/lib/features/terms/hooks";
import { productLocale } from "@/lib/i18n/locales";

const VersionDrawer = lazy(() => import("./version-drawer").then((m) => ({ default: m.VersionDrawer })));
const DraftEditor = lazy(() => import("./draft-editor").then((m) => ({ default: m.DraftEditor })));

/** Versions of the terms of use: the draft, what applies, what applied, and who accepted it. */
export function TermsScreen({ first, state: initial }: { first: TermsOverview; state: TermsState }) {
  const t = useTranslations("terms");
  const { data = first, isFetching } = useQuery({ ...termsOverviewQuery, initialData: first });
  const [state, show] = useAddressState(initial, termsQuery);
  const { begin } = useTermsActions();
  const draft = data.versions.find(({ status }) => status === "draft");

  const handleWrite = async () => {
    if (!draft) await begin.mutateAsync().catch(() => undefined); // the toast has said why
    show({ ...NOTHING_OPEN, edits: true });
  };
  const handleOpen = (row: TermsVersionItem) =>
    show(row.status === "draft" ? { ...NOTHING_OPEN, edits: true } : { ...NOTHING_OPEN, versionId: row.id });
  const write = (
    <Button variant="primary" icon={PenLine} loading={begin.isPending} onClick={() => void handleWrite()}>
      {draft ? t("editDraft") : t("newDraft")}
    </Button>
  );

  if (state.edits && draft) {
    return (
      <LazyBoundary onFailure={() => show(NOTHING_OPEN)} fallback={<PanelSkeleton />}>
        <DraftEditor id={draft.id} version={draft.version} onClose={() => show(NOTHING_OPEN)} />
      </LazyBoundary>
    );
  }
  return (
    <>
      <TopBar title={t("title")} crumbs={[{ label: t("group") }]} actions={write} />
      {data.versions.length === 0 ? (
        <EmptyState
          title={t("empty.title")}
          description={t("empty.description")}
          steps={(["write", "publish", "accept"] as const).map((step) => ({
            title: t(`empty.steps.${step}.title`),
            description: t(`empty.steps.${step}.description`),
          }))}
        />
      ) : (
        <>
          <Summary data={data} />
          <VersionTable rows={data.versions} isFetching={isFetching} onOpen={handleOpen} />
        </>
      )}
      <LazyBoundary onFailure={() => show(NOTHING_OPEN)}>
        {state.versionId && (
          <VersionDrawer
            id={state.versionId}
            versions={data.versions}
            state={state}
            onChange={show}
            onClose={() => show(NOTHING_OPEN)}
          />
        )}
      </LazyBoundary>
    </>
  );
}

/** What applies, and how many people have not yet accepted it. */
function Summary({ data }: { data: TermsOverview }) {
  const t = useTranslations("terms.summary");
  const current = data.versions.find(({ status }) => status === "published");
  if (!current) return null;
  const figures = [
    [t("current"), t("version", { version: current.version })],
    [t("accepted"), t("people", { count: current.accepted })],
    [t("outstanding"), t("people", { count: data.outstanding })],
  ] as const;
  return (
    <dl className="flex shrink-0 flex-wrap gap-x-12 gap-y-3 border-b px-4 py-4 md:px-5">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="text-fg-3 text-xs">{label}</dt>
          <dd className="tnum mt-0.5 font-semibold text-lg">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface VersionTableProps {
  rows: readonly TermsVersionItem[];
  isFetching: boolean;
  onOpen: (row: TermsVersionItem) => void;
}

function VersionTable({ rows, isFetching, onOpen }: VersionTableProps) {
  const t = useTranslations("terms");
  const format = useFormatter();
  const moments = useMoments();
  const isChinese = productLocale(useLocale()) === "zh_CN";
  const current = rows.find(({ status }) => status === "published");
  const columns: Column<TermsVersionItem>[] = [
    {
      key: "version",
      header: t("column.version"),
      width: "11rem",
      cell: (row) => (
        <button type="button" className="font-medium text-primary-ink hover:underline" onClick={() => onOpen(row)}>
          {t("summary.version", { version: row.version })}
        </button>
      ),
    },
    {
      key: "status",
      header: t("column.status"),
      phone: "line",
      cell: (row) =>
        row.status === "draft" ? (
          <Badge tone="warning">{t("status.draft")}</Badge>
        ) : row === current ? (
          <Badge tone="success">{t("status.current")}</Badge>
        ) : (
          <Badge>{t("status.past")}</Badge>
        ),
    },
    {
      key: "note",
      header: t("column.note"),
      wraps: true,
      cell: (row) => <span className="line-clamp-1">{(isChinese ? row.noteZh : row.noteEn) || "—"}</span>,
    },
    {
      key: "mustAccept",
      header: t("column.mustAccept"),
      phone: "line",
      cell: (row) => (row.status === "draft" ? "—" : row.mustAccept ? t("mustAccept.yes") : t("mustAccept.no")),
    },
    {
      key: "accepted",
      header: t("column.accepted"),
      numeric: true,
      cell: (row) => (row.status === "draft" ? "—" : format.number(row.accepted)),
    },
    {
      key: "changedAt",
      header: t("column.changedAt"),
      phone: "line",
      cell: (row) => `${row.authorName ?? ""} ${moments.minute(row.publishedAt ?? row.updatedAt)}`,
    },
  ];
  return (
    <ListTable
      label={t("title")}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      isFetching={isFetching}
      onOpen={onOpen}
    />
  );
}
