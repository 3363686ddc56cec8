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
import { MoreMenu } from "@/components/common/lazy-menu";
import { UndoBar } from "@/components/common/undo-bar";
import { useAddressState } from "@/components/common/use-address-state";
import { useKeyword } from "@/components/common/use-keyword";
import { useView } from "@/components/common/use-view";
import { STORED } from "@/lib/client/stored";
import type { AppDto } from "@/lib/features/apps/dto";
import { type AppsState, kindsIn, type Place, workbenchAddress } from "@/lib/features/apps/filter";
import { appsQuery, squareQuery } from "@/lib/features/apps/hooks";
import { APP_SORTS } from "@/lib/features/apps/limits";
import { appHref, editorHref } from "@/lib/features/apps/paths";
import { AppCard, FavouriteButton } from "../app-card";
import { AppsFrame } from "../apps-frame";
import { AppDialogs } from "./app-dialogs";
import { AppFolders } from "./app-folders";
import { AppStateMark } from "./app-state";
import { Templates } from "./templates";
import { useAppColumns } from "./use-app-columns";
import { useAppCommands } from "./use-app-commands";

/** Where an app leads from the workbench: whoever may change it edits it. */
const hrefOf = ({ id, mayManage, deletedAt }: AppDto) => (deletedAt ? null : mayManage ? editorHref(id) : appHref(id));

/** Own apps and those others share: made, changed, copied, given away, deleted and taken back. */
export function WorkbenchScreen({ places, first }: { places: readonly Place[]; first: AppsState }) {
  const t = useTranslations("apps-list");
  const router = useRouter();
  const [{ open, ...filter }, show] = useAddressState(first, workbenchAddress.query);
  const [view, setView] = useView(STORED.appsView);
  const [keyword, setKeyword] = useKeyword(filter.keyword, (word) => show({ keyword: word, page: 1 }));
  const query = useQuery(appsQuery({ ...filter, place: "workbench" }));
  const { data: square } = useQuery(squareQuery);
  const commands = useAppCommands({ onOpen: (dialog) => show({ open: dialog }) });
  const columns = useAppColumns({ commands, hrefOf });
  const isTrash = filter.part === "trash";
  const isFiltered = filter.keyword !== "" || filter.kind !== "all";
  const isFolder = filter.folderId !== null;
  const counts = square?.counts;
  const countOf = { all: counts && counts.mine + counts.shared, ...counts } as Record<
    AppsState["part"],
    number | undefined
  >;
  const empty = isTrash ? (
    <EmptyState title={t("empty.trash")} description={t("empty.trashText")} />
  ) : isFolder ? (
    <EmptyState title={t("folder.empty")} description={t("folder.emptyText")} />
  ) : (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-8 md:px-5">
      <h2 className="font-semibold text-2xl">{t("empty.workbench")}</h2>
      <p className="mb-5 text-fg-3">{t("empty.workbenchText")}</p>
      <Templates onPick={(template) => show({ open: template ? `new:${template}` : "new" })} />
    </div>
  );
  const list = {
    state: query,
    page: filter.page,
    pageSize: filter.pageSize,
    onPageChange: (page: number) => show({ page }),
    onPageSizeChange: (pageSize: number) => show({ pageSize, page: 1 }),
    onClearFilters: isFiltered ? () => show({ keyword: "", kind: "all", page: 1 }) : undefined,
    empty,
  };
  return (
    <AppsFrame
      place="workbench"
      places={places}
      sidebar={<AppFolders current={filter.folderId} onShow={(folderId) => show({ folderId, part: "all", page: 1 })} />}
      meta={isTrash ? t("trashNote") : undefined}
      actions={
        <>
          <ImportButton label={t("import")} onImport={() => show({ open: "import" })} />
          <CreateButton label={t("create")} onCreate={() => show({ open: "new" })} />
        </>
      }
    >
      <CardListToolbar
        search={t("search")}
        keyword={keyword}
        onKeyword={setKeyword}
        sort={{
          label: t("sort.label"),
          value: filter.sort,
          options: APP_SORTS.map((value) => ({ value, label: t(`sort.${value}`) })),
          onChange: (sort) => show({ sort: sort as AppsState["sort"], page: 1 }),
        }}
        view={view}
        onView={setView}
        part={{
          label: t("part.label"),
          value: filter.part,
          onChange: (part) => show({ part, page: 1 }),
          options: (["all", "mine", "shared", "trash"] as const).map((value) => ({
            value,
            label: t(`part.${value}`),
            count: countOf[value],
          })),
        }}
        kind={{
          label: t("kind.label"),
          value: filter.kind,
          options: kindsIn(square).map((value) => ({ value, label: t(`kind.${value}`) })),
          onChange: (kind) => show({ kind: kind as AppsState["kind"], page: 1 }),
        }}
      />
      {view === "cards" ? (
        <CardGrid
          {...list}
          label={t("tabs.workbench")}
          card={(app) => (
            <AppCard
              app={app}
              href={hrefOf(app)}
              actions={
                <>
                  {!app.deletedAt && <FavouriteButton app={app} />}
                  <MoreMenu label={t("more", { name: app.name })} commands={commands.of(app)} />
                </>
              }
              foot={<AppStateMark state={app.state} />}
            />
          )}
        />
      ) : (
        <DataTable
          {...list}
          label={t("tabs.workbench")}
          columns={columns}
          rowKey={({ id }) => id}
          onOpen={
            isTrash
              ? undefined
              : (app) => {
                  const href = hrefOf(app);
                  if (href) router.push(href);
                }
          }
        />
      )}
      <AppDialogs open={open} onClose={() => show({ open: null })} />
      <UndoBar />
    </AppsFrame>
  );
}
