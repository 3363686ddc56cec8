"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText, LoaderCircle, SlidersHorizontal, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo, useReducer, useRef, useState } from "react";
import { EmptyState } from "@/components/common/empty-state";
import { ErrorState } from "@/components/common/error-state";
import { Notice } from "@/components/common/notice";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { SearchInput } from "@/components/common/search-input";
import { Split } from "@/components/common/split";
import { UndoBar } from "@/components/common/undo-bar";
import { NotFoundPanel } from "@/components/layout/not-found-panel";
import { useNarrowMenu } from "@/components/layout/sidebar-area";
import { TopBar } from "@/components/layout/top-bar";
import { Reader } from "@/components/reader/reader";
import type { Jump, ReaderRulers } from "@/components/reader/types";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Segmented } from "@/components/ui/segmented";
import { ApiError } from "@/lib/client/api-error";
import { reportFailure } from "@/lib/client/report-failure";
import { offerUndo } from "@/lib/client/undo";
import type { SliceLineDto } from "@/lib/features/knowledge/dto";
import { dataSetHref, resegmentHref } from "@/lib/features/knowledge/paths";
import { type SliceView, slicesQuery, useSliceActions } from "@/lib/features/knowledge/slices-hooks";
import { FileTitle } from "../file-title";
import { KnowledgeSidebar } from "../knowledge-sidebar";
import { useScreens } from "../screens";
import { DecisionsDrawer } from "./decisions-drawer";
import { LostDraft } from "./lost-draft";
import { PictureNotice, PictureSlice } from "./picture-slice";
import { type SliceDraft, SliceEditor } from "./slice-editor";
import { SliceList } from "./slice-list";

const NONE: readonly never[] = [];
const noCitation = () => undefined;

interface SlicesScreenProps {
  fileId: string;
  /** A slice the screen was opened for. */
  opened?: { id: string; edits: boolean };
}

