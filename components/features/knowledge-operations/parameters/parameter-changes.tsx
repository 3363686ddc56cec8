"use client";

import { ArrowRight } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import { isSame } from "@/lib/editing/differences";
import { RETRIEVAL_FIELDS } from "@/lib/features/knowledge/retrieval-form";
import { useParameterTexts } from "./use-parameter-texts";

interface ParameterChangesProps {
  before: RetrievalSettings;
  after: RetrievalSettings;
  className?: string;
}

/** Parameters that have another value in two settings. */
export const changedParameters = (before: RetrievalSettings, after: RetrievalSettings) =>
  RETRIEVAL_FIELDS.filter((name) => !isSame(before[name], after[name]));

/** What differs in two settings, a parameter a line: as it was, and as it becomes. */
export function ParameterChanges({ before, after, className }: ParameterChangesProps) {
  const texts = useParameterTexts();
  return (
    <dl className={cn("divide-y text-sm", className)}>
      {changedParameters(before, after).map((name) => (
        <div key={name} className="flex flex-wrap gap-x-3 py-1.5">
          <dt className="w-40 shrink-0 text-fg-3">{texts.label(name)}</dt>
          <dd className="tnum flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
            <del className="text-fg-3">{texts.value(name, before)}</del>
            <ArrowRight aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-fg-3" />
            <ins className="wrap-anywhere font-medium no-underline">{texts.value(name, after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
