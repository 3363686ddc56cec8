"use client";

import { FileText, Plus, Rows3, SplitSquareVertical, TextQuote, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { MoveButtons } from "@/components/common/move-buttons";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Field, fieldMessageId } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { SEPARATORS_MAX, SLICE_TOKENS } from "@/lib/features/knowledge/limits";
import type { SegmentationProblem } from "@/lib/features/knowledge/segmentation-problems";
import type { Segmentation } from "@/lib/retrieval/types";

interface SegmentationFieldsProps {
  value: Segmentation;
  onChange: (value: Segmentation) => void;
  /** By field, as `segmentationProblems` tells them. */
  problems?: Readonly<Record<string, SegmentationProblem>>;
  disabled?: boolean;
}

const MODES = [
  { mode: "single", icon: Rows3 },
  { mode: "multi", icon: SplitSquareVertical },
  { mode: "separator", icon: TextQuote },
  { mode: "none", icon: FileText },
] as const;
/** What the slider reaches; more can be typed. */
const SLIDER_MAX = 1024;

/** How a file is cut (spec 3): mode, lengths in tokens, separators. */
export function SegmentationFields({ value, onChange, problems = {}, disabled }: SegmentationFieldsProps) {
  const t = useTranslations("knowledge-slices.fields");
  const id = useId();
  const { mode, maxTokens, overlap, childTokens, separators = [] } = value;
  const error = (field: string) => (problems[field] ? t(`problem.${problems[field]}`) : undefined);
  const change = (patch: Partial<Segmentation>) => onChange({ ...value, ...patch });
  return (
    <div className="space-y-5">
      <fieldset disabled={disabled}>
        <legend id={`${id}-mode`} className="mb-1.5 text-sm text-fg-2">
          {t("mode")}
        </legend>
        <div className="grid grid-cols-4 gap-2">
          {MODES.map(({ mode: one, icon: Icon }) => (
            <label
              key={one}
              className={cn(
                "flex min-h-14 cursor-pointer flex-col items-center justify-center gap-1 rounded-sm border px-1 text-center text-sm has-focus-visible:outline-2 has-focus-visible:outline-ring",
                mode === one
                  ? "border-primary bg-primary-soft font-medium text-primary-ink"
                  : "border-border-strong text-fg-2",
                disabled && "cursor-default opacity-70",
              )}
            >
              <input
                type="radio"
                name={`${id}-mode`}
                checked={mode === one}
                onChange={() =>
                  change({
                    mode: one,
                    ...(one === "separator" && separators.length === 0 && { separators: [{ text: "\n\n" }] }),
                  })
                }
                className="sr-only"
              />
              <Icon aria-hidden size={18} strokeWidth={1.5} />
              {t(`modes.${one}`)}
            </label>
          ))}
        </div>
        <p className="mt-1.5 text-xs text-fg-3">{t(`about.${mode}`)}</p>
      </fieldset>
      {mode !== "none" && (
        <Tokens
          label={t(mode === "multi" ? "parentTokens" : "maxTokens")}
          value={maxTokens}
          min={SLICE_TOKENS.min}
          error={error("maxTokens")}
          disabled={disabled}
          onChange={(tokens) => change({ maxTokens: tokens })}
        />
      )}
      {mode === "multi" && (
        <Tokens
          label={t("childTokens")}
          value={childTokens ?? Math.ceil(maxTokens / 4)}
          min={SLICE_TOKENS.min}
          max={maxTokens || SLIDER_MAX}
          error={error("childTokens")}
          disabled={disabled}
          onChange={(tokens) => change({ childTokens: tokens })}
        />
      )}
      {mode === "single" && (
        <Tokens
          label={t("overlap")}
          hint={t("overlapHint")}
          value={overlap}
          min={0}
          max={Math.floor((maxTokens || SLIDER_MAX) / 2)}
          error={error("overlap")}
          disabled={disabled}
          onChange={(tokens) => change({ overlap: tokens })}
        />
      )}
      {mode === "separator" && (
        <Separators
          value={separators}
          error={error}
          disabled={disabled}
          onChange={(next) => change({ separators: next })}
        />
      )}
      {mode !== "none" && (
        <div>
          <label htmlFor={`${id}-by-rows`} className="flex w-fit items-center gap-2 text-sm">
            <Checkbox
              id={`${id}-by-rows`}
              checked={value.rows ?? false}
              disabled={disabled}
              aria-describedby={`${id}-rows`}
              onCheckedChange={(checked) => change({ rows: checked || undefined })}
            />
            {t("rows")}
          </label>
          <p id={`${id}-rows`} className="mt-1 text-xs text-fg-3">
            {t("rowsHint")}
          </p>
        </div>
      )}
    </div>
  );
}

