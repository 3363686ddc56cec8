"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarClock, FileClock, Globe, MessageSquareText, Trash2, Upload } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { EmptyState } from "@/components/common/empty-state";
import { FilterMenu } from "@/components/common/filter-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { ListToolbar } from "@/components/common/list-toolbar";
import { UndoBar } from "@/components/common/undo-bar";
import { useKeyword } from "@/components/common/use-keyword";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Count } from "@/components/ui/count";
import { Segmented } from "@/components/ui/segmented";
import { useOffers } from "@/lib/features/knowledge/center-hooks";
import { baseDraftsQuery } from "@/lib/features/knowledge/draft-hooks";
import type { BaseDto } from "@/lib/features/knowledge/dto";
import { type FileFilter, fileAddress } from "@/lib/features/knowledge/file-filter";
import { facetsQuery, filesQuery } from "@/lib/features/knowledge/file-hooks";
import { REVIEW_DAYS, UPLOAD_FILES_MAX } from "@/lib/features/knowledge/limits";
import { baseChatHref, dataSetHref, uploadHref } from "@/lib/features/knowledge/paths";
import { BaseChoice } from "../base-choice";
import { BaseShell } from "../base-shell";
import { useScreens } from "../screens";
import { FileDrawer } from "./file-drawer";
import { FileTable, type Picked } from "./file-table";
import { FolderStrip } from "./folder-strip";
import { useFileCommands } from "./use-file-commands";

const DraftsDrawer = lazy(() => import("../drafts/drafts-drawer").then((m) => ({ default: m.DraftsDrawer })));

const ALL = "all";
const NONE: Picked = { ids: new Set(), all: false };

/** The files of a base, what state they are in, and what can be done with them. */
export function DataSetScreen({ baseId, title }: { baseId: string | null; title: string }) {
  if (!baseId) return <BaseChoice title={title} right="manage" hrefOf={dataSetHref} />;
  return (
    <BaseShell baseId={baseId} tab="data-set" actions={(base) => <Actions base={base} />}>
      {(base) => <Files base={base} />}
    </BaseShell>
  );
}

/** Into the folder in view. */
function useUploadHref(baseId: string): string {
  const { folder } = fileAddress.read(Object.fromEntries(useSearchParams()));
  return uploadHref(baseId) + (folder ? `?folder=${encodeURIComponent(folder)}` : "");
}

function Actions({ base }: { base: BaseDto }) {
  const uploadTo = useUploadHref(base.id);
  const t = useTranslations("knowledge-files");
  const hasChat = useScreens(["/knowledge-center/kb-chat"]).length > 0;
  return (
    <>
      {hasChat && (
        <Link href={baseChatHref(base.id)} className={buttonClass("default", "md", "max-md:hidden")}>
          <MessageSquareText aria-hidden size={15} strokeWidth={1.75} className="text-fg-2" />
          {t("toChat")}
        </Link>
      )}
      <Link href={uploadTo} className={buttonClass("primary", "md", "max-md:hidden")}>
        <Upload aria-hidden size={15} strokeWidth={1.75} />
        {t("upload.button")}
      </Link>
    </>
  );
}

