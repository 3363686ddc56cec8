"use client";

import { BadgeCheck } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { reportFailure } from "@/lib/client/report-failure";
import { QA_ANSWER_MAX, QA_QUESTION_MAX } from "@/lib/features/knowledge/limits";
import { qaHref } from "@/lib/features/knowledge/paths";
import { useFindingActions } from "@/lib/features/knowledge-operations/findings-hooks";
import type { OpenedAnswerDto } from "@/lib/features/knowledge-operations/usage-dto";
import { cut } from "@/lib/text/storable";
import type { FindingMakerProps } from "./finding-makers";

const QaDrawer = lazy(() =>
  import("@/components/features/knowledge/qa/qa-drawer").then((module) => ({ default: module.QaDrawer })),
);
/** Marks of citations: a pair has its places beside its words. */
const MARKS = /\s*\[\^c\d+\]/g;

/** One click from an answer to a pair that answers from then on, with a look at its words between (spec H4). */
export function QaMaker({ finding: { id, base, kind, qaId, closed }, opened }: FindingMakerProps) {
  const t = useTranslations("knowledge-operations-usage.findings.qa");
  const { open, makeQa } = useFindingActions(id);
  const [words, setWords] = useState<OpenedAnswerDto | null>(null);
  if (qaId) {
    return (
      <Link href={qaHref(base.id)} className={buttonClass()}>
        <BadgeCheck aria-hidden size={15} strokeWidth={1.75} className="text-fg-2" />
        {t("open")}
      </Link>
    );
  }
  if (closed) return null;
  const begin = async () => {
    try {
      setWords(opened ?? (await open.mutateAsync()));
    } catch (error) {
      reportFailure(error);
    }
  };
  const close = () => setWords(null);
  return (
    <>
      <Button icon={BadgeCheck} loading={open.isPending} onClick={() => void begin()}>
        {t("make")}
      </Button>
      {words && (
        <LazyBoundary onFailure={close}>
          <LazyMessages areas={["knowledge", "knowledge-qa", "validation"]}>
            <QaDrawer
              baseId={base.id}
              id={null}
              begins={{
                question: cut(words.question, QA_QUESTION_MAX),
                // What is wrong with an answer is written anew.
                answer: kind === "good" ? cut(words.answer.replace(MARKS, ""), QA_ANSWER_MAX) : "",
              }}
              make={({ baseId: _, visibility: _v, grants: _g, ...qa }) => makeQa.mutateAsync({ ...qa, isActive: true })}
              onClose={close}
            />
          </LazyMessages>
        </LazyBoundary>
      )}
    </>
  );
}
