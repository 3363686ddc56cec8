"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useController } from "react-hook-form";
import { ChecksField } from "@/components/form/checks-field";
import { SwitchField } from "@/components/form/switch-field";
import { TextField } from "@/components/form/text-field";
import { Switch } from "@/components/ui/switch";
import {
  IMAGE_COUNT_MAX,
  IMAGE_QUALITIES,
  IMAGE_REFERENCES_MAX,
  IMAGE_SHAPES,
  IMAGE_STYLES,
  type ImageOptions,
} from "@/lib/config/image-kinds";
import { type ImageOptionsForm, toImageForm } from "@/lib/models/image-schema";

const SWITCHES = ["negativePrompt", "seed", "edit", "mask"] as const;

/** What people are offered with an image model: what is known of it, or what an administrator sets (spec E3). */
export function ImageSection({ known }: { known: ImageOptions }) {
  const t = useTranslations("models.image");
  const id = useId();
  const { field } = useController<{ imageOptions: ImageOptionsForm | null }, "imageOptions">({ name: "imageOptions" });
  const isSet = field.value !== null;
  return (
    <section aria-labelledby={id} className="space-y-4 rounded-md border p-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 id={id} className="text-sm font-semibold">
            {t("title")}
          </h3>
          <p id={`${id}-hint`} className="mt-0.5 text-fg-3 text-xs">
            {t(isSet ? "hintSet" : "hint")}
          </p>
        </div>
        <Switch
          aria-label={t("byHand")}
          aria-describedby={`${id}-hint`}
          checked={isSet}
          onCheckedChange={(on) => field.onChange(on ? toImageForm(known) : null)}
        />
      </div>
      {isSet ? <Fields /> : <Known {...known} />}
    </section>
  );
}

function Fields() {
  const t = useTranslations("models.image");
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 text-fg-2 text-sm">{t("sizes")}</legend>
        <div className="grid gap-3 md:grid-cols-3">
          {IMAGE_SHAPES.map((shape) => (
            <TextField key={shape} name={`imageOptions.sizes.${shape}`} label={t(`shape.${shape}`)} maxLength={9} />
          ))}
        </div>
        <p className="mt-1 text-fg-3 text-xs">{t("sizesHint")}</p>
      </fieldset>
      <div className="grid gap-4 md:grid-cols-2">
        <ChecksField
          name="imageOptions.qualities"
          label={t("qualities")}
          options={IMAGE_QUALITIES.map((value) => ({ value, label: t(`quality.${value}`) }))}
        />
        <ChecksField
          name="imageOptions.styles"
          label={t("styles")}
          options={IMAGE_STYLES.map((value) => ({ value, label: t(`style.${value}`) }))}
        />
        <TextField
          name="imageOptions.countMax"
          kind="number"
          label={t("countMax", { max: IMAGE_COUNT_MAX })}
          inputMode="numeric"
          required
        />
        <TextField
          name="imageOptions.referencesMax"
          kind="number"
          label={t("referencesMax", { max: IMAGE_REFERENCES_MAX })}
          inputMode="numeric"
          required
        />
      </div>
      {SWITCHES.map((name) => (
        <SwitchField key={name} name={`imageOptions.${name}`} label={t(name)} hint={t(`${name}Hint`)} />
      ))}
    </>
  );
}

function Known({ sizes, qualities, styles, countMax, referencesMax, ...can }: ImageOptions) {
  const t = useTranslations("models.image");
  const shapes = IMAGE_SHAPES.flatMap((shape) => sizes[shape] ?? []);
  const facts = [
    ...shapes.map((size) => size.replace("x", " × ")),
    ...qualities.map((value) => t(`quality.${value}`)),
    ...styles.map((value) => t(`style.${value}`)),
    t("count", { count: countMax }),
    referencesMax > 0 && t("references", { count: referencesMax }),
    ...SWITCHES.map((name) => can[name] && t(name)),
  ];
  return <p className="tnum text-fg-2 text-sm">{facts.filter(Boolean).join(" · ")}</p>;
}
