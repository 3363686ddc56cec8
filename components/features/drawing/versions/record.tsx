"use client";

import { Check, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMinute } from "@/components/common/use-moments";
import { useMoney } from "@/components/common/use-money";
import { Button } from "@/components/ui/button";
import type { DrawingDto, PictureDto } from "@/lib/features/drawing/dto";

interface RecordProps {
  name: string;
  drawing: DrawingDto;
  picture: PictureDto;
  onUse: () => void;
}

/** Everything a picture was made with (spec E1); all of it can be used again. */
export function Record({ name, drawing, picture, onUse }: RecordProps) {
  const t = useTranslations("drawing");
  const money = useMoney();
  const minute = useMinute();
  const { modelName, quality, style, seed, durationMs, cost, review, negativePrompt, revisedPrompt } = drawing;
  return (
    <section aria-label={t("record.title")} className="shrink-0 border-t bg-subtle px-4 py-3">
      <h2 className="flex gap-2 text-sm">
        <span className="font-semibold">{t("tree.version", { n: name })}</span>
        <span className="line-clamp-2 min-w-0">{drawing.prompt}</span>
      </h2>
      <dl className="mt-2 grid grid-cols-[auto_1fr_auto_1fr] gap-x-3 gap-y-1 text-xs">
        <Fact label={t("record.model")}>{modelName}</Fact>
        <Fact label={t("record.size")}>{`${picture.width} × ${picture.height}`}</Fact>
        {quality && <Fact label={t("record.quality")}>{t(`quality.${quality}`)}</Fact>}
        {style && <Fact label={t("record.style")}>{t(`style.${style}`)}</Fact>}
        {seed !== null && <Fact label={t("record.seed")}>{seed}</Fact>}
        {durationMs !== null && (
          <Fact label={t("record.time")}>{t("record.seconds", { seconds: (durationMs / 1000).toFixed(1) })}</Fact>
        )}
        <Fact label={t("record.cost")}>{cost ? money(cost.micros, cost.currency) : t("record.none")}</Fact>
        <Fact label={t("record.made")}>{minute(picture.createdAt)}</Fact>
        {review === "passed" && (
          <Fact label={t("record.review")}>
            <Check aria-hidden size={12} className="mr-1 inline text-success-ink" />
            {t("record.reviewPassed")}
          </Fact>
        )}
      </dl>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-xs">
        <Fact label={t("record.origin")}>{t("record.originText")}</Fact>
        {negativePrompt && <Fact label={t("record.negative")}>{negativePrompt}</Fact>}
        {revisedPrompt && <Fact label={t("record.revised")}>{revisedPrompt}</Fact>}
      </dl>
      {drawing.heldBack > 0 && (
        <p className="mt-2 text-xs text-warning-ink">{t("failed.heldBack", { count: drawing.heldBack })}</p>
      )}
      <Button icon={RotateCcw} onClick={onUse} className="mt-3 w-full">
        {t("record.use")}
      </Button>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-3">{label}</dt>
      <dd className="tnum min-w-0 break-words">{children}</dd>
    </>
  );
}
