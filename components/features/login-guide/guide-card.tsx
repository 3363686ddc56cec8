"use client";

import { useQueries } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { GuideDto } from "@/lib/features/login-guide/dto";
import { guideQuery, useGuideProgress } from "@/lib/features/login-guide/hooks";
import { stepsOf } from "@/lib/features/login-guide/steps";
import { AdminGuide } from "./admin-guide";

interface Channel {
  id: string;
  kind: string;
  status: string;
}

/** Name of the guide that is open in the address. */
const PARAM = "guide";

function showGuide(id: string | null): void {
  const here = new URL(window.location.href);
  if (id) here.searchParams.set(PARAM, id);
  else here.searchParams.delete(PARAM);
  window.history.replaceState(null, "", here.pathname + here.search + here.hash);
}

/**
 * The one-time guide of spec 6 by itself: above the channels while one that is on has an unfinished guide, and over them
 * where the address asks for one (`?guide=<channel>`).
 */
export function GuideCard({ channels }: { channels: readonly Channel[] }) {
  const wanted = useSearchParams().get(PARAM);
  const guided = channels.filter(({ kind }) => kind === "entra");
  const open = guided.find(({ id }) => id === wanted);
  const enabled = guided.filter(({ status }) => status === "enabled");
  const guides = useQueries({ queries: enabled.map(({ id }) => guideQuery(id)) });
  const next = guides.map(({ data }) => data).find((guide) => guide && !guide.finishedAt);
  if (!next && !open) return null;
  return (
    <LazyBoundary>
      <LazyMessages areas={["login-guide"]}>
        {next && <Card guide={next} />}
        {open && <Drawer channelId={open.id} />}
      </LazyMessages>
    </LazyBoundary>
  );
}

function Card({ guide }: { guide: GuideDto }) {
  const t = useTranslations("login-guide");
  const isEnglish = useLocale().startsWith("en");
  const progress = useGuideProgress(guide.channelId);
  const title = t("card.title", { name: isEnglish ? guide.nameEn : guide.nameZh });
  const steps = stepsOf(guide.hasTeams);
  const done = steps.filter((step) => guide.done.includes(step)).length;
  return (
    <section
      aria-label={title}
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border bg-subtle p-4"
    >
      <ListChecks aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-primary-ink" />
      <div className="min-w-60 flex-1">
        <h2 className="font-medium text-sm">{title}</h2>
        <p className="mt-0.5 text-fg-2 text-sm">{t("card.text")}</p>
        <p className="tnum mt-0.5 text-fg-3 text-xs">{t("progress", { done, count: steps.length })}</p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="ghost"
          loading={progress.isPending}
          onClick={() => progress.mutate({ done: guide.done, finished: true })}
        >
          {t("finish")}
        </Button>
        <Button variant="primary" onClick={() => showGuide(guide.channelId)}>
          {t("card.open")}
        </Button>
      </div>
    </section>
  );
}

function Drawer({ channelId }: { channelId: string }) {
  const t = useTranslations("login-guide");
  return (
    <Sheet open onOpenChange={(open) => !open && showGuide(null)}>
      <SheetContent title={t("title")} size="large">
        <AdminGuide channelId={channelId} />
      </SheetContent>
    </Sheet>
  );
}
