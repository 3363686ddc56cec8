"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderTree, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useDeferredValue, useState } from "react";
import { ColumnChoice } from "@/components/common/data-table/column-choice";
import { DataTable } from "@/components/common/data-table/data-table";
import { EmptyState } from "@/components/common/empty-state";
import { ExportMenu } from "@/components/common/export-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { ListToolbar } from "@/components/common/list-toolbar";
import { UndoBar } from "@/components/common/undo-bar";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { adminQueryText, NO_ADMIN_FILTER } from "@/lib/features/prompts/filter";
import {
  type AdminFilter,
  consoleCategoriesQuery,
  consolePromptsQuery,
  exportPromptsFile,
} from "@/lib/features/prompts/hooks";
import { PromptFilters } from "./prompt-filters";
import { usePromptColumns } from "./use-prompt-columns";

const ConsoleDrawer = lazy(() => import("./console-drawer").then((module) => ({ default: module.ConsoleDrawer })));
const CategoriesDrawer = lazy(() =>
  import("./categories-drawer").then((module) => ({ default: module.CategoriesDrawer })),
);
const PromptFormDrawer = lazy(() =>
  import("../prompt-form-drawer").then((module) => ({ default: module.PromptFormDrawer })),
);

/** Columns that stand aside until they are asked for. */
const HIDDEN = new Set(["roleName", "enabled"]);

interface PromptsScreenProps {
  filter: AdminFilter;
  /** The prompt whose drawer stands open, or `new`. */
  open: string | null;
}

/** Prompts of the organisation and those people share: released, reviewed, put in order. */
export function PromptsScreen({ filter: first, open: firstOpen }: PromptsScreenProps) {
  const t = useTranslations("prompts.console");
  const [filter, setFilter] = useState(first);
  const [open, setOpen] = useState(firstOpen);
  const [isOrdering, setIsOrdering] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(HIDDEN);
  const keyword = useDeferredValue(filter.keyword);
  const query = useQuery(consolePromptsQuery({ ...filter, keyword }));
  const { data: categories = [] } = useQuery(consoleCategoriesQuery);

  const show = (next: AdminFilter, prompt: string | null) => {
    setFilter(next);
    setOpen(prompt);
    window.history.replaceState(null, "", `${window.location.pathname}${adminQueryText(next, prompt)}`);
  };
  const handleFilter = (patch: Partial<AdminFilter>) => show({ ...filter, page: 1, ...patch }, null);
  const columns = usePromptColumns({ categories, onOpen: ({ id }) => show(filter, id) });
  const { page: _p, pageSize: _s, sort: _o, descending: _d, ...asked } = filter;
  const isFiltered = Object.entries(asked).some(([key, value]) => value !== NO_ADMIN_FILTER[key as keyof typeof asked]);
  const pending = query.data?.pending ?? 0;
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        actions={
          <>
            <Button icon={FolderTree} onClick={() => setIsOrdering(true)} className="max-md:hidden">
              {t("categories")}
            </Button>
            <Button variant="primary" icon={Plus} onClick={() => show(filter, "new")}>
              {t("create")}
            </Button>
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
              <IconButton
                icon={FolderTree}
                size={32}
                label={t("categories")}
                onClick={() => setIsOrdering(true)}
                className="md:hidden"
              />
              <ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />
              <ExportMenu onExport={(format) => exportPromptsFile(filter, format)} />
            </>
          }
        >
          {pending > 0 && (
            <Button
              aria-pressed={filter.status === "pending"}
              variant={filter.status === "pending" ? "soft" : "default"}
              onClick={() => handleFilter({ status: filter.status === "pending" ? "all" : "pending" })}
            >
              {t("queue", { count: pending })}
            </Button>
          )}
          <PromptFilters filter={filter} categories={categories} onFilter={handleFilter} />
        </ListToolbar>
        <DataTable
          label={t("title")}
          columns={columns}
          hidden={hidden}
          rowKey={(row) => row.id}
          state={query}
          page={filter.page}
          pageSize={filter.pageSize}
          onPageChange={(page) => show({ ...filter, page }, null)}
          onPageSizeChange={(pageSize) => handleFilter({ pageSize })}
          sort={{ key: filter.sort, descending: filter.descending }}
          onSortChange={({ key, descending }) => handleFilter({ sort: key as AdminFilter["sort"], descending })}
          onOpen={({ id }) => show(filter, id)}
          onClearFilters={isFiltered ? () => handleFilter(NO_ADMIN_FILTER) : undefined}
          empty={<EmptyState title={t("empty.title")} description={t("empty.description")} />}
        />
        <UndoBar />
      </div>
      <LazyBoundary onFailure={() => show(filter, null)}>
        {open === "new" && (
          <PromptFormDrawer
            door="console"
            prompt={null}
            type={filter.type === "role" ? "role" : "user"}
            onClose={() => show(filter, null)}
          />
        )}
        {open && open !== "new" && (
          <ConsoleDrawer key={open} id={open} categories={categories} onClose={() => show(filter, null)} />
        )}
      </LazyBoundary>
      <LazyBoundary onFailure={() => setIsOrdering(false)}>
        {isOrdering && <CategoriesDrawer onClose={() => setIsOrdering(false)} />}
      </LazyBoundary>
    </>
  );
}
