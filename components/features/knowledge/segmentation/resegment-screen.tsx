"use client";

import { MessageCircleQuestion, SlidersHorizontal } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useNarrowMenu } from "@/components/layout/sidebar-area";
import { TopBar } from "@/components/layout/top-bar";
import type { Jump } from "@/components/reader/types";
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
import { CutQuestionsPanel } from "./cut-questions-panel";
import { SegmentationFields } from "./segmentation-fields";
import { SegmentationPreview } from "./segmentation-preview";
import { useCutQuestions } from "./use-cut-questions";

interface ResegmentScreenProps {
  file: KnowledgeFileDto;
  base: { id: string; name: string };
  /** As the file is cut now. */
  current: Segmentation;
}

/** Where one part is shown at a time. */
const PHONE = "(max-width: 767px)";

/** The setting a file is cut by beside a new one, both on its page; the new one is applied or becomes the base's (spec F2). */
export function ResegmentScreen({ file, base, current }: ResegmentScreenProps) {
  const t = useTranslations("knowledge-slices.resegment");
  const router = useRouter();
  const [shown, setShown] = useState<"a" | "b">("b");
  const [part, setPart] = useState<"settings" | "page" | "questions">("settings");
  const [place, setPlace] = useState<Jump | null>(null);
  const [next, setNext] = useState(current);
  const { resegment } = useSliceActions(file.id);
  const questions = useCutQuestions(file.id, current, next);
  const { active, isOld } = questions;
  const problems = segmentationProblems(next);
  const isSame = isSameSegmentation(current, next);
  const isBlocked = (isSame && !file.isHeld) || Object.keys(problems).length > 0 || resegment.isPending;
  useNarrowMenu(true);

  const apply = async (asDefault: boolean) => {
    const done = await resegment.mutateAsync({ segmentation: next, asDefault }).catch(() => null);
    if (!done) return;
    toast.success(t("started"));
    router.push(slicesHref(file.id));
  };
  /** Where there is no room for both beside the page. */
  const toOther = (other: "settings" | "questions") => (
    <Button
      size="sm"
      icon={other === "questions" ? MessageCircleQuestion : SlidersHorizontal}
      className="mb-4 max-md:hidden min-[1400px]:hidden"
      onClick={() => setPart(other)}
    >
      {t(other === "questions" ? "toQuestions" : "toSettings")}
    </Button>
  );
  const answers = active === null || isOld ? null : questions.found(active);
  const [left, right] = [answers?.a.hits, answers?.b.hits];
  const found = useMemo(() => (left && right ? { a: left, b: right } : null), [left, right]);
  const parts = (["settings", "page", "questions"] as const).map((value) => ({ value, label: t(value) }));
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
              title={isSame && !file.isHeld ? t("same") : undefined}
              onClick={() => apply(false)}
            >
              {t(file.isHeld ? "begin" : "apply")}
            </Button>
          </>
        }
      />
      <div className="border-b p-2 md:hidden">
        <Segmented aria-label={t("part")} value={part} onValueChange={setPart} options={parts} />
      </div>
      <div className="flex min-h-0 flex-1">
        <section
          aria-label={t("settings")}
          className={cn(
            "w-78 shrink-0 overflow-auto border-r p-4 max-md:w-full",
            part !== "settings" && "max-md:hidden",
            part === "questions" && "max-[1399px]:hidden",
          )}
        >
          {toOther("questions")}
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
          <p className="mt-6 border-t pt-3 text-xs text-fg-3">
            {file.isHeld ? t("waits") : isSame ? t("same") : t("stays")}
          </p>
        </section>
        <div className={cn("min-w-0 flex-1", part !== "page" && "max-md:hidden")}>
          <SegmentationPreview
            fileId={file.id}
            versionId={file.versionId}
            a={current}
            b={next}
            found={found}
            evidence={active === null ? null : questions.answers.get(active)}
            place={place}
            onAnswer={active === null ? undefined : ({ from, to }) => questions.mark(active, { from, to })}
          />
        </div>
        <div
          className={cn(
            "flex w-100 shrink-0 flex-col border-l max-md:w-full max-md:border-l-0 max-[1399px]:order-first max-[1399px]:border-r max-[1399px]:border-l-0",
            part !== "questions" && "max-[1399px]:hidden",
          )}
        >
          <div className="px-4 pt-4 empty:hidden max-md:hidden min-[1400px]:hidden">{toOther("settings")}</div>
          <CutQuestionsPanel
            questions={questions}
            onPlace={(from) => {
              setPlace({ at: from });
              if (window.matchMedia(PHONE).matches) setPart("page");
            }}
            className="min-h-0 flex-1"
          />
        </div>
      </div>
      <div className="shrink-0 border-t p-3 md:hidden">
        <Button className="w-full" disabled={isBlocked} onClick={() => apply(true)}>
          {t("asDefault")}
        </Button>
      </div>
    </>
  );
}
