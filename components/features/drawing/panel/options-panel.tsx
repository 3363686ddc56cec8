"use client";

import { Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useMoney } from "@/components/common/use-money";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Meter } from "@/components/ui/meter";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { IMAGE_SHAPES, type ImageShape } from "@/lib/config/image-kinds";
import type { DrawingModelDto, DrawingOptionsDto } from "@/lib/features/drawing/dto";
import { NEGATIVE_MAX, SEED_MAX } from "@/lib/features/drawing/limits";
import { countMaxOf, type DrawingSettings, fittedTo } from "@/lib/features/drawing/settings";
import { useLimit } from "../use-limit";
import { PromptField } from "./prompt-field";
import { References } from "./references";

interface OptionsPanelProps {
  settings: DrawingSettings;
  model: DrawingModelDto;
  options: DrawingOptionsDto;
  onChange: (settings: DrawingSettings) => void;
  /** A part of a picture is marked: repainting it is the first action, this one the second. */
  isSecond: boolean;
  isBusy: boolean;
  onDraw: () => void;
}

const BOX: Record<ImageShape, string> = { vertical: "h-5 w-3.5", square: "size-4.5", horizontal: "h-3.5 w-5" };

/** Prompt and options: those its model takes, and no others (spec E3). */
export function OptionsPanel({ settings, model, options, onChange, isSecond, isBusy, onDraw }: OptionsPanelProps) {
  const t = useTranslations("drawing");
  const id = useId();
  const limit = useLimit(options.limit);
  const money = useMoney();
  const { prompt, count, seed } = settings;
  const can = model.options;
  const set = (patch: Partial<DrawingSettings>) => onChange({ ...settings, ...patch });
  const countMax = countMaxOf(can);
  const shapes = IMAGE_SHAPES.filter((shape) => can.sizes[shape]);
  const refusal = limit.refusal(count);
  return (
    <form
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        onDraw();
      }}
    >
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto p-4 md:px-5">
        <PromptField value={prompt} onChange={(text) => set({ prompt: text })} canImprove={options.canImprove} />
        {can.negativePrompt && (
          <Field id={`${id}-negative`} label={t("negative.label")}>
            <Input
              id={`${id}-negative`}
              maxLength={NEGATIVE_MAX}
              placeholder={t("negative.placeholder")}
              value={settings.negativePrompt}
              onChange={({ target }) => set({ negativePrompt: target.value })}
            />
          </Field>
        )}
        {can.referencesMax > 0 && (
          <References
            ids={settings.referenceIds}
            max={can.referencesMax}
            onChange={(referenceIds) => set({ referenceIds })}
          />
        )}
        <Field id={`${id}-model`} label={t("model.label")} hint={abilitiesOf(model, t)}>
          <Select
            id={`${id}-model`}
            value={model.id}
            options={options.models.map((one) => ({ value: one.id, label: one.name }))}
            onValueChange={(modelId) => {
              const next = options.models.find((one) => one.id === modelId);
              if (next) onChange(fittedTo({ ...settings, modelId }, next.options));
            }}
            className="w-full"
          />
        </Field>
        {shapes.length > 0 && (
          <fieldset>
            <legend className="mb-1.5 flex w-full items-center text-sm text-fg-2">
              {t("size.label")}
              <span className="tnum ml-auto text-xs font-normal text-fg-3">
                {settings.size && can.sizes[settings.size]?.replace("x", " × ")}
              </span>
            </legend>
            <div className="grid grid-cols-3 gap-2">
              {shapes.map((shape) => (
                <button
                  key={shape}
                  type="button"
                  aria-pressed={settings.size === shape}
                  onClick={() => set({ size: shape })}
                  className={cn(
                    "flex h-13 flex-col items-center justify-center gap-1 rounded-sm border text-xs",
                    settings.size === shape
                      ? "border-primary bg-primary-soft font-medium text-primary-ink ring-1 ring-primary"
                      : "border-border-strong text-fg-2 hover:bg-muted",
                  )}
                >
                  <span aria-hidden className={cn("rounded-xs border-[1.5px] border-current", BOX[shape])} />
                  {t(`size.${shape}`)}
                </button>
              ))}
            </div>
          </fieldset>
        )}
        <div className="flex flex-wrap gap-x-6 gap-y-4">
          {settings.quality && (
            <Choice label={t("quality.label")}>
              <Segmented
                aria-label={t("quality.label")}
                value={settings.quality}
                onValueChange={(quality) => set({ quality })}
                options={can.qualities.map((value) => ({ value, label: t(`quality.${value}`) }))}
              />
            </Choice>
          )}
          {settings.style && (
            <Choice label={t("style.label")}>
              <Segmented
                aria-label={t("style.label")}
                value={settings.style}
                onValueChange={(style) => set({ style })}
                options={can.styles.map((value) => ({ value, label: t(`style.${value}`) }))}
              />
            </Choice>
          )}
          {countMax > 1 && (
            <Choice label={t("count.label")}>
              <div className="flex h-8 items-center rounded-sm border border-input pointer-coarse:h-11">
                <IconButton
                  icon={Minus}
                  label={t("count.less")}
                  disabled={count <= 1}
                  onClick={() => set({ count: count - 1 })}
                />
                <output aria-live="polite" className="tnum w-8 text-center text-sm">
                  {count}
                </output>
                <IconButton
                  icon={Plus}
                  label={t("count.more")}
                  disabled={count >= countMax}
                  onClick={() => set({ count: count + 1 })}
                />
              </div>
            </Choice>
          )}
          {can.seed && (
            <Field id={`${id}-seed`} label={t("seed.label")} className="w-32">
              <Input
                id={`${id}-seed`}
                inputMode="numeric"
                placeholder={t("seed.random")}
                data-tooltip={t("seed.hint")}
                value={seed ?? ""}
                onChange={({ target }) => set({ seed: seedOf(target.value) })}
              />
            </Field>
          )}
        </div>
      </div>
      <div className="shrink-0 space-y-2 border-t p-4 md:px-5 max-md:pb-[calc(16px+env(safe-area-inset-bottom))]">
        <div className="tnum flex items-center text-xs text-fg-2">
          <span>{limit.text ?? t("limit.none")}</span>
          {model.price && (
            <span className="ml-auto text-fg-3">
              {t("limit.cost", { cost: money(model.price.micros * count, model.price.currency) })}
            </span>
          )}
        </div>
        {limit.left !== null && limit.most !== null && (
          <Meter value={(100 * limit.left) / Math.max(1, limit.most)} label={t("limit.meter")} />
        )}
        {refusal && (
          <p role="status" className="text-xs text-warning-ink">
            {refusal}
          </p>
        )}
        <Button
          type="submit"
          variant={isSecond ? "default" : "primary"}
          loading={isBusy}
          disabled={prompt.trim() === "" || refusal !== null}
          className="w-full"
        >
          {t("draw", { count })}
        </Button>
      </div>
    </form>
  );
}

function Choice({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <div aria-hidden className="mb-1.5 text-sm text-fg-2">
        {label}
      </div>
      {children}
    </div>
  );
}

function seedOf(text: string): number | null {
  const digits = text.replace(/\D/g, "");
  return digits === "" ? null : Math.min(SEED_MAX, Number(digits.slice(0, 12)));
}

function abilitiesOf({ options }: DrawingModelDto, t: ReturnType<typeof useTranslations<"drawing">>): string {
  const abilities = [options.edit && t("model.edits"), options.referencesMax > 0 && t("model.takesReferences")];
  return abilities.filter(Boolean).join(" · ") || t("model.generates");
}
