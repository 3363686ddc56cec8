"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight, FileUp, FolderUp, Scissors, Upload } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { DropArea } from "@/components/common/drop-area";
import { UploadList } from "@/components/common/upload-list";
import { useBytes } from "@/components/common/use-bytes";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { type PlacedFile, placed } from "@/lib/client/dropped-files";
import type { BaseDto, KnowledgeFileDto } from "@/lib/features/knowledge/dto";
import { fileAddress } from "@/lib/features/knowledge/file-filter";
import { filesQuery, useFileActions } from "@/lib/features/knowledge/file-hooks";
import type { FileUpload, UploadLimits } from "@/lib/features/knowledge/file-uploads";
import { dataSetHref } from "@/lib/features/knowledge/paths";
import { isUnderWay } from "@/lib/ingestion/client/uploads";
import { READABLE_EXTENSIONS } from "@/lib/parsing/formats";
import type { Segmentation } from "@/lib/retrieval/types";
import { KnowledgeSidebar } from "../knowledge-sidebar";
import { FileState } from "./file-state";
import { SegmentationChoice } from "./segmentation-choice";
import { UploadPreview } from "./upload-preview";
import { useFileUploads } from "./use-file-uploads";

const STEPS = ["files", "segmentation", "progress"] as const;
type Step = (typeof STEPS)[number];
const ACCEPT = READABLE_EXTENSIONS.map((extension) => `.${extension}`).join();
/** The newest files of the base: among them are those of this visit. */
const NEWEST = { ...fileAddress.plain, pageSize: 100 };

interface UploadScreenProps {
  base: BaseDto;
  /** How its files are cut where nothing else is said. */
  usual: Segmentation;
  /** Of the base, that was in view. */
  folder: string;
  limits: UploadLimits;
}

/**
 * Files into a base, in three steps (spec F9): chosen; how they are cut, seen on the files themselves, which are stored and
 * read meanwhile and wait; what becomes of them.
 */
export function UploadScreen({ base, usual, folder, limits }: UploadScreenProps) {
  const t = useTranslations("knowledge-files.upload");
  const { uploads, items } = useFileUploads(base.id, limits);
  const [step, setStep] = useState<Step>("files");
  const [segmentation, setSegmentation] = useState<Segmentation | null>(null);
  const [isValid, setIsValid] = useState(true);
  const isStarted = step === "progress";
  const waiting = items.filter(({ state }) => state.kind === "waiting").length;
  const held = items.filter((item) => item.place.isHeld && (isStored(item) || isUnderWay(item.state))).length;
  const { data } = useQuery({ ...filesQuery(base.id, NEWEST), enabled: items.some(isStored) });
  const now = useMemo(() => new Map(data?.items.map((file) => [file.id, file])), [data]);
  useStart(base.id, items, isStarted, segmentation);

  const add = (files: readonly PlacedFile[], isFolder: boolean) => {
    const at = (below: string) => [folder, below].filter(Boolean).join("/");
    uploads.add(
      files.map(({ file, folder: below }) => ({
        file,
        place: { folder: at(below), segmentation, isHeld: !isStarted },
      })),
      { isFolder },
    );
  };
  const start = () => {
    uploads.release((place) => ({ ...place, segmentation, isHeld: false }));
    setStep("progress");
  };
  const set = () => {
    uploads.release();
    setStep("segmentation");
  };
  return (
    <>
      <KnowledgeSidebar baseId={base.id} chatId={null} />
      <DropArea
        label={t("drop")}
        onFiles={(files) => add(placed(files), false)}
        onFolders={(files) => add(files, true)}
        disabled={step === "segmentation"}
      >
        <TopBar
          crumbs={[{ label: base.name, href: dataSetHref(base.id) }]}
          title={t("title")}
          actions={
            <>
              <Steps current={step} />
              {step === "files" && (
                <Button variant="primary" disabled={waiting === 0 && held === 0} onClick={set}>
                  {t("next")}
                  <ArrowRight aria-hidden size={15} />
                </Button>
              )}
              {step === "segmentation" && (
                <>
                  <Button className="max-md:hidden" onClick={() => setStep("files")}>
                    {t("back")}
                  </Button>
                  <Button variant="primary" icon={Scissors} disabled={!isValid || held === 0} onClick={start}>
                    {t("start")}
                  </Button>
                </>
              )}
              {step === "progress" && (
                <Link href={dataSetHref(base.id)} className={buttonClass("primary")}>
                  {t("toFiles")}
                </Link>
              )}
            </>
          }
        />
        {step === "segmentation" ? (
          <div className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
            <section
              aria-label={t("step.segmentation")}
              className="w-78 shrink-0 space-y-3 overflow-y-auto border-r p-4 max-md:w-full max-md:border-r-0 max-md:border-b"
            >
              <p className="text-fg-2 text-sm">{t("segmentationHint", { count: held })}</p>
              <SegmentationChoice
                initial={segmentation}
                onChange={(next, valid) => {
                  setSegmentation(next);
                  setIsValid(valid);
                }}
              />
              <p className="border-t pt-3 text-fg-3 text-xs">{t("waits")}</p>
            </section>
            <UploadPreview items={items} now={now} segmentation={segmentation ?? usual} />
            <div className="sticky bottom-0 mt-auto shrink-0 border-t bg-background p-3 md:hidden">
              <Button className="w-full" onClick={() => setStep("files")}>
                {t("back")}
              </Button>
            </div>
          </div>
        ) : (
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
            <div className="mx-auto flex w-full max-w-220 flex-col gap-5 px-4 py-5 md:px-6">
              <Choose isSmall={items.length > 0} folder={folder} limits={limits} onFiles={add} />
              <Visit base={base} uploads={uploads} items={items} now={now} limits={limits} />
            </div>
          </div>
        )}
      </DropArea>
    </>
  );
}

