"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderTree } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useDeferredValue, useState } from "react";
import { CreateButton } from "@/components/common/create-button";
import { DataTable } from "@/components/common/data-table/data-table";
import { pagedList } from "@/components/common/data-table/paged-list";
import { useHiddenColumns } from "@/components/common/data-table/use-hidden-columns";
import { EmptyState } from "@/components/common/empty-state";
import { ExportMenu } from "@/components/common/export-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { ListToolbar } from "@/components/common/list-toolbar";
import { UndoBar } from "@/components/common/undo-bar";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { adminAddress } from "@/lib/features/prompts/filter";
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
  /** The list as the address asks; `open` is the prompt whose drawer stands open, or `new`. */
  first: typeof adminAddress.plain;
}

/** Prompts of the organisation and those people share: released, reviewed, put in order. */
export function PromptsScreen({ first }: PromptsScreenProps) {
  const t = useTranslations("prompts.console");
  const [{ open, ...filter }, change] = useAddressState(first, adminAddress.query);
  const [isOrdering, setIsOrdering] = useState(false);
  const keyword = useDeferredValue(filter.keyword);
  const query = useQuery(consolePromptsQuery({ ...filter, keyword }));
  const { data: categories = [] } = useQuery(consoleCategoriesQuery);

  const show = (prompt: string | null) => change({ open: prompt });
  const handleFilter = (patch: Partial<AdminFilter>) => change({ page: 1, open: null, ...patch });
  const columns = usePromptColumns({ categories, onOpen: ({ id }) => show(id) });
  const { hidden, choice } = useHiddenColumns(columns, HIDDEN);
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
              <IconButton
                icon={FolderTree}
                size={32}
                label={t("categories")}
                onClick={() => setIsOrdering(true)}
                className="md:hidden"
              />
              {choice}
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
          {...pagedList(adminAddress, filter, handleFilter)}
          onOpen={({ id }) => show(id)}
          empty={<EmptyState title={t("empty.title")} description={t("empty.description")} />}
        />
        <UndoBar />
      </div>
      <LazyBoundary onFailure={() => show(null)}>
        {open === "new" && (
          <PromptFormDrawer
            door="console"
            prompt={null}
            type={filter.type === "role" ? "role" : "user"}
            onClose={() => show(null)}
          />
        )}
        {open && open !== "new" && (
          <ConsoleDrawer key={open} id={open} categories={categories} onClose={() => show(null)} />
        )}
      </LazyBoundary>
      <LazyBoundary onFailure={() => setIsOrdering(false)}>
        {isOrdering && <CategoriesDrawer onClose={() => setIsOrdering(false)} />}
      </LazyBoundary>
    </>
  );
}
