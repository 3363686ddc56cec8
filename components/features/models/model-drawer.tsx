"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useController, useWatch } from "react-hook-form";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useMoments } from "@/components/common/use-moments";
import { FormDrawer } from "@/components/form/form-drawer";
import { FormFailure } from "@/components/form/form-failure";
import { useNamedField } from "@/components/form/named-fields";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { TextareaField } from "@/components/form/textarea-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Checkbox } from "@/components/ui/checkbox";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { CHAT_TYPES, MODEL_ABILITIES, MODEL_TYPES, type ModelAbility } from "@/lib/config/model-kinds";
import type { EditedModel, ModelDetailDto, ModelDto } from "@/lib/features/models/dto";
import { detailQuery, useModelActions } from "@/lib/features/models/hooks";
import { modelForm } from "@/lib/features/models/schema";
import { toImageForm, toImageOptions } from "@/lib/models/image-schema";
import { ChannelList } from "./channel-list";
import { ImageSection } from "./image-section";
import { ModelState } from "./model-state";
import { ProbeSection } from "./probe-section";
import { VisibilityFields } from "./visibility-fields";

interface ModelDrawerProps {
  model: ModelDto;
  /** Where channels and prices are edited; null for people who may not. */
  gatewayHref: string | null;
  onClose: () => void;
}

/** Everything about one model: names, type, sizes, abilities with their probes, who sees it, its channels. */
export function ModelDrawer(props: ModelDrawerProps) {
  const t = useTranslations("models");
  const { data, error } = useQuery(detailQuery(props.model.id));
  if (data) return <ModelForm {...props} detail={data} />;
  return (
    <Sheet open onOpenChange={(open) => !open && props.onClose()}>
      <SheetContent title={t("drawer.model")} meta={props.model.name}>
        {error ? <FormFailure error={error} /> : <PanelSkeleton />}
      </SheetContent>
    </Sheet>
  );
}

function ModelForm({ model, detail, gatewayHref, onClose }: ModelDrawerProps & { detail: ModelDetailDto }) {
  const t = useTranslations("models");
  const { edit } = useModelActions();
  const form = useZodForm(modelForm, valuesOf(detail.edited));
  const [type, abilities] = useWatch({ control: form.control, name: ["type", "abilities"] });
  const saving = useSaveForm(form, {
    revision: detail.revision,
    toValues: valuesOf,
    save: ({ contextWindow = null, maxOutputTokens = null, imageOptions, ...values }, revision) => {
      const options = type === "image" ? toImageOptions(imageOptions) : undefined;
      return edit.mutateAsync({
        ...{ id: model.id, revision, ...values, contextWindow, maxOutputTokens },
        imageOptions: options,
      });
    },
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t("drawer.model")} meta={model.name} saving={saving} onClose={onClose}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <ModelState model={model} isTesting={false} />
        {model.checkedAt && <CheckedAt at={model.checkedAt} />}
      </div>
      <TextField name="name" label={t("form.name")} required maxLength={120} autoComplete="off" />
      <TextField name="upstreamModel" label={t("form.upstream")} required maxLength={120} autoComplete="off" />
      <SelectField
        name="type"
        label={t("form.type")}
        required
        options={MODEL_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="contextWindow" kind="number" label={t("form.context")} inputMode="numeric" />
        <TextField name="maxOutputTokens" kind="number" label={t("form.output")} inputMode="numeric" />
      </div>
      <Abilities />
      <TextareaField name="description" label={t("form.description")} maxLength={500} rows={3} />
      {CHAT_TYPES.includes(type) && (
        <ProbeSection
          modelId={model.id}
          probes={detail.probes}
          abilities={abilities}
          onTakeOver={(found) => form.setValue("abilities", found, { shouldDirty: true })}
        />
      )}
      {type === "image" && <ImageSection known={detail.knownImageOptions} />}
      <VisibilityFields detail={detail} />
      <ChannelList channels={detail.channels} gatewayHref={gatewayHref} />
    </FormDrawer>
  );
}

function valuesOf({ contextWindow, maxOutputTokens, imageOptions, ...edited }: EditedModel) {
  const sizes = { contextWindow: contextWindow ?? undefined, maxOutputTokens: maxOutputTokens ?? undefined };
  return { ...edited, ...sizes, imageOptions: imageOptions && toImageForm(imageOptions) };
}

function CheckedAt({ at }: { at: string }) {
  const t = useTranslations("models");
  const moments = useMoments();
  const time = moments.minute(at);
  return <span className="tnum text-fg-3 text-xs">{t("form.checkedAt", { time })}</span>;
}

function Abilities() {
  const t = useTranslations("models");
  const id = useId();
  const { field } = useController<{ abilities: ModelAbility[] }, "abilities">({ name: "abilities" });
  useNamedField("abilities", {
    label: t("form.abilities"),
    show: (ability) => t(`ability.${ability as ModelAbility}`),
  });
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm">{t("form.abilities")}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {MODEL_ABILITIES.map((ability) => (
          <span key={ability} className="flex items-center gap-2 text-sm">
            <Checkbox
              id={`${id}-${ability}`}
              checked={field.value.includes(ability)}
              onCheckedChange={(checked) =>
                field.onChange(checked ? [...field.value, ability] : field.value.filter((value) => value !== ability))
              }
            />
            <label htmlFor={`${id}-${ability}`}>{t(`ability.${ability}`)}</label>
          </span>
        ))}
      </div>
    </fieldset>
  );
}
