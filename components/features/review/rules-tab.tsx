"use client";

import { useQuery } from "@tanstack/react-query";
import { ListFilter, Pencil, Trash2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { lazy, useDeferredValue } from "react";
import type { MenuCommand } from "@/components/common/command-menu";
import { CreateButton } from "@/components/common/create-button";
import { actionsColumn } from "@/components/common/data-table/actions-column";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { MoreMenu } from "@/components/common/lazy-menu";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useMinute } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Switch } from "@/components/ui/switch";
import { confirm } from "@/lib/client/dialogs";
import { REVIEW_RULES_MAX } from "@/lib/config/review-kinds";
import type { ReviewRuleDto } from "@/lib/features/review/dto";
import { reviewRulesQuery, useReviewActions } from "@/lib/features/review/hooks";

const RuleDrawer = lazy(() => import("./rule-drawer").then((module) => ({ default: module.RuleDrawer })));

interface RulesTabProps {
  keyword: string;
  /** `new`, or the id of a rule; null for neither. */
  open: string | null;
  onChange: (patch: { keyword?: string; open?: string | null }) => void;
  onHits: (ruleId: string) => void;
}

/** What may not be asked or answered anywhere in the product (spec 3, K7). */
export function RulesTab({ keyword, open, onChange, onHits }: RulesTabProps) {
  const t = useTranslations("review");
  const query = useQuery(reviewRulesQuery);
  const word = useDeferredValue(keyword).trim().toLowerCase();
  const all = query.data?.items;
  const items = all?.filter((rule) => textOf(rule).includes(word));
  const columns = useColumns({ onEdit: (id) => onChange({ open: id }), onHits });
  const opened = all?.find(({ id }) => id === open);
  const handleClose = () => onChange({ open: null });
  return (
    <>
      <ListToolbar
        search={t("search")}
        keyword={keyword}
        onKeyword={(next) => onChange({ keyword: next })}
        end={<p className="text-fg-3 text-xs max-md:hidden">{t("everywhere")}</p>}
      />
      <DataTable
        label={t("title")}
        columns={columns}
        rowKey={(rule) => rule.id}
        state={{ ...query, data: items && { items, total: items.length } }}
        page={1}
        pageSize={REVIEW_RULES_MAX}
        onPageChange={() => undefined}
        onOpen={(rule) => onChange({ open: rule.id })}
        onClearFilters={word ? () => onChange({ keyword: "" }) : undefined}
        empty={
          <EmptyState
            title={t("empty.title")}
            description={t("empty.text")}
            action={<CreateButton label={t("create")} onCreate={() => onChange({ open: "new" })} />}
          />
        }
      />
      <LazyBoundary onFailure={handleClose}>
        {(open === "new" || opened) && <RuleDrawer rule={opened ?? null} onClose={handleClose} />}
      </LazyBoundary>
    </>
  );
}

const textOf = ({ name, description, keywords }: ReviewRuleDto) =>
  [name, description, ...keywords].join("\n").toLowerCase();

interface ColumnActions {
  onEdit: (id: string) => void;
  onHits: (ruleId: string) => void;
}

function useColumns({ onEdit, onHits }: ColumnActions): Column<ReviewRuleDto>[] {
  const t = useTranslations("review");
  const format = useFormatter();
  const minute = useMinute();
  const { enable, remove } = useReviewActions();
  const commandsOf = (rule: ReviewRuleDto): MenuCommand[] => [
    { key: "edit", icon: Pencil, label: t("edit"), onSelect: () => onEdit(rule.id) },
    { key: "hits", icon: ListFilter, label: t("showHits"), onSelect: () => onHits(rule.id) },
    {
      key: "delete",
      icon: Trash2,
      label: t("delete.action"),
      danger: true,
      onSelect: () =>
        void confirm({
          title: t("delete.title", { name: rule.name }),
          description: t("delete.text"),
          okButton: t("delete.action"),
          destructive: true,
          onOk: () => remove.mutateAsync(rule.id),
        }),
    },
  ];
  return [
    {
      key: "name",
      header: t("column.name"),
      cell: (rule) => (
        <div className="min-w-40">
          <button
            type="button"
            onClick={() => onEdit(rule.id)}
            className="block max-w-72 truncate rounded-xs text-left font-semibold hover:text-primary-ink"
          >
            {rule.name}
          </button>
          {rule.description && <span className="block max-w-72 truncate text-fg-3 text-xs">{rule.description}</span>}
        </div>
      ),
    },
    {
      key: "sides",
      header: t("column.sides"),
      phone: "line",
      cell: ({ reviewsInput, reviewsOutput }) => (
        <span className="flex gap-1">
          {reviewsInput && <Badge>{t("side.input")}</Badge>}
          {reviewsOutput && <Badge>{t("side.output")}</Badge>}
        </span>
      ),
    },
    {
      key: "keywords",
      header: t("column.keywords"),
      cell: ({ keywords }) => (
        <span className="flex max-w-80 items-baseline gap-2">
          <span className="min-w-0 truncate text-fg-2">{keywords.join(t("between"))}</span>
          <span className="tnum shrink-0 text-fg-3 text-xs">{t("words", { count: keywords.length })}</span>
        </span>
      ),
    },
    { key: "hits", header: t("column.hits"), numeric: true, cell: ({ hits }) => format.number(hits) },
    {
      key: "updatedAt",
      header: t("column.updated"),
      cell: ({ updatedAt }) => <span className="tnum text-fg-2">{minute(updatedAt)}</span>,
    },
    actionsColumn("112px", (rule) => (
      <>
        <Switch
          aria-label={t("switch", { name: rule.name })}
          checked={rule.enabled}
          disabled={enable.isPending && enable.variables.id === rule.id}
          onCheckedChange={(enabled) => enable.mutate({ id: rule.id, enabled })}
        />
        <MoreMenu label={t("more", { name: rule.name })} commands={commandsOf(rule)} />
      </>
    )),
  ];
}