const isStored = ({ state }: FileUpload) => state.kind === "stored";

/** Once a person has begun, each file that was sent before is told how it is cut, as soon as it is stored. */
function useStart(
  baseId: string,
  items: readonly FileUpload[],
  isStarted: boolean,
  segmentation: Segmentation | null,
): void {
  const { mutate } = useFileActions(baseId).batch;
  const told = useRef(new Set<string>());
  useEffect(() => {
    if (!isStarted) return;
    const ids = items.flatMap(({ state }) =>
      state.kind === "stored" && state.value.isHeld && !told.current.has(state.value.id) ? [state.value.id] : [],
    );
    if (ids.length === 0) return;
    for (const id of ids) told.current.add(id);
    mutate({ ids, action: { kind: "resegment", segmentation } });
  }, [items, isStarted, segmentation, mutate]);
}

function Steps({ current }: { current: Step }) {
  const t = useTranslations("knowledge-files.upload");
  const at = STEPS.indexOf(current);
  return (
    <ol aria-label={t("steps")} className="mr-3 flex items-center gap-2 text-sm max-lg:hidden">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? "step" : undefined}
          className={cn("flex items-center gap-2", index === at ? "font-semibold" : "text-fg-2")}
        >
          {index > 0 && <span aria-hidden className="h-px w-8 bg-border" />}
          <span
            className={cn(
              "tnum grid size-5 place-items-center rounded-full text-xs",
              index <= at ? "bg-primary text-primary-fg" : "border border-border-strong",
            )}
          >
            {index + 1}
          </span>
          {t(`step.${step}`)}
        </li>
      ))}
    </ol>
  );
}

interface ChooseProps {
  isSmall: boolean;
  folder: string;
  limits: UploadLimits;
  onFiles: (files: readonly PlacedFile[], isFolder: boolean) => void;
}

/** The place to drop files on, and the buttons that choose them. */
function Choose({ isSmall, folder, limits, onFiles }: ChooseProps) {
  const t = useTranslations("knowledge-files.upload");
  const bytes = useBytes();
  const files = useRef<HTMLInputElement>(null);
  const folders = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement, isFolder: boolean) => {
    const chosen = placed(input.files ?? []);
    // The same file can be chosen again after a refusal.
    input.value = "";
    if (chosen.length > 0) onFiles(chosen, isFolder);
  };
  return (
    <section
      aria-label={t("choose")}
      className={cn(
        "flex flex-col items-center justify-center gap-2 rounded-lg border border-border-strong border-dashed bg-subtle px-4 text-center",
        isSmall ? "py-5" : "py-14",
      )}
    >
      {!isSmall && <FileUp aria-hidden size={28} strokeWidth={1.5} className="text-fg-3" />}
      <p className="font-medium">{t("invite")}</p>
      <p className="max-w-140 text-fg-3 text-sm">
        {t("limits", { max: limits.filesMax, size: bytes(limits.sizeMax) })}
      </p>
      {folder && <p className="text-fg-2 text-sm">{t("into", { folder })}</p>}
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Button variant="primary" icon={Upload} onClick={() => files.current?.click()}>
          {t("chooseFiles")}
        </Button>
        <Button icon={FolderUp} onClick={() => folders.current?.click()}>
          {t("chooseFolder")}
        </Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        aria-label={t("chooseFiles")}
        onChange={(event) => take(event.target, false)}
      />
      <input
        ref={folders}
        type="file"
        hidden
        aria-label={t("chooseFolder")}
        {...{ webkitdirectory: "" }}
        onChange={(event) => take(event.target, true)}
      />
    </section>
  );
}

interface VisitProps {
  base: BaseDto;
  uploads: ReturnType<typeof useFileUploads>["uploads"];
  items: readonly FileUpload[];
  /** As they stand at this moment, by id. */
  now: ReadonlyMap<string, KnowledgeFileDto>;
  limits: UploadLimits;
}

/** The files of this visit: on their way, refused with the reason, and how far those are that were taken in. */
function Visit({ base, uploads, items, now, limits }: VisitProps) {
  const t = useTranslations("knowledge-files.upload");
  const router = useRouter();
  const { retry } = useFileActions(base.id);
  const stored = items.some(isStored);
  const open = items.filter(({ state }) => isUnderWay(state)).length;
  return (
    <>
      <UploadList
        uploads={uploads}
        items={items}
        {...limits}
        isWhole
        onOpen={() => router.push(dataSetHref(base.id))}
        onTaken={{
          keep: ({ id }) => uploads.retry(id, { sameName: "keep" }),
          replace: ({ id }, replaces) => uploads.retry(id, { replaces }),
        }}
        stored={(file: KnowledgeFileDto) => (
          <FileState file={now.get(file.id) ?? file} onRetry={() => retry.mutate(file.id)} />
        )}
      />
      {stored && <p className="text-fg-3 text-sm">{open > 0 ? t("stay") : t("leave")}</p>}
    </>
  );
}
