"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { ProbeFailure } from "@/components/features/gateway/probe-outcome";
import { ChoiceField } from "@/components/form/choice-field";
import { FormDrawer } from "@/components/form/form-drawer";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import type { RoutedModelDto } from "@/lib/features/gateway/dto";
import { suppliersQuery, useDiscoveries } from "@/lib/features/gateway/hooks";
import { useChannelActions } from "@/lib/features/gateway/routing-hooks";
import { channelForm } from "@/lib/features/gateway/routing-schema";
import { findTemplate } from "@/lib/models/templates";

const SHOWN_MAX = 200;

/** A further channel to a model: the same model of another supplier, or under another name. */
export function AddChannelDrawer({ model, onClose }: { model: RoutedModelDto; onClose: () => void }) {
  const t = useTranslations("gateway.channel");
  const listId = useId();
  const suppliers = useQuery(suppliersQuery).data?.items ?? [];
  const fitting = suppliers.filter(({ template }) => findTemplate(template)?.types.includes(model.type));
  const { add } = useChannelActions();
  const { discover } = useDiscoveries();
  const form = useZodForm(channelForm, { supplierId: "", upstreamModel: "", weight: 1, last: true });
  const [supplierId, typed] = useWatch({ control: form.control, name: ["supplierId", "upstreamModel"] });
  const found = discover.data?.models.filter(({ type }) => type === model.type) ?? [];
  const shown = found.filter(({ id }) => id.toLowerCase().includes(typed.trim().toLowerCase())).slice(0, SHOWN_MAX);

  const saving = useSaveForm(form, {
    save: (values) => add.mutateAsync({ modelId: model.id, ...values }),
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t("drawer.add")} meta={model.name} saving={saving} onClose={onClose}>
      <SelectField
        name="supplierId"
        label={t("form.supplier")}
        placeholder={t("form.supplierChoose")}
        required
        options={fitting.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={() => discover.reset()}
      />
      <div className="flex items-start gap-2">
        <TextField
          name="upstreamModel"
          label={t("form.upstream")}
          hint={t("form.upstreamHint")}
          required
          maxLength={120}
          autoComplete="off"
          className="min-w-0 flex-1"
        />
        <Button
          icon={Search}
          disabled={!supplierId}
          loading={discover.isPending}
          onClick={() => void saving.attempt(() => discover.mutateAsync(supplierId))}
          className="mt-6"
        >
          {t("form.find")}
        </Button>
      </div>
      {discover.data && !discover.data.ok && <ProbeFailure probe={discover.data} />}
      {discover.data?.ok && (
        <section aria-labelledby={listId}>
          <h3 id={listId} className="mb-1 text-fg-3 text-xs">
            {shown.length > 0 ? t("form.listed", { count: shown.length }) : t("form.notListed")}
          </h3>
          {shown.length > 0 && (
            <ul className="max-h-56 overflow-y-auto rounded-md border p-1">
              {shown.map(({ id }) => (
                <li key={id}>
                  <button
                    type="button"
                    aria-pressed={id === typed}
                    onClick={() => form.setValue("upstreamModel", id, { shouldValidate: true })}
                    className="min-h-8 w-full break-all rounded-sm px-2 text-left text-sm hover:bg-muted aria-pressed:bg-primary-soft aria-pressed:text-primary-ink pointer-coarse:min-h-11"
                  >
                    {id}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      <ChoiceField name="last" kind="switch" label={t("form.last")} hint={t("form.lastHint")} />
      <TextField name="weight" kind="number" label={t("form.weight")} hint={t("form.weightHint")} required />
    </FormDrawer>
  );
}