interface TokensProps {
  label: string;
  hint?: string;
  value: number;
  min: number;
  max?: number;
  error?: string;
  disabled?: boolean;
  onChange: (tokens: number) => void;
}

/** A length: slider and number together (design 7.2). */
function Tokens({ label, hint, value, min, max = SLIDER_MAX, error, disabled, onChange }: TokensProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="flex items-center gap-3">
        <input
          type="range"
          aria-label={label}
          min={min}
          max={max}
          value={Number.isFinite(value) ? value : min}
          disabled={disabled}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className="h-6 min-w-0 flex-1 accent-(--primary)"
        />
        <Input
          id={id}
          type="number"
          inputMode="numeric"
          min={min}
          value={Number.isFinite(value) ? value : ""}
          invalid={Boolean(error)}
          disabled={disabled}
          aria-describedby={fieldMessageId(id, error, hint)}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className="w-20"
        />
      </div>
    </Field>
  );
}

type Separator = NonNullable<Segmentation["separators"]>[number];

interface SeparatorsProps {
  value: readonly Separator[];
  error: (field: string) => string | undefined;
  disabled?: boolean;
  onChange: (value: Separator[]) => void;
}

/** Line breaks are typed as `\n`: nobody sees them otherwise. */
const shown = (text: string) => text.replaceAll("\n", "\\n").replaceAll("\t", "\\t");
const typed = (text: string) => text.replaceAll("\\n", "\n").replaceAll("\\t", "\t");

function Separators({ value, error, disabled, onChange }: SeparatorsProps) {
  const t = useTranslations("knowledge-slices.fields");
  const id = useId();
  const replace = (at: number, patch: Partial<Separator>) =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...patch } : one)));
  const move = (at: number, by: 1 | -1) => {
    const next = [...value];
    [next[at], next[at + by]] = [next[at + by]!, next[at]!];
    onChange(next);
  };
  const general = error("separators");
  return (
    <div>
      <p id={id} className="mb-1.5 text-sm text-fg-2">
        {t("separators")}
      </p>
      <ul aria-labelledby={id} className="divide-y rounded-sm border border-border-strong">
        {value.map((separator, at) => {
          const wrong = error(`separators.${at}.text`);
          const name = t("separator", { number: at + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than their order
            <li key={at} className="p-1.5">
              <div className="flex items-center gap-1">
                <Input
                  aria-label={name}
                  value={separator.regex ? separator.text : shown(separator.text)}
                  invalid={Boolean(wrong)}
                  disabled={disabled}
                  aria-describedby={wrong ? `${id}-${at}` : undefined}
                  onChange={(event) =>
                    replace(at, { text: separator.regex ? event.target.value : typed(event.target.value) })
                  }
                  className="min-w-0 flex-1 font-mono"
                />
                <MoveButtons
                  small
                  labels={{ up: t("up", { name }), down: t("down", { name }) }}
                  can={{ up: !disabled && at > 0, down: !disabled && at < value.length - 1 }}
                  onMove={(by) => move(at, by)}
                />
                <IconButton
                  icon={X}
                  size={24}
                  iconSize={14}
                  label={t("remove", { name })}
                  disabled={disabled}
                  onClick={() => onChange(value.filter((_, index) => index !== at))}
                />
              </div>
              <label htmlFor={`${id}-${at}-regex`} className="mt-1 flex w-fit items-center gap-1.5 text-xs text-fg-2">
                <Checkbox
                  id={`${id}-${at}-regex`}
                  checked={separator.regex ?? false}
                  disabled={disabled}
                  onCheckedChange={(checked) =>
                    replace(at, {
                      regex: checked || undefined,
                      text: checked ? shown(separator.text) : typed(separator.text),
                    })
                  }
                />
                {t("regex")}
              </label>
              {wrong && (
                <p id={`${id}-${at}`} className="mt-1 text-xs text-danger-ink">
                  {wrong}
                </p>
              )}
            </li>
          );
        })}
        {value.length < SEPARATORS_MAX && (
          <li>
            <button
              type="button"
              disabled={disabled}
              onClick={() => onChange([...value, { text: "" }])}
              className="flex h-8 w-full items-center gap-1.5 px-2 text-sm text-primary-ink hover:bg-muted disabled:text-fg-4 pointer-coarse:h-11"
            >
              <Plus aria-hidden size={14} />
              {t("add")}
            </button>
          </li>
        )}
      </ul>
      <p className={cn("mt-1 text-xs", general ? "text-danger-ink" : "text-fg-3")}>{general ?? t("separatorsHint")}</p>
    </div>
  );
}
