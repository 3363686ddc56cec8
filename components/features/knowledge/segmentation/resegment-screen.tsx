"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useNarrowMenu } from "@/components/layout/sidebar-area";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Segmented } from "@/components/ui/segmented";
import { toast } from "@/lib/client/toast";
import type { KnowledgeFileDto } from "@/lib/features/knowledge/dto";
import { dataSetHref, slicesHref } from "@/lib/features/knowledge/paths";
import { isSameSegmentation, segmentationProblems } from "@/lib/features/knowledge/segmentation-problems";
import { useSliceActions } from "@/lib/features/knowledge/slices-hooks";
import type { Segmentation } from "@/lib/retrieval/types";
import { FileTitle } from "../file-title";
import { KnowledgeSidebar } from "../knowledge-sidebar";
import { SegmentationFields } from "./segmentation-fields";
import { SegmentationPreview } from "./segmentation-preview";

interface ResegmentScreenProps {
  file: KnowledgeFileDto;
  base: { id: string; name: string };
  /** As the file is cut now. */
  current: Segmentation;
}

/** The setting a file is cut by beside a new one, both on its page; the new one is applied or becomes the base's (spec F2). */
export function ResegmentScreen({ file, base, current }: ResegmentScreenProps) {
  const t = useTranslations("knowledge-slices.resegment");
  const router = useRouter();
  const [shown, setShown] = useState<"a" | "b">("b");
  const [part, setPart] = useState<"settings" | "page">("settings");
  const [next, setNext] = useState(current);
  const { resegment } = useSliceActions(file.id);
  const problems = segmentationProblems(next);
  const isSame = isSameSegmentation(current, next);
  const isBlocked = isSame || Object.keys(problems).length > 0 || resegment.isPending;
  useNarrowMenu(true);

  const apply = async (asDefault: boolean) => {
    const done = await resegment.mutateAsync({ segmentation: next, asDefault }).catch(() => null);
    if (!done) return;
    toast.success(t("started"));
    router.push(slicesHref(file.id));
  };
  return (
    <>
      <KnowledgeSidebar baseId={base.id} chatId={null} />
      <TopBar
        crumbs={[{ label: base.name, href: dataSetHref(base.id) }]}
        title={<FileTitle file={file} />}
        meta={t("title")}
        actions={
          <>
            <Button disabled={isBlocked} className="max-md:hidden" onClick={() => apply(true)}>
              {t("asDefault")}
            </Button>
            <Button
              variant="primary"
              disabled={isBlocked}
              title={isSame ? t("same") : undefined}
              onClick={() => apply(false)}
            >
              {t("apply")}
            </Button>
          </>
        }
      />
      <div className="border-b p-2 md:hidden">
        <Segmented
          aria-label={t("part")}
          value={part}
          onValueChange={setPart}
          options={[
            { value: "settings", label: t("settings") },
            { value: "page", label: t("page") },
          ]}
        />
      </div>
      <div className="flex min-h-0 flex-1">
        <section
          aria-label={t("settings")}
          className={cn("w-78 shrink-0 overflow-auto border-r p-4 max-md:w-full", part === "page" && "max-md:hidden")}
        >
          <Segmented
            aria-label={t("which")}
            value={shown}
            onValueChange={setShown}
            className="mb-4"
            options={[
              { value: "a", label: t("a") },
              { value: "b", label: t("b") },
            ]}
          />
          <SegmentationFields
            key={shown}
            value={shown === "a" ? current : next}
            onChange={setNext}
            problems={shown === "a" ? undefined : problems}
            disabled={shown === "a"}
          />
          <p className="mt-6 border-t pt-3 text-xs text-fg-3">{isSame ? t("same") : t("stays")}</p>
        </section>
        <div className={cn("min-w-0 flex-1", part === "settings" && "max-md:hidden")}>
          <SegmentationPreview fileId={file.id} versionId={file.versionId} a={current} b={next} />
        </div>
      </div>
    </>
  );
}
