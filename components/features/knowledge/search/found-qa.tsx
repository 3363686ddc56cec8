"use client";

import { BadgeCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DocumentText } from "@/components/common/document-text";
import { LazyMessages } from "@/components/common/lazy-messages";
import { useMoments, useWhen } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { FoundQaDto } from "@/lib/features/knowledge/qa-dto";

/** Characters of an answer that is shown whole. */
const SHORT = 600;

/** The curated answer to what is searched for, before all that was found in files. */
export function FoundQa({ qa }: { qa: FoundQaDto }) {
  return (
    <LazyMessages areas={["knowledge-qa"]}>
      <Found qa={qa} />
    </LazyMessages>
  );
}

function Found({ qa }: { qa: FoundQaDto }) {
  const t = useTranslations("knowledge-qa.found");
  const when = useWhen();
  const moments = useMoments();
  const [isOpen, setIsOpen] = useState(false);
  const { question, answer, author, updatedAt, validUntil, baseName } = qa;
  const isLong = answer.length > SHORT;
  return (
    <section aria-label={t("label")} className="border-b bg-subtle px-5 py-3 max-md:px-4">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="success" icon={BadgeCheck}>
          {t("label")}
        </Badge>
        <h2 className="min-w-0 wrap-anywhere font-semibold text-sm">{question}</h2>
      </div>
      <div className={cn("mt-1.5 text-sm", isLong && !isOpen && "max-h-40 overflow-hidden")}>
        <DocumentText markdown={answer} />
      </div>
      {isLong && (
        <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? "less" : "more")}
        </Button>
      )}
      <p className="mt-1.5 text-fg-3 text-xs">
        {[
          t("by", { author, when: when(updatedAt) }),
          validUntil && t("until", { day: moments.day(validUntil) }),
          baseName ? t("of", { base: baseName }) : t("ofCenter"),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </section>
  );
}