/** Slices of a base's file beside the page they are of; a row opens into its editor in place. */
export function SlicesScreen({ fileId, opened }: SlicesScreenProps) {
  const t = useTranslations("knowledge-slices");
  const [view, setView] = useState<SliceView>({ keyword: "", show: "all" });
  const asked = useDeferredValue(view);
  const { data, error, refetch } = useQuery(slicesQuery(fileId, asked));
  const { data: whole = data } = useQuery(slicesQuery(fileId, { keyword: "", show: "all" }));
  const { add, rollBack } = useSliceActions(fileId);
  const hasSettings = useScreens(["/knowledge-center/re/{docId}"]).length > 0;
  const [activeId, setActive] = useState<string | null>(null);
  const [isEditing, setEditing] = useState(false);
  const [isDeciding, setDeciding] = useState(false);
  const [isPageShown, setPageShown] = useState(false);
  const [place, setPlace] = useState<Jump | null>(null);
  const [isOpening, setOpening] = useState(opened !== undefined);
  // Rows out of view are not drawn, and another one may be opened: what was typed outlives its editor.
  const drafts = useRef(new Map<string, SliceDraft>());
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useNarrowMenu(true);

  const items = data?.items ?? (NONE as readonly SliceLineDto[]);
  const all = whole?.items ?? (NONE as readonly SliceLineDto[]);
  const known = useMemo(() => new Set(all.map(({ id }) => id)), [all]);
  const lost = whole && [...drafts.current].find(([id]) => !known.has(id));
  const keepDraft = (id: string, draft: SliceDraft | null) => {
    if (draft) drafts.current.set(id, draft);
    else drafts.current.delete(id);
  };
  const show = (id: string) => {
    setActive(id);
    if (id !== activeId) setEditing(false);
    const slice = all.find((one) => one.id === id);
    if (slice) setPlace({ at: slice.from, ...(slice.picture && { picture: slice.picture, part: slice.part }) });
  };
  const edit = (id: string) => {
    show(id);
    setEditing(true);
  };
  const rulers = useMemo(
    (): ReaderRulers => ({
      look: "boxes",
      // A picture has no words to stand beside.
      left: all
        .filter(({ picture }) => !picture)
        .map(({ id, number, from, to, isHand, isDisabled }) => ({
          id,
          from,
          to,
          label: String(number),
          name: t("list.onPage", { number }),
          isHand,
          isMuted: isDisabled,
          isActive: id === activeId,
        })),
      onSlice: (id) => {
        setActive(id);
        setEditing(false);
      },
    }),
    [all, activeId, t],
  );

  if (opened && isOpening && whole) {
    setOpening(false);
    show(opened.id);
    setEditing(opened.edits);
  }
  if (error instanceof ApiError && error.code === 404) return <NotFoundPanel />;
  if (!data) return error ? <ErrorState onRetry={() => refetch()} /> : <PanelSkeleton />;
  const { file, counts } = data;
  const { mayManage } = file;
  const isAtWork = file.status !== "ready" && !file.status.endsWith("failed");
  const handleAdd = async ({ from, to }: { from: number; to: number }) => {
    const made = await add.mutateAsync({ from, to }).catch(reportFailure);
    if (!made) return;
    offerUndo(t("list.added"), async () => void (await rollBack.mutateAsync(made.editId)));
    if (made.ids[0]) edit(made.ids[0]);
  };
  const list = (
    <div className="flex h-full min-w-0 flex-col">
      <div className="flex min-h-14 shrink-0 flex-wrap items-center gap-2 border-b px-5 py-2">
        <SearchInput
          label={t("list.search", { count: counts.all })}
          soft
          value={view.keyword}
          onChange={(keyword) => setView({ ...view, keyword })}
          className="w-56 max-md:w-full"
        />
        <Segmented
          aria-label={t("list.show")}
          value={view.show}
          onValueChange={(next) => setView({ ...view, show: next })}
          options={(["all", "hand", "disabled"] as const).map((value) => ({
            value,
            label: (
              <>
                {t(`list.filter.${value}`)} <span className="tnum text-fg-3">{counts[value]}</span>
              </>
            ),
          }))}
        />
        <Button className="ml-auto xl:hidden" icon={FileText} onClick={() => setPageShown(true)}>
          {t("list.page")}
        </Button>
      </div>
      {lost && (
        <LostDraft
          text={lost[1].text}
          onDrop={() => {
            keepDraft(lost[0], null);
            redraw();
          }}
        />
      )}
      {file.versionId === null ? (
        <EmptyState title={t("list.none")} description={t(isAtWork ? "list.soon" : "list.noneHint")} />
      ) : items.length === 0 ? (
        <p role="status" className="p-6 text-sm text-fg-3">
          {t("list.noMatch")}
        </p>
      ) : (
        <SliceList
          items={items}
          versionId={file.versionId}
          activeId={activeId}
          onActive={show}
          onEdit={mayManage ? edit : show}
          editor={
            mayManage && isEditing
              ? (slice) =>
                  slice.picture ? (
                    <PictureSlice fileId={fileId} line={slice} onClose={() => setEditing(false)} />
                  ) : (
                    <SliceEditor
                      fileId={fileId}
                      line={slice}
                      draft={drafts.current.get(slice.id)}
                      onDraft={(draft) => keepDraft(slice.id, draft)}
                      onClose={() => setEditing(false)}
                    />
                  )
              : null
          }
        />
      )}
      {mayManage && activeId && !isEditing && (
        <div className="flex shrink-0 items-center justify-end gap-2 border-t px-5 py-2">
          <Button variant="primary" onClick={() => setEditing(true)}>
            {t(all.find(({ id }) => id === activeId)?.picture ? "picture.open" : "list.edit")}
          </Button>
        </div>
      )}
    </div>
  );
  return (
    <>
      <KnowledgeSidebar baseId={file.baseId} chatId={null} />
      <TopBar
        crumbs={[{ label: file.baseName, href: dataSetHref(file.baseId) }]}
        title={<FileTitle file={file} />}
        meta={t("list.meta", { count: counts.all })}
        actions={
          mayManage &&
          hasSettings && (
            <Link href={resegmentHref(fileId)} className={buttonClass("default")}>
              <SlidersHorizontal aria-hidden size={15} strokeWidth={1.75} />
              <span className="max-md:sr-only">{t("list.settings")}</span>
            </Link>
          )
        }
      />
      {isAtWork && <Notice icon={LoaderCircle}>{t("list.atWork")}</Notice>}
      {file.pictures && <PictureNotice facts={file.pictures} baseId={mayManage ? file.baseId : null} />}
      {mayManage && counts.open > 0 && (
        <Notice icon={TriangleAlert} action={{ label: t("decisions.open"), onClick: () => setDeciding(true) }}>
          {t("decisions.banner", { count: counts.open })}
        </Notice>
      )}
      <Split
        name="slices"
        initial={540}
        label={t("list.split")}
        narrow={isPageShown ? "overlay" : "content"}
        side={
          file.versionId && (
            <Reader
              versionId={file.versionId}
              citations={NONE}
              activeId={null}
              onActiveChange={noCitation}
              onClose={isPageShown ? () => setPageShown(false) : undefined}
              rulers={rulers}
              place={place}
              onSlice={mayManage ? handleAdd : undefined}
            />
          )
        }
      >
        {list}
      </Split>
      {isDeciding && <DecisionsDrawer fileId={fileId} onClose={() => setDeciding(false)} />}
      <UndoBar />
    </>
  );
}
