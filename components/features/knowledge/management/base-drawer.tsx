"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { FormDrawer } from "@/components/form/form-drawer";
import { IconField } from "@/components/form/icon-field";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { TextareaField } from "@/components/form/textarea-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { grantsOf } from "@/lib/auth/grant-schema";
import { BASE_TYPES } from "@/lib/config/knowledge-kinds";
import type { CenterOfferDto } from "@/lib/features/knowledge/center-dto";
import { offerQuery, useOffers } from "@/lib/features/knowledge/center-hooks";
import type { BaseDetailDto } from "@/lib/features/knowledge/dto";
import { baseModelsQuery, useBaseActions } from "@/lib/features/knowledge/hooks";
import { BASE_DESCRIPTION_MAX, BASE_ICONS, BASE_NAME_MAX } from "@/lib/features/knowledge/limits";
import { type BaseForm, baseForm } from "@/lib/features/knowledge/schema";
import { BaseIcon } from "../base-icon";
import { useBaseHref } from "../use-base-href";
import { BaseVisibilityFields } from "../visibility/visibility-fields";

/** Stands for "the default": a choice needs a value. */
const DEFAULT_MODEL = "default";

interface BaseDrawerProps {
  /** Null makes a new one. */
  base: BaseDetailDto | null;
  onClose: () => void;
}

/** What a base is called, what it keeps, who sees it. Its kind and its model are chosen once. */
export function BaseDrawer(props: BaseDrawerProps) {
  const t = useTranslations("knowledge");
  const offer = useQuery(offerQuery);
  if (offer.data) return <Fields {...props} begins={offer.data.newBases} />;
  const title = props.base ? t("form.edit") : t("create");
  return (
    <LoadingDrawer title={title} isError={offer.isError} onRetry={() => void offer.refetch()} onClose={props.onClose} />
  );
}

function Fields({ base, onClose, begins }: BaseDrawerProps & { begins: CenterOfferDto["newBases"] }) {
  const t = useTranslations("knowledge");
  const router = useRouter();
  const hrefOf = useBaseHref();
  const { create, change } = useBaseActions();
  const isOffered = useOffers();
  const form = useZodForm(baseForm, base ? valuesOf(base) : firstValues(begins));
  const saving = useSaveForm(form, {
    revision: base?.revision,
    toValues: valuesOf,
    save: async ({ grants, type, embeddingModelId, ...values }, revision) => {
      const input = { ...values, grants: grantsOf(grants) };
      if (base) return change.mutateAsync({ id: base.id, revision, ...input });
      const model = embeddingModelId === DEFAULT_MODEL ? null : embeddingModelId;
      return create.mutateAsync({ ...input, type, embeddingModelId: model });
    },
    onSaved: ({ id }) => {
      // A new base is opened, to be filled.
      const href = base ? null : hrefOf({ id });
      if (href) router.push(href);
      else onClose();
    },
  });
  return (
    <FormDrawer title={base ? t("form.edit") : t("create")} meta={base?.name} saving={saving} onClose={onClose}>
      <TextField name="name" label={t("form.name")} required maxLength={BASE_NAME_MAX} autoComplete="off" />
      <TextareaField
        name="description"
        label={t("form.description")}
        hint={t("form.descriptionHint")}
        rows={3}
        maxLength={BASE_DESCRIPTION_MAX}
      />
      <IconField
        label={t("form.icon")}
        icons={BASE_ICONS}
        nameOf={(icon) => t(`form.icons.${icon}`)}
        draw={(icon) => <BaseIcon icon={icon} size={28} />}
      />
      {!base && (
        <SelectField
          name="type"
          label={t("type.label")}
          hint={t("form.typeHint")}
          options={BASE_TYPES.filter((type) => type !== "multimodal" || isOffered("multimodal")).map((type) => ({
            value: type,
            label: t(`type.${type}`),
          }))}
        />
      )}
      <BaseVisibilityFields isOwn={base?.isOwn ?? true} />
      {!base && <ModelField />}
    </FormDrawer>
  );
}

function ModelField() {
  const t = useTranslations("knowledge");
  const { data } = useQuery(baseModelsQuery);
  const byDefault = data?.items.find(({ id }) => id === data.defaultId);
  const first = byDefault ? t("form.defaultModelNamed", { model: byDefault.name }) : t("form.defaultModel");
  return (
    <SelectField
      name="embeddingModelId"
      label={t("form.model")}
      hint={data && data.items.length === 0 ? t("form.noModel") : t("form.modelHint")}
      options={[
        { value: DEFAULT_MODEL, label: first },
        ...(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

type Edited = Pick<BaseDetailDto, "name" | "description" | "icon" | "visibility" | "grants">;

const valuesOf = ({ name, description, icon, visibility, grants }: Edited): BaseForm => ({
  ...{ name, description, icon, visibility, grants },
  type: "general",
  embeddingModelId: DEFAULT_MODEL,
});

const firstValues = ({ visibility, embeddingModelId }: CenterOfferDto["newBases"]): BaseForm => ({
  ...{ name: "", description: "", icon: "book", visibility, grants: [], type: "general" },
  embeddingModelId: embeddingModelId ?? DEFAULT_MODEL,
});
