"use client";

import { useQuery } from "@tanstack/react-query";
import { Star, Tags } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { lazy } from "react";
import { CardGrid } from "@/components/common/card-grid";
import { CreateButton } from "@/components/common/create-button";
import { EmptyState } from "@/components/common/empty-state";
import { FilterMenu } from "@/components/common/filter-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useAddressState } from "@/components/common/use-address-state";
import { useKeyword } from "@/components/common/use-keyword";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import type { CategoryDto } from "@/lib/features/apps/dto";
import { type AppsState, kindsIn, type Place, squareAddress } from "@/lib/features/apps/filter";
import { appsQuery, squareQuery } from "@/lib/features/apps/hooks";
import { APP_SORTS } from "@/lib/features/apps/limits";
import { appHref, newAppHref } from "@/lib/features/apps/paths";
import { AppCard } from "../app-card";
import { AppsFrame } from "../apps-frame";

const CategoriesDialog = lazy(() =>
  import("./categories-dialog").then((module) => ({ default: module.CategoriesDialog })),
);

interface SquareScreenProps {
  place: "square" | "lab";
  places: readonly Place[];
  first: AppsState;
}

/** Published apps this person may use: all of them in the square, those on trial in the lab. */
export function SquareScreen({ place, places, first }: SquareScreenProps) {
  const t = useTranslations("apps-list");
  const router = useRouter();
  const [{ open, ...filter }, show] = useAddressState(first, squareAddress.query);
  const [keyword, setKeyword] = useKeyword(filter.keyword, (word) => show({ keyword: word, page: 1 }));
  const query = useQuery(appsQuery({ ...filter, place, part: "all" }));
  const { data: square } = useQuery(squareQuery);
  const isFiltered = filter.keyword !== "" || filter.kind !== "all" || filter.categoryId !== null || filter.favourites;
  const mayCreate = places.includes("workbench");
  return (
    <AppsFrame
      place={place}
      places={places}
      actions={mayCreate && <CreateButton label={t("create")} onCreate={() => router.push(newAppHref)} />}
    >
      <ListToolbar search={t("search")} keyword={keyword} onKeyword={setKeyword}>
        <FilterMenu
          label={t("kind.label")}
          value={filter.kind}
          options={kindsIn(square).map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(kind) => show({ kind: kind as AppsState["kind"], page: 1 })}
        />
        <Button
          icon={Star}
          aria-pressed={filter.favourites}
          className={filter.favourites ? "border-primary-line bg-primary-soft text-primary-ink" : undefined}
          onClick={() => show({ favourites: !filter.favourites, page: 1 })}
        >
          {t("favourite.only")}
        </Button>
        <FilterMenu
          label={t("sort.label")}
          value={filter.sort}
          options={APP_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
          onChange={(sort) => show({ sort: sort as AppsState["sort"], page: 1 })}
        />
      </ListToolbar>
      {place === "square" && square && (square.categories.length > 0 || square.mayOrder) && (
        <div className="flex shrink-0 items-center gap-2 border-b px-4 py-2 md:px-5">
          <Categories
            items={square.categories}
            value={filter.categoryId}
            onChange={(categoryId) => show({ categoryId, page: 1 })}
          />
          {square.mayOrder && (
            <IconButton
              icon={Tags}
              label={t("category.manage")}
              className="ml-auto"
              onClick={() => show({ open: "categories" })}
            />
          )}
        </div>
      )}
      <CardGrid
        label={t(`tabs.${place}`)}
        state={query}
        page={filter.page}
        pageSize={filter.pageSize}
        onPageChange={(page) => show({ page })}
        onPageSizeChange={(pageSize) => show({ pageSize, page: 1 })}
        onClearFilters={
          isFiltered
            ? () => show({ keyword: "", kind: "all", categoryId: null, favourites: false, page: 1 })
            : undefined
        }
        empty={
          <EmptyState
            title={t(`empty.${place}`)}
            description={t(`empty.${place}Text`)}
            action={mayCreate && <CreateButton label={t("create")} onCreate={() => router.push(newAppHref)} />}
          />
        }
        card={(app) => <AppCard app={app} href={appHref(app.id)} />}
      />
      <LazyBoundary onFailure={() => show({ open: null })}>
        {open === "categories" && square?.mayOrder && (
          <CategoriesDialog items={square.categories} onClose={() => show({ open: null })} />
        )}
      </LazyBoundary>
    </AppsFrame>
  );
}

interface CategoriesProps {
  items: readonly CategoryDto[];
  value: string | null;
  onChange: (id: string | null) => void;
}

function Categories({ items, value, onChange }: CategoriesProps) {
  const t = useTranslations("apps-list.category");
  const isChinese = useLocale().startsWith("zh");
  const all = [
    { id: null, name: t("all") },
    ...items.map(({ id, nameZh, nameEn }) => ({ id, name: isChinese ? nameZh : nameEn })),
  ];
  return (
    <fieldset className="flex min-w-0 gap-1 overflow-x-auto">
      <legend className="sr-only">{t("label")}</legend>
      {all.map(({ id, name }) => (
        <button
          key={id ?? "all"}
          type="button"
          aria-pressed={id === value}
          onClick={() => onChange(id)}
          className={cn(
            "h-7 shrink-0 whitespace-nowrap rounded-full px-3 text-sm pointer-coarse:h-11",
            id === value ? "bg-fg text-background" : "text-fg-2 hover:bg-muted",
          )}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
