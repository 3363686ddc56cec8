"use client";

import { Check, CircleAlert, RotateCcw, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { Pipeline } from "@/components/common/pipeline";
import { useErrorText } from "@/components/common/use-error-text";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { KnowledgeFileDto } from "@/lib/features/knowledge/dto";
import { isWaitingForSettings } from "@/lib/features/knowledge/file-hooks";
import { rereadingHref, resegmentHref, slicesHref } from "@/lib/features/knowledge/paths";
import { isFailed } from "@/lib/ingestion/client/status";

const AlikeDrawer = lazy(() => import("./alike-drawer").then((module) => ({ default: module.AlikeDrawer })));

interface FileStateProps {
  file: KnowledgeFileDto;
  /** Takes it up again in the stage that failed, or what was refused of it; nothing where the person may only look. */
  onRetry?: () => void;
}

/** How far a file is: four bars while work runs or when it failed, a small tick at the end (design 1.5, 6). */
export function FileState({ file, onRetry }: FileStateProps) {
  const t = useTranslations("knowledge-files.state");
  const { id, status, progress, isAnswering, rereading, page } = file;
  const errorText = useErrorText();
  if (status === "ready") {
    return (
      <span className="inline-flex items-center gap-2.5 whitespace-nowrap text-fg-2 text-sm">
        <Check aria-hidden size={14} strokeWidth={2.25} className="text-success-ink" />
        {t("ready")}
        {rereading && <Rereading id={id} status={rereading} />}
        {page && page.status !== "found" && (
          <span className="text-warning-ink text-xs" data-tooltip={errorText(page.error)}>
            {t(`page.${page.status}`)}
          </span>
        )}
        {file.refused > 0 && <Refused file={file} onRetry={onRetry} />}
        {file.alike > 0 && <Alike file={file} />}
      </span>
    );
  }
  if (isWaitingForSettings(file)) {
    return (
      <span className="inline-flex max-w-full flex-wrap items-center gap-x-2.5 text-fg-2 text-sm">
        {t("held")}
        <Link
          href={resegmentHref(id)}
          prefetch={false}
          className="inline-flex min-h-6 items-center rounded-xs text-primary-ink text-xs underline-offset-2 hover:underline pointer-coarse:min-h-11"
        >
          {t("setUp")}
        </Link>
      </span>
    );
  }
  return (
    <span className="inline-flex max-w-full items-center gap-2 text-sm">
      <Pipeline status={status} progress={progress} />
      {isFailed(status) ? (
        <>
          <Failure file={file} onRetry={onRetry} />
          {rereading && <Rereading id={id} status={rereading} />}
        </>
      ) : (
        <span className="tnum whitespace-nowrap text-primary-ink">
          {status === "uploaded" ? t("uploaded") : t("running", { stage: t(status), progress })}
          {isAnswering && <span className="ml-2 text-fg-3 text-xs">{t("answering")}</span>}
        </span>
      )}
    </span>
  );
}

/** A model reads it anew; the way to where both readings are compared (spec F10). */
function Rereading({ id, status }: { id: string; status: NonNullable<KnowledgeFileDto["rereading"]> }) {
  const t = useTranslations("knowledge-files.state.rereading");
  return (
    <Link
      href={rereadingHref(id)}
      prefetch={false}
      className={cn(
        "inline-flex min-h-6 items-center rounded-xs text-xs underline-offset-2 hover:underline pointer-coarse:min-h-11",
        status === "failed" ? "text-danger-ink" : status === "ready" ? "text-primary-ink" : "text-fg-3",
      )}
    >
      {t(status)}
    </Link>
  );
}

/** Its text is nearly that of another file: what to do about it stands behind it (spec F6). */
function Alike({ file }: { file: KnowledgeFileDto }) {
  const t = useTranslations("knowledge-files.alike");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
        className="inline-flex min-h-6 items-center gap-1 rounded-xs bg-warning-soft px-1.5 text-warning-ink text-xs pointer-coarse:min-h-11"
      >
        <TriangleAlert aria-hidden size={12} />
        {t("badge", { count: file.alike })}
      </button>
      <LazyBoundary onFailure={() => setOpen(false)}>
        {isOpen && <AlikeDrawer file={file} onClose={() => setOpen(false)} />}
      </LazyBoundary>
    </>
  );
}

/** Some of its texts were refused a vector: what that means, and what can be done, stand behind it. */
function Refused({ file, onRetry }: FileStateProps) {
  const t = useTranslations("knowledge-files.state.refused");
  const { id, name, refused: count } = file;
  return (
    <Popover>
      <PopoverTrigger
        aria-label={t("why", { name, count })}
        className="inline-flex min-h-6 items-center gap-1 rounded-xs bg-warning-soft px-1.5 text-warning-ink text-xs pointer-coarse:min-h-11"
      >
        <TriangleAlert aria-hidden size={12} />
        {t("badge", { count })}
      </PopoverTrigger>
      <PopoverContent align="start" aria-label={t("badge", { count })} className="w-72 space-y-2 p-3">
        <p className="whitespace-normal text-fg-2">{t("text", { count })}</p>
        <div className="flex flex-wrap gap-2">
          {onRetry && (
            <Button size="sm" icon={RotateCcw} onClick={onRetry}>
              {t("retry")}
            </Button>
          )}
          <Link href={slicesHref(id)} prefetch={false} className={buttonClass("ghost", "sm")}>
            {t("slices")}
          </Link>
        </div>
      </PopoverContent>
    </Popover>
  );
}

/** The stage that failed; why, in plain words, and what can be done stand behind it (spec F4). */
function Failure({ file, onRetry }: FileStateProps) {
  const t = useTranslations("knowledge-files.state");
  const errorText = useErrorText();
  const { status, error, isAnswering, name } = file;
  return (
    <Popover>
      <PopoverTrigger
        aria-label={t("why", { name, state: t(status) })}
        className="inline-flex min-h-6 items-center gap-2 whitespace-nowrap rounded-xs text-danger-ink pointer-coarse:min-h-11"
      >
        {t(status)}
        <CircleAlert aria-hidden size={14} />
      </PopoverTrigger>
      <PopoverContent align="start" aria-label={t(status)} className="w-64 space-y-1.5 p-3">
        <p className="font-semibold">{t(status)}</p>
        <p className="text-fg-2">{errorText(error)}</p>
        {isAnswering && <p className="text-fg-2">{t("stillAnswering")}</p>}
        {onRetry && (
          <Button size="sm" icon={RotateCcw} onClick={onRetry}>
            {t("retry")}
          </Button>
        )}
      </PopoverContent>
    </Popover>
  );
}
