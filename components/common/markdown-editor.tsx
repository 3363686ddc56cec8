"use client";

import { useTranslations } from "next-intl";
import { lazy, useDeferredValue } from "react";
import { cn } from "@/components/ui/cn";
import { Textarea } from "@/components/ui/textarea";
import { LazyBoundary } from "./lazy-boundary";

const DocumentText = lazy(() => import("./document-text").then((m) => ({ default: m.DocumentText })));

interface MarkdownEditorProps {
  id: string;
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  label: string;
  maxLength: number;
  /** Shown in the preview while nothing is written. */
  fallback?: string;
  invalid?: boolean;
  disabled?: boolean;
  describedBy?: string;
  className?: string;
}

/** Markdown beside what it becomes. */
export function MarkdownEditor({
  id,
  value,
  onChange,
  onBlur,
  label,
  maxLength,
  fallback = "",
  invalid,
  disabled,
  describedBy,
  className = "h-80",
}: MarkdownEditorProps) {
  const t = useTranslations("common.markdown");
  const shown = useDeferredValue(value.trim() ? value : fallback);
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      <Textarea
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        value={value}
        invalid={invalid}
        disabled={disabled}
        maxLength={maxLength}
        spellCheck={false}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
        className={cn("resize-none font-mono leading-6", className)}
      />
      <section
        aria-label={t("preview")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className={cn("overflow-y-auto rounded-sm border bg-subtle px-4 py-2", className)}
      >
        <LazyBoundary onFailure={() => undefined}>
          <DocumentText markdown={shown} className="text-sm" />
        </LazyBoundary>
      </section>
    </div>
  );
}
