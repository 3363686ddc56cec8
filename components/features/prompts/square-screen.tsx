"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { lazy, useDeferredValue } from "react";
import { EmptyState } from "@/components/common/empty-state";
import { ErrorState } from "@/components/common/error-state";
import { FilterMenu } from "@/components/common/filter-menu";
import { FullState } from "@/components/common/full-state";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { SearchInput } from "@/components/common/search-input";
import { UndoBar } from "@/components/common/undo-bar";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { Pagination } from "@/components/ui/pagination";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { type squareAddress, squareQueryText } from "@/lib/features/prompts/filter";
import { categoriesQuery, type SquareFilter, squareQuery, usePromptActions } from "@/lib/features/prompts/hooks";
import { SQUARE_PAGE, SQUARE_SORTS, SQUARE_TABS, type SquareSort } from "@/lib/features/prompts/limits";
import { categoryName } from "./category-icon";
import { PromptGrid } from "./prompt-grid";

const PromptDrawer = lazy(() => import("./prompt-drawer").then((module) => ({ default: module.PromptDrawer })));
const PromptFormDrawer = lazy(() =>
  import("./prompt-form-drawer").then((module) => ({ default: module.PromptFormDrawer })),
);

interface SquareScreenProps {
  /** The chat that prompts are put into. */
  sessionId: string;
  /** The list as the address asks; `open` is the prompt whose drawer stands open, or `new`. */
  first: typeof squareAddress.plain;
  hasDepartment: boolean;
}

/** Prompts and roles to use in the chat: the organisation's, shared ones, own ones and favourites. */
export function SquareScreen({ sessionId, first, hasDepartment }: SquareScreenProps) {
  const t = useTranslations("prompts");
  const locale = useLocale();
  const [{ open, ...filter }, change] = useAddressState(first, (next) => squareQueryText(sessionId, next));
  const keyword = useDeferredValue(filter.keyword);
  const query = useQuery(squareQuery({ ...filter, keyword }));
  const { data: categories = [] } = useQuery(categoriesQuery);
  const { favourite } = usePromptActions("own");

  const show = (prompt: string | null) => change({ open: prompt });
  const handleFilter = (patch: Partial<SquareFilter>) => change({ page: 1, open: null, ...patch });
  const isFiltered = keyword.trim() !== "" || filter.categoryId !== null;
  const pills = [
    { id: null, name: t("category.all") },
    ...categories.map((category) => ({ id: category.id, name: categoryName(category, locale) })),
  ];
  const empty = isFiltered ? (
    <FullState
      kind="empty"
      title={t("empty.found.title")}
      description={t("empty.found.description")}
      actions={
        <Button onClick={() => handleFilter({ keyword: "", categoryId: null })}>{t("empty.found.clear")}</Button>
      }
    />
  ) : (
    <EmptyState title={t(`empty.${filter.tab}.title`)} description={t(`empty.${filter.tab}.description`)} />
  );
  const { data } = query;
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("chat"), href: `/personal/chat?id=${sessionId}` }]}
        actions={
          <Button icon={Plus} onClick={() => show("new")}>
            {t("create")}
          </Button>
        }
      />
      <Tabs
        value={filter.tab}
        onValueChange={(tab) => handleFilter({ tab: tab as SquareFilter["tab"] })}
        className="relative flex min-h-0 flex-1 flex-col"
      >
        <TabsList aria-label={t("tabs")} className="shrink-0 px-4 md:px-5">
          {SQUARE_TABS.map((tab) => (
            <TabsTrigger key={tab} value={tab}>
              {t(`tab.${tab}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent
          value={filter.tab}
          tabIndex={-1}
          className="flex min-h-0 flex-1 flex-col overflow-y-auto outline-none"
        >
          <div className="flex flex-wrap items-center gap-2 px-4 pt-3 md:px-5">
            <fieldset className="flex min-w-0 flex-1 flex-wrap gap-1.5">
              <legend className="sr-only">{t("category.label")}</legend>
              {pills.map(({ id, name }) => (
                <button
                  key={id ?? "all"}
                  type="button"
                  aria-pressed={filter.categoryId === id}
                  onClick={() => handleFilter({ categoryId: id })}
                  className={`h-7 rounded-full px-3 text-sm transition-colors pointer-coarse:h-11 ${filter.categoryId === id ? "bg-fg text-background" : "text-fg-2 hover:bg-muted"}`}
                >
                  {name}
                </button>
              ))}
            </fieldset>
            <SearchInput
              label={t("search")}
              value={filter.keyword}
              onChange={(word) => handleFilter({ keyword: word })}
              icon={undefined}
              soft
              className="w-full md:w-56"
            />
            <FilterMenu
              label={t("sort.label")}
              value={filter.sort}
              options={SQUARE_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
              onChange={(sort) => handleFilter({ sort: sort as SquareSort })}
            />
          </div>
          {query.isError && !data ? (
            <ErrorState onRetry={() => void query.refetch()} />
          ) : data && data.total === 0 ? (
            empty
          ) : (
            <PromptGrid
              items={data?.items}
              categories={categories}
              openId={open}
              showsStatus={filter.tab === "mine"}
              isFetching={query.isFetching}
              onOpen={(id) => show(id)}
              onFavourite={(id, on) => favourite.mutate({ id, on })}
            />
          )}
          {data && data.total > SQUARE_PAGE && (
            <div className="mt-auto border-t">
              <Pagination
                page={filter.page}
                pageSize={SQUARE_PAGE}
                total={data.total}
                onPageChange={(page) => handleFilter({ page })}
              />
            </div>
          )}
        </TabsContent>
        <UndoBar />
      </Tabs>
      <LazyBoundary onFailure={() => show(null)}>
        {open === "new" && (
          <PromptFormDrawer
            door="own"
            prompt={null}
            type={filter.tab === "roles" ? "role" : "user"}
            onClose={(made) => (made ? change({ tab: "mine", page: 1, open: made.id }) : show(null))}
          />
        )}
        {open && open !== "new" && (
          <PromptDrawer
            key={open}
            id={open}
            sessionId={sessionId}
            hasDepartment={hasDepartment}
            onOpen={(id) => show(id)}
            onMine={(id) => change({ tab: "mine", page: 1, keyword: "", categoryId: null, open: id })}
            onClose={() => show(null)}
          />
        )}
      </LazyBoundary>
    </>
  );
}
