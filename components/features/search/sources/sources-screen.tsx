"use client";

import { useQuery } from "@tanstack/react-query";
import { Settings2, ShieldCheck, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useDeferredValue, useState } from "react";
import { CreateButton } from "@/components/common/create-button";
import { DataTable } from "@/components/common/data-table/data-table";
import { pagedList } from "@/components/common/data-table/paged-list";
import { useHiddenColumns } from "@/components/common/data-table/use-hidden-columns";
import { EmptyState } from "@/components/common/empty-state";
import { FilterMenu } from "@/components/common/filter-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Segmented } from "@/components/ui/segmented";
import { mainHref } from "@/lib/features/search/paths";
import type { SourceDto } from "@/lib/features/search/sources/dto";
import { type SourcesFilter, sourcesAddress } from "@/lib/features/search/sources/filter";
import { sourcesQuery } from "@/lib/features/search/sources/hooks";
import { SourcesEmpty } from "./sources-empty";
import { useSourceColumns } from "./use-source-columns";
import { useSourceCommands } from "./use-source-commands";

const SourceDrawer = lazy(() => import("./source-drawer").then((module) => ({ default: module.SourceDrawer })));
const PagesDrawer = lazy(() => import("./pages-drawer").then((module) => ({ default: module.PagesDrawer })));
const LimitsDrawer = lazy(() => import("./limits-drawer").then((module) => ({ default: module.LimitsDrawer })));

const NONE = new Set<string>();
const ALL = "all";
const STATES = ["all", "ok", "running", "problem"] as const;

/** Sources of searches: what is trusted, and how the built-in index reads it. */
export function SourcesScreen({ first }: { first: typeof sourcesAddress.plain }) {
  const t = useTranslations("search-sources");
  const [{ open, ...filter }, change] = useAddressState(first, sourcesAddress.query);
  const [group, setGroup] = useState<string>();
  const [pagesOf, setPagesOf] = useState<Pick<SourceDto, "id" | "name"> | null>(null);
  const [isLimiting, setIsLimiting] = useState(false);
  const keyword = useDeferredValue(filter.keyword);
  const query = useQuery(sourcesQuery({ ...filter, keyword }));
  const { counts, groups = [], mayShare = false, personal = true, leastPause = 0 } = query.data ?? {};

  const show = (id: string | null, inGroup?: string) => {
    setGroup(inGroup);
    change({ open: id });
  };
  const handleFilter = (patch: Partial<SourcesFilter>) => change({ page: 1, open: null, ...patch });
  const onOpen = ({ id, deletedAt }: SourceDto) => !deletedAt && show(id);
  const columns = useSourceColumns(useSourceCommands({ onOpen, onPages: setPagesOf, personal }));
  const { hidden, choice } = useHiddenColumns(columns, NONE);
  const isPlain = !sourcesAddress.isFiltered(filter);
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("area"), href: mainHref }]}
        actions={
          <>
            {mayShare && (
              <Button icon={Settings2} onClick={() => setIsLimiting(true)} className="max-md:hidden">
                {t("action.limits")}
              </Button>
            )}
            <CreateButton label={t("create")} onCreate={() => show("new")} />
          </>
        }
      />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <ListToolbar
          search={t("search")}
          keyword={filter.keyword}
          onKeyword={(text) => handleFilter({ keyword: text })}
          end={
            <>
              {mayShare && (
                <IconButton
                  icon={Settings2}
                  size={32}
                  label={t("action.limits")}
                  onClick={() => setIsLimiting(true)}
                  className="md:hidden"
                />
              )}
              {choice}
              <IconButton
                icon={Trash2}
                size={32}
                active={filter.trash}
                label={t(filter.trash ? "action.leaveTrash" : "action.trash")}
                onClick={() => handleFilter({ trash: !filter.trash, state: ALL })}
              />
            </>
          }
        >
          {!filter.trash && (
            <Segmented
              aria-label={t("filter.state")}
              value={filter.state}
              onValueChange={(state) => handleFilter({ state })}
              options={STATES.map((value) => ({
                value,
                label: (
                  <>
                    {t(`filter.${value}`)}
                    {counts && <span className="tnum text-fg-3">{counts[value]}</span>}
                  </>
                ),
              }))}
            />
          )}
          <FilterMenu
            label={t("filter.scope")}
            value={filter.scope}
            options={[
              { value: ALL, label: t("filter.all") },
              { value: "shared", label: t("scope.shared") },
              { value: "own", label: t("scope.own") },
            ]}
            onChange={(scope) => handleFilter({ scope: scope as SourcesFilter["scope"] })}
          />
          {(groups.length > 0 || filter.group !== null) && (
            <FilterMenu
              label={t("filter.inGroup")}
              value={filter.group ?? ALL}
              options={[
                { value: ALL, label: t("filter.all") },
                ...[...new Set([...groups, ...(filter.group ? [filter.group] : [])])].map((name) => ({
                  value: name,
                  label: name,
                })),
              ]}
              onChange={(name) => handleFilter({ group: name === ALL ? null : name })}
            />
          )}
        </ListToolbar>
        <DataTable
          label={t("title")}
          columns={columns}
          hidden={hidden}
          rowKey={(row) => row.id}
          state={query}
          {...pagedList(sourcesAddress, filter, handleFilter)}
          onOpen={onOpen}
          empty={
            filter.trash ? (
              <EmptyState title={t("empty.trash")} description={t("empty.trashText")} />
            ) : (
              <SourcesEmpty onCreate={(inGroup) => show("new", inGroup)} />
            )
          }
        />
        {isPlain && (query.data?.total ?? 0) > 0 && (
          <p className="flex shrink-0 items-start gap-2 border-t px-5 py-2.5 text-fg-3 text-xs max-md:hidden">
            <ShieldCheck aria-hidden size={14} className="mt-0.5 shrink-0" />
            {t("rule")}
          </p>
        )}
      </div>
      <LazyBoundary onFailure={() => show(null)}>
        {open && (
          <SourceDrawer
            key={open}
            id={open === "new" ? null : open}
            group={group}
            mayShare={mayShare}
            personal={personal}
            leastPause={leastPause}
            onPages={setPagesOf}
            onClose={() => show(null)}
          />
        )}
      </LazyBoundary>
      <LazyBoundary onFailure={() => setPagesOf(null)}>
        {pagesOf && <PagesDrawer key={pagesOf.id} source={pagesOf} onClose={() => setPagesOf(null)} />}
      </LazyBoundary>
      <LazyBoundary onFailure={() => setIsLimiting(false)}>
        {isLimiting && <LimitsDrawer onClose={() => setIsLimiting(false)} />}
      </LazyBoundary>
    </>
  );
}
