"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { ErrorState } from "@/components/common/error-state";
import { useMoments } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Meter } from "@/components/ui/meter";
import { Skeleton } from "@/components/ui/skeleton";
import type { GuideDto } from "@/lib/features/login-guide/dto";
import { guideQuery, useGuideProgress } from "@/lib/features/login-guide/hooks";
import { type GuideStep, stepsOf } from "@/lib/features/login-guide/steps";
import { StepValues } from "./step-values";

/** The steps with their values and ticks. */
export function GuideBody({ channelId }: { channelId: string }) {
  const t = useTranslations("login-guide");
  const query = useQuery(guideQuery(channelId));
  if (query.data) return <Guide guide={query.data} />;
  if (query.isError) return <ErrorState description={t("loadFailed")} onRetry={() => void query.refetch()} />;
  return <Skeleton className="h-96 w-full" />;
}

function Guide({ guide }: { guide: GuideDto }) {
  const t = useTranslations("login-guide");
  const moments = useMoments();
  const isEnglish = useLocale().startsWith("en");
  const progress = useGuideProgress(guide.channelId);
  const name = isEnglish ? guide.nameEn : guide.nameZh;
  const steps = stepsOf(guide.hasTeams);
  const done = steps.filter((step) => guide.done.includes(step)).length;

  const handleTick = (step: GuideStep, isDone: boolean) => {
    const next = isDone ? [...guide.done, step] : guide.done.filter((other) => other !== step);
    progress.mutate({ done: next, finished: steps.every((other) => next.includes(other)) });
  };
  const finish = (finished: boolean) => progress.mutate({ done: guide.done, finished });
  const count = t("progress", { done, count: steps.length });
  return (
    <div className="space-y-5">
      <div className="space-y-3">
        <p className="text-fg-2 text-sm">{t("intro", { name })}</p>
        <div>
          <p className="mb-1.5 text-sm">{count}</p>
          <Meter label={count} value={(done / steps.length) * 100} tone="primary" />
        </div>
      </div>
      <ol aria-label={t("title")} className="space-y-3">
        {steps.map((step, index) => (
          <Step
            key={step}
            guide={guide}
            step={step}
            number={index + 1}
            name={name}
            isDone={guide.done.includes(step)}
            onTick={(isDone) => handleTick(step, isDone)}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-3 border-t pt-4">
        {guide.finishedAt ? (
          <>
            <p role="status" className="text-sm">
              {t("finished", { date: moments.day(guide.finishedAt) })}
            </p>
            {done < steps.length && (
              <Button size="sm" loading={progress.isPending} onClick={() => finish(false)}>
                {t("reopen")}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button size="sm" loading={progress.isPending} onClick={() => finish(true)}>
              {t("finish")}
            </Button>
            <p className="text-fg-3 text-xs">{t("finishHint")}</p>
          </>
        )}
      </div>
    </div>
  );
}

interface StepProps {
  guide: GuideDto;
  step: GuideStep;
  number: number;
  name: string;
  isDone: boolean;
  onTick: (isDone: boolean) => void;
}

function Step({ guide, step, number, name, isDone, onTick }: StepProps) {
  const t = useTranslations("login-guide");
  const id = useId();
  const title = t(`step.${step}.title`);
  return (
    <li className="rounded-md border p-4">
      <div className="flex items-start gap-3">
        <Checkbox
          id={id}
          checked={isDone}
          aria-label={t("tick", { step: title })}
          onCheckedChange={(next) => onTick(next)}
          className="mt-0.5"
        />
        <div className="min-w-0 flex-1">
          <h3 className={isDone ? "font-medium text-fg-3 text-sm" : "font-medium text-sm"}>
            {number}. <label htmlFor={id}>{title}</label>
          </h3>
          <p className="mt-1 text-fg-2 text-sm">{t(`step.${step}.text`, { name })}</p>
          <StepValues guide={guide} step={step} />
        </div>
      </div>
    </li>
  );
}
