"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { CardGrid } from "@/components/common/card-grid";
import { CardListToolbar } from "@/components/common/card-list-toolbar";
import { CreateButton } from "@/components/common/create-button";
import { DataTable } from "@/components/common/data-table/data-table";
import { EmptyState } from "@/components/common/empty-state";
import { ImportButton } from "@/components/common/import-button";
import { UndoBar } from "@/components/common/undo-bar";
import { useAddressState } from "@/components/common/use-address-state";
import { useKeyword } from "@/components/common/use-keyword";
import { useView } from "@/components/common/use-view";
import { TopBar } from "@/components/layout/top-bar";
import { STORED } from "@/lib/client/stored";
import { BASE_TYPES } from "@/lib/config/knowledge-kinds";
import { type BasesState, basesAddress } from "@/lib/features/knowledge/filter";
import { basesQuery } from "@/lib/features/knowledge/hooks";
import { BASE_SORTS } from "@/lib/features/knowledge/limits";
import { dataSetHref } from "@/lib/features/knowledge/paths";
import { KnowledgeSidebar } from "../knowledge-sidebar";
import { useScreens } from "../screens";
import { BaseCard } from "./base-card";
import { BaseDrawers } from "./base-drawers";
import { useBaseColumns } from "./use-base-columns";
import { useBaseCommands } from "./use-base-commands";

/** Bases one may use, in cards or as a table: made, changed, copied, given away, deleted and taken back. */
export function ManagementScreen({ first }: { first: BasesState }) {
  const t = useTranslations("knowledge");
  const router = useRouter();
  const [{ open, ...filter }, show] = useAddressState(first, basesAddress.query);
  const [view, setView] = useView(STORED.basesView);
  const [keyword, setKeyword] = useKeyword(filter.keyword, (word) => show({ keyword: word, page: 1 }));
  const query = useQuery(basesQuery({ ...filter, right: "view" }));
  const hasDataSet = useScreens(["/knowledge-center/kb-config-information/data-set"]).length > 0;
  const commands = useBaseCommands({ onOpen: (drawer) => show({ open: drawer }) });
  const columns = useBaseColumns({ commands, trash: filter.trash });
  const create = () => show({ open: "new" });
  const part = filter.trash ? "trash" : filter.mine ? "mine" : "all";
  const isFiltered = filter.keyword !== "" || filter.type !== "all";
  const empty = filter.trash ? (
    <EmptyState title={t("empty.trash")} description={t("empty.trashText")} />
  ) : (
    <EmptyState
      title={t("empty.title")}
      description={t("empty.text")}
      action={<CreateButton label={t("create")} onCreate={create} />}
      steps={(["create", "upload", "ask"] as const).map((step) => ({
        title: t(`empty.steps.${step}.title`),
        description: t(`empty.steps.${step}.text`),
      }))}
    />
  );
  const list = {
    state: query,
    page: filter.page,
    pageSize: filter.pageSize,
    onPageChange: (page: number) => show({ page }),
    onPageSizeChange: (pageSize: number) => show({ pageSize, page: 1 }),
    onClearFilters: isFiltered ? () => show({ keyword: "", type: "all", page: 1 }) : undefined,
    empty,
  };
  return (
    <>
      <KnowledgeSidebar baseId={null} chatId={null} />
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("center") }]}
        meta={filter.trash ? t("trashNote") : undefined}
        actions={
          <>
            <ImportButton label={t("import.button")} onImport={() => show({ open: "import" })} />
            <CreateButton label={t("create")} onCreate={create} />
          </>
        }
      />
      <CardListToolbar
        search={t("search")}
        keyword={keyword}
        onKeyword={setKeyword}
        sort={
          filter.trash
            ? undefined
            : {
                label: t("sort.label"),
                value: filter.sort,
                options: BASE_SORTS.map((value) => ({ value, label: t(`sort.${value}`) })),
                onChange: (sort) => show({ sort: sort as BasesState["sort"], page: 1 }),
              }
        }
        view={view}
        onView={setView}
        part={{
          label: t("part.label"),
          value: part,
          onChange: (value) => show({ mine: value === "mine", trash: value === "trash", page: 1 }),
          options: (["all", "mine", "trash"] as const).map((value) => ({ value, label: t(`part.${value}`) })),
        }}
        kind={{
          label: t("type.label"),
          value: filter.type,
          options: (["all", ...BASE_TYPES] as const).map((value) => ({ value, label: t(`type.${value}`) })),
          onChange: (type) => show({ type: type as BasesState["type"], page: 1 }),
        }}
      />
      {view === "cards" ? (
        <CardGrid
          {...list}
          label={filter.trash ? t("part.trash") : t("title")}
          card={(base) => <BaseCard base={base} commands={commands} />}
        />
      ) : (
        <DataTable
          {...list}
          label={t("title")}
          columns={columns}
          rowKey={({ id }) => id}
          onOpen={
            filter.trash || !hasDataSet ? undefined : ({ id, mayManage }) => mayManage && router.push(dataSetHref(id))
          }
        />
      )}
      <BaseDrawers open={open} onClose={() => show({ open: null })} />
      <UndoBar />
    </>
  );
}
