"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useField } from "@/components/form/use-field";
import { cn } from "@/components/ui/cn";
import { Label } from "@/components/ui/label";
import { DOMAINS_MAX, type DomainLine, domainsOf, readDomains } from "@/lib/web/domains";

/** Of the editor, rem: a line is as high as one of the text beside it. */
const LINE = 1.625;
const LINES_MIN = 6;
const LINES_SHOWN = 12;

interface DomainEditorProps {
  name: "lines";
  disabled?: boolean;
}

/** The domains of a source, one a line, each with what was done to it (spec C2). Stands inside a `FormProvider`. */
export function DomainEditor({ name, disabled }: DomainEditorProps) {
  const t = useTranslations("search-sources");
  const { id, field, error, aria } = useField<{ lines: string }>({
    name,
    label: t("form.domains"),
    hint: t("form.domainsHint"),
  });
  const numbers = useRef<HTMLDivElement>(null);
  const text = field.value ?? "";
  const lines = readDomains(text);
  const written = Math.max(LINES_MIN, text.split("\n").length);
  const height = `${Math.min(LINES_SHOWN, written) * LINE}rem`;
  const count = domainsOf(lines).length;
  const isOver = lines.some(({ note }) => note === "over");
  const byNumber = new Map(lines.map((line) => [line.number, line]));
  return (
    <div className="min-w-0">
      <div className="flex items-baseline gap-2">
        <Label htmlFor={id} required>
          {t("form.domains")}
        </Label>
        <span className="text-fg-3 text-xs">{t("form.perLine")}</span>
        <span className={cn("tnum ml-auto text-xs", isOver ? "font-medium text-danger-ink" : "text-fg-3")}>
          {t("form.count", { count, max: DOMAINS_MAX })}
        </span>
      </div>
      <div
        className={cn(
          "relative overflow-hidden rounded-sm border bg-background focus-within:outline-2 focus-within:outline-primary focus-within:outline-offset-1",
          error ? "border-danger" : "border-input",
        )}
        style={{ height }}
      >
        <div ref={numbers} aria-hidden className="pointer-events-none absolute inset-x-0 top-0 z-1">
          {Array.from({ length: written }, (_, at) => at + 1).map((number) => (
            <LineNotes key={number} number={number} line={byNumber.get(number)} />
          ))}
        </div>
        <textarea
          {...aria}
          id={id}
          name={field.name}
          ref={field.ref}
          disabled={disabled}
          value={text}
          maxLength={20_000}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          aria-required
          aria-invalid={Boolean(error)}
          onBlur={field.onBlur}
          onChange={(event) => field.onChange(event.target.value)}
          onScroll={({ currentTarget }) => {
            if (numbers.current) numbers.current.style.transform = `translateY(-${currentTarget.scrollTop}px)`;
          }}
          className="relative block size-full resize-none bg-transparent pr-44 pl-11 font-mono text-sm outline-none max-md:pr-32"
          style={{ lineHeight: `${LINE}rem` }}
        />
      </div>
      <ul className="sr-only" aria-live="polite">
        {lines.map((line) => (
          <NoteLine key={line.number} line={line} />
        ))}
      </ul>
      <p id={`${id}-message`} className={cn("mt-1 text-xs", error ? "text-danger-ink" : "text-fg-3")}>
        {error ?? t("form.domainsHint")}
      </p>
    </div>
  );
}

/** The number before a line and the note behind it. */
function LineNotes({ number, line }: { number: number; line: DomainLine | undefined }) {
  const noteOf = useNote();
  const note = line?.note;
  return (
    <div className="flex items-center gap-2 pr-2.5 text-xs" style={{ height: `${LINE}rem` }}>
      <span className="tnum w-8 shrink-0 text-right text-fg-4">{number}</span>
      {line && (
        <span
          className={cn(
            "ml-auto max-w-44 truncate bg-background pl-2 max-md:max-w-28",
            note === "invalid" || note === "over"
              ? "text-danger-ink"
              : note === "stripped" || note === "duplicate"
                ? "text-warning-ink"
                : "text-fg-3",
            note === "idn" && "font-mono",
          )}
        >
          {noteOf(line)}
        </span>
      )}
    </div>
  );
}

function NoteLine({ line }: { line: DomainLine }) {
  const noteOf = useNote();
  return (
    <li>
      {line.number}: {noteOf(line)}
    </li>
  );
}

function useNote(): (line: DomainLine) => string {
  const t = useTranslations("search-sources.note");
  return ({ note, repeats, domain }) => {
    if (note === "idn") return domain ?? "";
    if (note === "duplicate") return t("duplicate", { line: repeats ?? 0 });
    if (note === "over") return t("over", { max: DOMAINS_MAX });
    return t(note);
  };
}
