"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { DocumentPicture } from "@/components/common/document-picture";
import { EmptyState } from "@/components/common/empty-state";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { Spinner } from "@/components/ui/spinner";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import type { OwnRetrieval } from "@/lib/config/knowledge-retrieval";
import { isSame } from "@/lib/editing/differences";
import type { LookDto } from "@/lib/features/knowledge/retrieval-dto";
import { retrievalPreviewQuery } from "@/lib/features/knowledge/retrieval-hooks";

/** A setting that is being moved is looked at when it rests, milliseconds. */
const REST_MS = 500;

interface QuestionLookProps {
  baseId: string;
  /** As they stand on the screen. */
  settings: OwnRetrieval;
  isValid: boolean;
  /** Another one after each save. */
  saved: string;
  className?: string;
}

/** What a question finds by the saved settings and by those on the screen, and what left each slice out (spec G1). */
export function QuestionLook({ baseId, settings, isValid, saved, className }: QuestionLookProps) {
  const t = useTranslations("knowledge-settings.look");
  const [typed, setTyped] = useState("");
  const [question, setQuestion] = useState("");
  const [shown, setShown] = useState<"saved" | "draft">("draft");
  const [tried, setTried] = useState(settings);
  // A model that reads along costs with each look: then the person says when.
  const isPaid = Boolean(settings.filterModelId || settings.selectModelId);
  const isOther = !isSame(settings, tried);
  useEffect(() => {
    if (!isOther || !isValid || isPaid) return;
    const timer = setTimeout(() => setTried(settings), REST_MS);
    return () => clearTimeout(timer);
  }, [isOther, isValid, isPaid, settings]);
  const { data, error, isFetching } = useQuery(retrievalPreviewQuery(baseId, question, tried, saved));
  const isOld = isFetching || isOther;
  const looks = data ? ([["saved", data.saved], ...(data.draft ? [["draft", data.draft] as const] : [])] as const) : [];
  return (
    <section aria-label={t("title")} className={cn("flex min-h-0 min-w-0 flex-1 flex-col", className)}>
      <form
        className="flex shrink-0 gap-2 border-b p-3 md:px-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) setTried(settings);
          setQuestion(typed.trim());
        }}
      >
        <Input
          aria-label={t("question")}
          placeholder={t("question")}
          value={typed}
          maxLength={CHAT_INPUT_MAX.other}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" disabled={typed.trim() === ""}>
          <Search aria-hidden size={15} strokeWidth={1.75} className="text-fg-2" />
          {t("try")}
        </Button>
      </form>
      {looks.length > 1 && (
        <div className="shrink-0 border-b p-2 xl:hidden">
          <Segmented
            aria-label={t("which")}
            value={shown}
            onValueChange={setShown}
            options={[
              { value: "saved", label: t("saved") },
              { value: "draft", label: t("draft") },
            ]}
          />
        </div>
      )}
      {question && isOther && isPaid && <p className="shrink-0 border-b px-5 py-2 text-fg-3 text-xs">{t("again")}</p>}
      <div className="shrink-0 empty:hidden [&>p]:rounded-none">{question && <FormFailure error={error} />}</div>
      {!question ? (
        <EmptyState title={t("empty")} description={t("emptyText")} />
      ) : data ? (
        <div
          aria-live="polite"
          aria-busy={isFetching}
          className={cn("flex min-h-0 flex-1 divide-x", isOld && "opacity-60")}
        >
          {looks.map(([which, look]) => (
            <Look
              key={which}
              title={t(which)}
              look={look}
              className={cn(looks.length > 1 && shown !== which && "max-xl:hidden")}
            />
          ))}
        </div>
      ) : (
        isFetching && (
          <p className="flex items-center gap-2 p-5 text-fg-3 text-sm">
            <Spinner size={14} />
            {t("searching")}
          </p>
        )
      )}
    </section>
  );
}

type Slice = LookDto["slices"][number];

function Look({ title, look, className }: { title: string; look: LookDto; className?: string }) {
  const t = useTranslations("knowledge-settings.look");
  const { slices, queries, rewriting, failed } = look;
  const selected = slices.filter(({ cut, neighbourOf }) => cut === null && neighbourOf === null);
  const around = Map.groupBy(
    slices.filter(({ neighbourOf }) => neighbourOf !== null),
    ({ neighbourOf }) => neighbourOf!,
  );
  const cuts = Map.groupBy(
    slices.filter(({ cut }) => cut !== null),
    ({ cut }) => cut!,
  );
  const besides = slices.length - selected.length - [...cuts.values()].flat().length;
  return (
    <section aria-label={title} className={cn("min-w-0 flex-1 overflow-y-auto", className)}>
      <header className="sticky top-0 border-b bg-background px-4 py-2.5 md:px-5">
        <h2 className="font-semibold text-sm">{title}</h2>
        <p className="tnum text-fg-3 text-xs">
          {t("counts", { selected: selected.length, besides, total: selected.length + besides })}
        </p>
        {queries.length > 1 && (
          <p className="wrap-anywhere text-fg-3 text-xs">{t("queries", { queries: queries.join(" · ") })}</p>
        )}
        {(rewriting === "failed" || rewriting === "noModel") && (
          <p className="text-warning-ink text-xs">{t(`rewriting.${rewriting}`)}</p>
        )}
        {failed.map((helper) => (
          <p key={helper} className="text-warning-ink text-xs">
            {t(`failed.${helper}`)}
          </p>
        ))}
      </header>
      {selected.length === 0 && <p className="px-5 py-4 text-fg-3 text-sm">{t("nothing")}</p>}
      <ol className="divide-y px-4 md:px-5">
        {selected.map((slice) => {
          const stretch = [slice, ...(around.get(slice.sliceId) ?? [])].sort((a, b) => a.from - b.from);
          return (
            <li key={slice.sliceId} className="py-1">
              {stretch.map((one) => (
                <SliceLine key={one.sliceId} slice={one} look={one === slice ? "selected" : "beside"} />
              ))}
            </li>
          );
        })}
      </ol>
      {[...cuts].map(([cut, left]) => (
        <div key={cut} className="px-4 md:px-5">
          <p className="flex items-center gap-3 py-2 text-fg-3 text-xs before:flex-1 before:border-t before:border-dashed after:flex-1 after:border-t after:border-dashed">
            {t(`cut.${cut}`, { count: left.length })}
          </p>
          <ol className="divide-y">
            {left.map((slice) => (
              <li key={slice.sliceId}>
                <SliceLine slice={slice} look="left" />
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

function SliceLine({ slice, look }: { slice: Slice; look: "selected" | "beside" | "left" }) {
  const t = useTranslations("knowledge-settings.look");
  const { fileName, versionId, page, text, picture, score } = slice;
  return (
    <div className={cn("flex gap-3 py-1.5", look !== "selected" && "text-fg-3")}>
      <span className={cn("tnum w-12 shrink-0 text-right text-sm", look === "selected" && "font-semibold")}>
        {look === "beside" ? <span className="text-xs">{t("beside")}</span> : score.toFixed(2)}
      </span>
      <div className="min-w-0 flex-1">
        {look !== "beside" && <p className="truncate text-xs text-fg-3">{t("place", { name: fileName, page })}</p>}
        <p className="wrap-anywhere line-clamp-3 text-sm">{text}</p>
      </div>
      {picture && (
        <DocumentPicture versionId={versionId} name={picture} alt="" className="h-11 w-16 shrink-0 rounded-xs border" />
      )}
    </div>
  );
}
