"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { EmptyState } from "@/components/common/empty-state";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useKeyword } from "@/components/common/use-keyword";
import { Segmented } from "@/components/ui/segmented";
import { type CollectedFilter, collectionFoldersQuery } from "@/lib/collected/hooks";
import { COLLECTABLE } from "@/lib/collected/limits";
import { addressOf, readAddress } from "./address";
import { CollectedTable } from "./collected-table";
import { CollectionFolders } from "./collection-folders";
import { useCollectedCommands } from "./use-collected-commands";

const CopyDrawer = lazy(() => import("./copy-drawer").then((module) => ({ default: module.CopyDrawer })));

/** spec M2: what a person keeps of all areas, in folders, with notes. */
export function CollectedScreen() {
  const t = useTranslations("personal.collected");
  const { item, ...filter } = readAddress(Object.fromEntries(useSearchParams()));
  const commands = useCollectedCommands();
  const { data: folders } = useQuery(collectionFoldersQuery);
  const show = (patch: Partial<CollectedFilter>, open: string | null = null) =>
    window.history.replaceState(null, "", addressOf({ ...filter, page: 1, ...patch }, open));
  const [keyword, setKeyword] = useKeyword(filter.keyword, (typed) => show({ keyword: typed }));
  const folder = folders?.items.find(({ id }) => id === filter.folderId);
  const kind = useTranslations("collectables");
  const kinds = [
    { value: "all" as const, label: t("kind.all") },
    ...COLLECTABLE.map((value) => ({ value, label: kind(value) })),
  ];
  const isFiltered = filter.keyword !== "" || filter.kind !== "all";
  return (
    <>
      <CollectionFolders current={filter.folderId} commands={commands} onShow={(folderId) => show({ folderId })} />
      <ListToolbar
        search={t("search")}
        keyword={keyword}
        onKeyword={setKeyword}
        end={
          folder && <span className="max-w-60 truncate text-fg-2 text-sm">{t("inFolder", { name: folder.name })}</span>
        }
      >
        <Segmented
          aria-label={t("kind.label")}
          value={filter.kind}
          onValueChange={(kind) => show({ kind })}
          options={kinds}
        />
      </ListToolbar>
      <CollectedTable
        key={`${filter.folderId} ${filter.kind} ${filter.keyword} ${filter.page}`}
        filter={filter}
        folders={folders?.items ?? []}
        commands={commands}
        onPage={(page) => show({ page })}
        onOpen={(id) => show({ page: filter.page }, id)}
        onClear={isFiltered ? () => show({ keyword: "", kind: "all" }) : undefined}
        empty={
          filter.folderId ? (
            <EmptyState title={t("empty.folder")} description={t("empty.folderText")} />
          ) : (
            <EmptyState title={t("empty.title")} description={t("empty.text")} />
          )
        }
      />
      <LazyBoundary onFailure={() => show({ page: filter.page })}>
        {item && <CopyDrawer key={item} id={item} commands={commands} onClose={() => show({ page: filter.page })} />}
      </LazyBoundary>
    </>
  );
}
