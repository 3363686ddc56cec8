"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowUpRight, NotebookPen } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { LazyMarkdown } from "@/components/chat/lazy-markdown";
import { CopyButton } from "@/components/common/copy-button";
import { ErrorState } from "@/components/common/error-state";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useMoments } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { Citation } from "@/lib/citations/dto";
import { numberedText } from "@/lib/citations/numbered";
import type { CollectedDetailDto } from "@/lib/collected/dto";
import { collectedItemQuery } from "@/lib/collected/hooks";
import type { CollectedCommands } from "./use-collected-commands";

interface CopyDrawerProps {
  id: string;
  commands: CollectedCommands;
  onClose: () => void;
}

/** The copy that was kept, as it was, whatever became of where it came from. */
export function CopyDrawer({ id, commands, onClose }: CopyDrawerProps) {
  const t = useTranslations("personal.collected");
  const { data, isError, refetch } = useQuery(collectedItemQuery(id));
  const moments = useMoments();
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        size="large"
        title={data?.title ?? t("showCopy")}
        meta={data && t("keptAt", { date: moments.day(data.createdAt) })}
        footer={
          data && (
            <>
              <Button icon={NotebookPen} onClick={() => commands.note(data)}>
                {t(data.note ? "note.change" : "note.add")}
              </Button>
              {data.href && (
                <Link href={data.href} className={buttonClass("primary")}>
                  <ArrowUpRight aria-hidden size={15} />
                  {t("goToSource")}
                </Link>
              )}
            </>
          )
        }
      >
        {data ? <Copy item={data} /> : isError ? <ErrorState onRetry={() => void refetch()} /> : <PanelSkeleton />}
      </SheetContent>
    </Sheet>
  );
}

function Copy({ item }: { item: CollectedDetailDto }) {
  const t = useTranslations("personal.collected");
  const citations = item.parts.flatMap((part) => (part.type === "citation" ? [part.citation] : []));
  const whole = item.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  const text = numberedText(whole, citations);
  return (
    <div>
      {item.href === null && item.kind === "answer" && (
        <p className="mb-4 rounded-sm bg-subtle px-3 py-2 text-fg-2 text-sm">{t("sourceGone")}</p>
      )}
      {item.note && (
        <section aria-label={t("note.label")} className="mb-4 rounded-sm border-primary border-l-2 bg-subtle px-3 py-2">
          <h3 className="text-fg-3 text-xs">{t("note.label")}</h3>
          <p className="whitespace-pre-wrap break-words text-sm">{item.note}</p>
        </section>
      )}
      {item.kind === "prompt" ? (
        <p className="whitespace-pre-wrap break-words text-sm">{text}</p>
      ) : (
        <LazyMarkdown text={text} isLive={false} />
      )}
      <Sources citations={citations} />
      <div className="-ml-1.5 mt-2">
        <CopyButton text={text} />
      </div>
    </div>
  );
}

/** Passages an answer stood on, by the numbers in its text. */
function Sources({ citations }: { citations: readonly Citation[] }) {
  const t = useTranslations("personal.collected");
  const byNumber = [...new Map(citations.map((citation) => [citation.number, citation])).values()];
  if (byNumber.length === 0) return null;
  return (
    <section aria-label={t("sources")} className="mt-5 border-t pt-4">
      <h3 className="mb-2 font-semibold text-sm">{t("sources")}</h3>
      <ol className="space-y-2 text-sm">
        {byNumber.map(({ number, fileName, quote }) => (
          <li key={number} className="flex gap-2">
            <span className="tnum shrink-0 text-fg-3">[{number}]</span>
            <span className="min-w-0">
              <span className="break-words">{fileName}</span>
              {quote && <span className="line-clamp-3 break-words text-fg-3 text-xs">{quote}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