function Files({ base }: { base: BaseDto }) {
  const t = useTranslations("knowledge-files");
  const address = Object.fromEntries(useSearchParams());
  const filter = fileAddress.read(address);
  // The bell leads here.
  const [isDeciding, setIsDeciding] = useState(address.drafts === "open");
  const { data: drafts } = useQuery(baseDraftsQuery(base.id, { open: true, pageSize: 1 }));
  const [picked, setPicked] = useState<Picked>(NONE);
  const [detailed, setDetailed] = useState<string | null>(null);
  const commands = { ...useFileCommands(base.id), details: setDetailed };
  const uploadTo = useUploadHref(base.id);
  const isOffered = useOffers();
  const query = useQuery(filesQuery(base.id, filter));
  const { data: facets } = useQuery(facetsQuery(base.id));
  const states = query.data?.states;

  const change = (patch: Partial<FileFilter>) => {
    const next = { ...filter, page: 1, ...patch };
    const search = fileAddress.query(next).replace(/^\?/, "&");
    window.history.replaceState(null, "", `${window.location.pathname}?id=${base.id}${search}`);
    // Rows picked on one page stay picked on the next; another filter shows other rows.
    if (!("page" in patch)) setPicked(NONE);
    else setPicked(({ ids }) => ({ ids, all: false }));
  };
  const [keyword, setKeyword] = useKeyword(filter.keyword, (typed) => change({ keyword: typed }));
  const options = (["all", "running", "failed", "ready"] as const).map((value) => ({
    value,
    label: (
      <>
        {t(`filter.${value}`)} <span className="tnum ml-1 font-normal text-fg-3">{states?.[value]}</span>
      </>
    ),
  }));
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ListToolbar
        search={t("search")}
        keyword={keyword}
        onKeyword={setKeyword}
        end={
          <>
            {states && states.running > 0 && !filter.trash && (
              <span role="status" className="flex items-center gap-2 text-fg-2 text-xs max-md:hidden">
                <span aria-hidden className="size-1.5 rounded-full bg-primary" />
                {t("live", { count: states.running })}
              </span>
            )}
            <Button
              size="sm"
              variant="ghost"
              icon={FileClock}
              aria-haspopup="dialog"
              onClick={() => setIsDeciding(true)}
            >
              {t("drafts")} {drafts && drafts.total > 0 && <Count>{drafts.total}</Count>}
            </Button>
            {!filter.trash && isOffered("webPages") && (
              <Button size="sm" variant="ghost" icon={Globe} onClick={() => commands.addWebPages(filter.folder)}>
                {t("pages.button")}
              </Button>
            )}
            {!filter.trash && (
              <Button
                size="sm"
                variant="ghost"
                icon={CalendarClock}
                aria-pressed={filter.review}
                data-tooltip={t("review.hint", { days: REVIEW_DAYS })}
                onClick={() => change({ review: !filter.review })}
              >
                {t("review.button")}
              </Button>
            )}
            <Button
              size="sm"
              variant="ghost"
              icon={Trash2}
              aria-pressed={filter.trash}
              onClick={() => change({ ...fileAddress.plain, trash: !filter.trash })}
            >
              {filter.trash ? t("leaveTrash") : t("trash")}
            </Button>
          </>
        }
      >
        {!filter.trash && (
          <>
            <Segmented
              aria-label={t("filter.label")}
              value={filter.status}
              onValueChange={(status) => change({ status })}
              options={options}
            />
            <FilterMenu
              label={t("filter.uploader")}
              value={filter.uploaderId ?? ALL}
              options={[
                { value: ALL, label: t("filter.all") },
                ...(facets?.uploaders ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(id) => change({ uploaderId: id === ALL ? null : id })}
            />
            {facets && facets.tags.length > 0 && (
              <FilterMenu
                label={t("filter.tag")}
                value={filter.tag || ALL}
                options={[
                  { value: ALL, label: t("filter.all") },
                  ...facets.tags.map(({ tag }) => ({ value: tag, label: tag })),
                ]}
                onChange={(tag) => change({ tag: tag === ALL ? "" : tag })}
              />
            )}
          </>
        )}
      </ListToolbar>
      {facets && !filter.trash && !filter.review && !filter.keyword && !filter.tag && (
        <FolderStrip folders={facets.folders} folder={filter.folder} onOpen={(folder) => change({ folder })} />
      )}
      <FileTable
        filter={filter}
        query={query}
        picked={picked}
        commands={commands}
        onFilter={change}
        onPick={setPicked}
        empty={<Empty base={base} filter={filter} hasFiles={base.fileCount > 0} />}
      />
      <div className="shrink-0 border-t p-3 md:hidden">
        <Link href={uploadTo} className={buttonClass("primary", "md", "w-full")}>
          <Upload aria-hidden size={15} strokeWidth={1.75} />
          {t("upload.button")}
        </Link>
      </div>
      {detailed && <FileDrawer key={detailed} base={base} fileId={detailed} onClose={() => setDetailed(null)} />}
      {isDeciding && (
        <LazyBoundary onFailure={() => setIsDeciding(false)}>
          <DraftsDrawer baseId={base.id} onClose={() => setIsDeciding(false)} />
        </LazyBoundary>
      )}
      <UndoBar />
    </div>
  );
}

function Empty({ base, filter, hasFiles }: { base: BaseDto; filter: FileFilter; hasFiles: boolean }) {
  const uploadTo = useUploadHref(base.id);
  const t = useTranslations("knowledge-files");
  if (filter.trash) return <EmptyState title={t("empty.trash")} description={t("empty.trashText")} />;
  const upload = (
    <Link href={uploadTo} className={buttonClass("primary")}>
      {t("upload.button")}
    </Link>
  );
  if (hasFiles) return <EmptyState title={t("empty.folder")} description={t("empty.folderText")} action={upload} />;
  return (
    <EmptyState
      title={t("empty.title")}
      description={t("empty.text", { max: UPLOAD_FILES_MAX })}
      action={upload}
      steps={(["upload", "segment", "ask"] as const).map((step) => ({
        title: t(`empty.steps.${step}.title`),
        description: t(`empty.steps.${step}.text`),
      }))}
    />
  );
}
