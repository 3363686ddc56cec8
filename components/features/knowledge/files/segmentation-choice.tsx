"use client";

import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { LazyMessages } from "@/components/common/lazy-messages";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/skeleton";
import { cleanSegmentation, segmentationProblems } from "@/lib/features/knowledge/segmentation-problems";
import type { Segmentation } from "@/lib/retrieval/types";
import { SegmentationFields } from "../segmentation/segmentation-fields";

const OWN: Segmentation = { mode: "single", maxTokens: 320, overlap: 40 };

interface SegmentationChoiceProps {
  initial: Segmentation | null;
  /** Null: as the base says. */
  onChange: (segmentation: Segmentation | null, isValid: boolean) => void;
}

/** How files are cut: as their base says, or in a way of their own. */
export function SegmentationChoice({ initial, onChange }: SegmentationChoiceProps) {
  const t = useTranslations("knowledge-files.segmentation");
  const [value, setValue] = useState<Segmentation | null>(initial);
  const problems = value ? segmentationProblems(value) : {};
  const change = (next: Segmentation | null) => {
    setValue(next);
    onChange(next && cleanSegmentation(next), next === null || Object.keys(segmentationProblems(next)).length === 0);
  };
  return (
    <div className="space-y-4">
      <RadioGroup
        aria-label={t("label")}
        value={value ? "own" : "base"}
        onValueChange={(kind) => change(kind === "own" ? OWN : null)}
      >
        <RadioGroupItem value="base" label={t("base")} />
        <RadioGroupItem value="own" label={t("own")} />
      </RadioGroup>
      {value && (
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <LazyMessages areas={["knowledge-slices"]}>
            <SegmentationFields value={value} onChange={change} problems={problems} />
          </LazyMessages>
        </Suspense>
      )}
    </div>
  );
}
