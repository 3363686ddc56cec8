"use client";

import { Eye } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { LazyMarkdown } from "@/components/chat/lazy-markdown";
import { useScreens } from "@/components/features/knowledge/screens";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { numberedText } from "@/lib/citations/numbered";
import { citedDocumentHref } from "@/lib/features/knowledge/paths";
import type { OpenedAnswerDto } from "@/lib/features/knowledge-operations/usage-dto";

interface OpenedAnswerProps {
  /** The call that opens it: that somebody read it is written down, so it takes a press of its own. */
  opening: { data: OpenedAnswerDto | undefined; error: Error | null; isPending: boolean };
  onOpen: () => void;
}

/** A question and its answer once they were opened, with what it cites as the reader may see it. */
export function OpenedAnswer({ opening: { data, error, isPending }, onOpen }: OpenedAnswerProps) {
  const t = useTranslations("knowledge-operations-usage.answer");
  return (
    <section aria-label={t("title")} className="space-y-3">
      <h3 className="font-semibold text-base">{t("title")}</h3>
      {data ? (
        <>
          {data.isTold && (
            <p role="status" className="text-fg-3 text-xs">
              {t("told")}
            </p>
          )}
          <div className="rounded-md border">
            <p className="wrap-anywhere whitespace-pre-wrap border-b bg-subtle px-4 py-3 text-sm">
              <span className="sr-only">{t("question")}: </span>
              {data.question}
            </p>
            <div className="px-4 py-3">
              {data.answer ? (
                <LazyMarkdown text={numberedText(data.answer, data.citations)} />
              ) : (
                <p className="text-fg-3 text-sm">{t("noText")}</p>
              )}
              <Sources citations={data.citations} />
            </div>
          </div>
        </>
      ) : (
        <>
          <p className="text-fg-3 text-sm">{t("hint")}</p>
          <Button icon={Eye} loading={isPending} onClick={onOpen}>
            {t("open")}
          </Button>
        </>
      )}
      <FormFailure error={error} />
    </section>
  );
}

/** Each passage once, by its number. */
function Sources({ citations }: Pick<OpenedAnswerDto, "citations">) {
  const t = useTranslations("knowledge-operations-usage.answer");
  const hasPreview = useScreens(["/knowledge-center/doc-preview"]).length > 0;
  const numbers = new Map(citations.map((citation) => [citation.number, citation]));
  if (numbers.size === 0) return null;
  return (
    <ol aria-label={t("sources")} className="mt-3 space-y-1.5 border-t pt-3 text-xs">
      {[...numbers.values()].map(({ number, fileName, versionId, quote }) => (
        <li key={number} className="wrap-anywhere">
          <span className="tnum text-fg-3">[{number}]</span>{" "}
          {fileName === "" ? (
            <span className="text-fg-3">{t("hidden")}</span>
          ) : hasPreview ? (
            <Link href={citedDocumentHref(versionId)} className="text-primary-ink hover:underline">
              {fileName}
            </Link>
          ) : (
            fileName
          )}
          {quote && <q className="line-clamp-3 pl-5 text-fg-3">{quote}</q>}
        </li>
      ))}
    </ol>
  );
}
