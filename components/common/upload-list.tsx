"use client";

import { Check, ChevronDown, ChevronUp, CircleAlert, Pause, Play, RotateCcw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { FileIcon } from "@/components/common/file-icon";
import { useBytes } from "@/components/common/use-bytes";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Meter } from "@/components/ui/meter";
import { Spinner } from "@/components/ui/spinner";
import { isUnderWay, type Upload, type UploadQueue, type UploadState } from "@/lib/ingestion/client/uploads";
import { formatOfName } from "@/lib/parsing/formats";

interface UploadListProps<Place, Stored> {
  uploads: UploadQueue<Place, Stored>;
  items: readonly Upload<Place, Stored>[];
  /** Of one choice of files, and of one file. */
  filesMax: number;
  sizeMax: number;
  /** Shows the file that is there already. */
  onOpen: (existingId: string) => void;
  /** Where a name can be taken: what becomes of the two. */
  onTaken?: {
    keep: (upload: Upload<Place, Stored>) => void;
    replace: (upload: Upload<Place, Stored>, id: string) => void;
  };
  /** Stands for what became of a stored file from then on. */
  stored?: (value: Stored) => ReactNode;
  /** The list takes the place there is, instead of a few lines above another one. */
  isWhole?: boolean;
}

/** The files of this visit, one row each, with what became of them (spec D8). */
export function UploadList<Place, Stored>(props: UploadListProps<Place, Stored>) {
  const { uploads, items, isWhole } = props;
  const t = useTranslations("ingestion.upload");
  const [isUnfolded, setIsUnfolded] = useState(false);
  if (items.length === 0) return null;
  const open = items.filter(({ state }) => isUnderWay(state)).length;
  // What somebody has to look at stands first and whole; what is done folds away with the last file.
  const waiting = items.filter(({ state }) => needsSomebody(state));
  const others = items.filter(({ state }) => !needsSomebody(state));
  const canFold = !isWhole && open === 0 && others.length > 0;
  const isFolded = canFold && !isUnfolded;
  return (
    <section
      aria-label={t("heading")}
      className={isWhole ? "flex min-h-0 flex-1 flex-col" : "shrink-0 border-b bg-subtle px-4 py-2 md:px-5"}
    >
      <div className="flex h-8 items-center gap-2 text-sm">
        <h2 className="shrink-0 font-semibold">{t("heading")}</h2>
        <span role="status" className="tnum min-w-0 truncate text-xs text-fg-3">
          {open > 0
            ? t("open", { open, count: items.length })
            : others.length > 0 && t("done", { count: others.length })}
          {waiting.length > 0 && (
            <span className="ml-2 text-danger-ink">{t("failedCount", { count: waiting.length })}</span>
          )}
        </span>
        <Button
          size="sm"
          variant="ghost"
          className="ml-auto shrink-0"
          onClick={() => uploads.clear()}
          disabled={open === items.length}
        >
          {t("clear")}
        </Button>
        {canFold && (
          <IconButton
            icon={isFolded ? ChevronDown : ChevronUp}
            size={24}
            label={t(isFolded ? "unfold" : "fold")}
            aria-expanded={!isFolded}
            onClick={() => setIsUnfolded(isFolded)}
          />
        )}
      </div>
      <ul className={isWhole ? "min-h-0 flex-1 divide-y overflow-y-auto" : "max-h-[40dvh] overflow-y-auto"}>
        {[...waiting, ...(isFolded ? [] : others)].map((upload) => (
          <UploadRow key={upload.id} upload={upload} {...props} />
        ))}
      </ul>
    </section>
  );
}

/** It is not there, and somebody has to say what becomes of it. */
function needsSomebody<Stored>({ kind }: UploadState<Stored>): boolean {
  return kind === "refused" || kind === "duplicate" || kind === "taken";
}

function UploadRow<Place, Stored>({
  upload,
  uploads,
  filesMax,
  sizeMax,
  onOpen,
  onTaken,
  stored,
}: UploadListProps<Place, Stored> & { upload: Upload<Place, Stored> }) {
  const t = useTranslations("ingestion.upload");
  const bytes = useBytes();
  const { id, file, state } = upload;
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 py-1 text-sm">
      <span className="flex min-w-0 flex-1 basis-52 items-center gap-2">
        <FileIcon format={formatOfName(file.name) ?? "txt"} size={16} />
        <span className="min-w-0 truncate">{file.name}</span>
        <span className="tnum shrink-0 text-xs text-fg-3">{bytes(file.size)}</span>
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-2 md:min-w-100 md:justify-end">
        {state.kind === "waiting" && <span className="text-fg-3">{t("waiting")}</span>}
        {state.kind === "sending" && (
          <>
            <Meter className="w-28" label={t("progress", { name: file.name })} value={Math.round(state.share * 100)} />
            <span className="tnum w-10 text-right text-xs text-fg-3">
              {t("percent", { value: Math.round(state.share * 100) })}
            </span>
            <IconButton
              icon={Pause}
              size={24}
              iconSize={14}
              label={t("pause", { name: file.name })}
              onClick={() => uploads.pause(id)}
            />
          </>
        )}
        {state.kind === "paused" && (
          <>
            <span className="text-fg-3">{t("paused")}</span>
            <Button size="sm" icon={Play} onClick={() => uploads.retry(id)}>
              {t("resume")}
            </Button>
          </>
        )}
        {state.kind === "checking" && (
          <span className="flex items-center gap-1.5 text-fg-2">
            <Spinner size={13} />
            {t("checking")}
          </span>
        )}
        {state.kind === "stored" &&
          (stored?.(state.value) ?? (
            <span className="flex items-center gap-1.5 text-fg-2">
              <Check aria-hidden size={14} className="text-success-ink" />
              {t("stored")}
            </span>
          ))}
        {state.kind === "taken" && onTaken && (
          <>
            <span className="text-warning-ink">{t("taken")}</span>
            <Button size="sm" onClick={() => onTaken.keep(upload)}>
              {t("keepBoth")}
            </Button>
            <Button size="sm" onClick={() => onTaken.replace(upload, state.existingId)}>
              {t("replace")}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => uploads.drop(id)}>
              {t("skip")}
            </Button>
          </>
        )}
        {state.kind === "duplicate" && (
          <>
            <span className="text-warning-ink">{t("duplicate")}</span>
            <Button size="sm" onClick={() => onOpen(state.existingId)}>
              {t("openExisting")}
            </Button>
          </>
        )}
        {state.kind === "refused" && (
          <>
            <span role="alert" className="flex min-w-0 items-start gap-1.5 text-danger-ink">
              <CircleAlert aria-hidden size={14} className="mt-[3px] shrink-0" />
              <span className="min-w-0">
                {state.message || t(`refused.${state.reason}`, { max: filesMax, size: bytes(sizeMax) })}
              </span>
            </span>
            {state.canRetry && (
              <Button size="sm" icon={RotateCcw} onClick={() => uploads.retry(id)}>
                {t("retry")}
              </Button>
            )}
          </>
        )}
        <IconButton
          icon={X}
          size={24}
          iconSize={14}
          label={isUnderWay(state) ? t("cancel", { name: file.name }) : t("remove", { name: file.name })}
          onClick={() => uploads.drop(id)}
        />
      </span>
    </li>
  );
}
