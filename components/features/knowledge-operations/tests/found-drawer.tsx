"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/common/query-state";
import { cn } from "@/components/ui/cn";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { RecallFoundSide, RecallResultDto } from "@/lib/features/knowledge-operations/recall-dto";
import { recallFoundQuery } from "@/lib/features/knowledge-operations/recall-hooks";
import { useFigures } from "./use-figures";

interface FoundDrawerProps {
  runId: string;
  result: RecallResultDto;
  onClose: () => void;
}

/** The slices one question of a run found, of two settings beside each other. */
export function FoundDrawer({ runId, result: { itemId, question }, onClose }: FoundDrawerProps) {
  const t = useTranslations("knowledge-operations-tests.result");
  const query = useQuery(recallFoundQuery(runId, itemId));
  const { data } = query;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("found")} size="large" className="space-y-4">
        <p className="wrap-anywhere font-semibold text-base">{question}</p>
        <QueryState query={query} />
        {data && (
          <div className={cn("grid gap-4", data.second && "md:grid-cols-2")}>
            <Side title={t("side.first")} side={data.first} />
            {data.second && <Side title={t("side.second")} side={data.second} />}
          </div>
        )}
      </SheetContent>
    </Sheet>
  );
}

function Side({ title, side }: { title: string; side: RecallFoundSide }) {
  const t = useTranslations("knowledge-operations-tests.result");
  const look = useTranslations("knowledge-settings.look");
  const { score } = useFigures();
  const { queries, rewriting, failed, found, gone } = side;
  return (
    <section aria-label={title} className="min-w-0 space-y-2">
      <h3 className="font-semibold text-sm">{title}</h3>
      {queries.length > 1 && (
        <p className="wrap-anywhere text-fg-3 text-xs">{look("queries", { queries: queries.join(" · ") })}</p>
      )}
      {(rewriting === "failed" || rewriting === "noModel") && (
        <p className="text-warning-ink text-xs">{look(`rewriting.${rewriting}`)}</p>
      )}
      {failed.map((helper) => (
        <p key={helper} className="text-warning-ink text-xs">
          {look(`failed.${helper}`)}
        </p>
      ))}
      {found.length === 0 && <p className="text-fg-3 text-sm">{look("nothing")}</p>}
      <ol className="divide-y">
        {found.map(({ sliceId, fileName, page, text, score: value, cut, neighbourOf }) => (
          <li key={sliceId} className={cn("flex gap-3 py-2", (cut || neighbourOf) && "text-fg-3")}>
            <span className={cn("tnum w-12 shrink-0 text-right text-sm", !cut && !neighbourOf && "font-semibold")}>
              {neighbourOf ? <span className="text-xs">{look("beside")}</span> : score(value)}
            </span>
            <div className="min-w-0 flex-1">
              <p className="truncate text-fg-3 text-xs">
                {look("place", { name: fileName, page })}
                {cut && ` · ${t(`cut.${cut}`)}`}
              </p>
              <p className="wrap-anywhere line-clamp-3 text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      {gone > 0 && <p className="text-fg-3 text-xs">{t("goneSlices", { count: gone })}</p>}
    </section>
  );
}
