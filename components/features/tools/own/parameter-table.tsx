"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { HAND_PARAMETERS_MAX } from "@/lib/config/tool-kinds";
import {
  type HandForm,
  type HandParameter,
  PARAMETER_PLACES,
  PARAMETER_TYPES,
  pathOf,
} from "@/lib/features/tools/own-schema";

const EMPTY: HandParameter = { name: "", in: "query", type: "string", description: "", required: false };

/** Parameters of a tool made by hand: where each goes and what it is. Stands inside a `FormProvider`. */
export function ParameterTable() {
  const t = useTranslations("tools-own.parameter");
  const v = useTranslations("validation");
  const { control, formState } = useFormContext<HandForm>();
  const { fields, append, remove } = useFieldArray<HandForm, "parameters">({ control, name: "parameters" });
  const [address = "", rows = []] = useWatch<HandForm, ["address", "parameters"]>({ name: ["address", "parameters"] });
  const problem = formState.errors.parameters;
  const message = problem?.root?.message ?? problem?.message;
  const had = new Set(rows.flatMap((row) => (row.in === "path" ? [row.name] : [])));
  const missing = [...new Set([...pathOf(address).matchAll(/\{([^{}/]+)\}/g)].map(([, name]) => name!))].filter(
    (name) => !had.has(name),
  );
  return (
    <div className="space-y-3">
      {fields.map((field, index) => (
        <fieldset key={field.id} className="min-w-0 rounded-md border p-3">
          <legend className="sr-only">{t("row", { number: index + 1 })}</legend>
          <div className="grid grid-cols-2 gap-3 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)_auto_auto]">
            <TextField<HandForm>
              name={`parameters.${index}.name`}
              label={t("name")}
              required
              maxLength={80}
              autoComplete="off"
              className="max-md:col-span-2"
            />
            <SelectField<HandForm>
              name={`parameters.${index}.in`}
              label={t("place")}
              options={PARAMETER_PLACES.map((value) => ({ value, label: t(`in.${value}`) }))}
            />
            <SelectField<HandForm>
              name={`parameters.${index}.type`}
              label={t("type")}
              options={PARAMETER_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
            />
            <ChoiceField<HandForm> name={`parameters.${index}.required`} label={t("required")} className="md:mt-7" />
            <IconButton
              icon={X}
              label={t("remove", { number: index + 1 })}
              onClick={() => remove(index)}
              className="justify-self-end md:mt-5.5"
            />
            <TextField<HandForm>
              name={`parameters.${index}.description`}
              label={t("description")}
              maxLength={500}
              autoComplete="off"
              className="col-span-full"
            />
          </div>
        </fieldset>
      ))}
      {message && (
        <p role="alert" className="text-danger-ink text-xs">
          {v(message as "invalid")}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={Plus} disabled={fields.length >= HAND_PARAMETERS_MAX} onClick={() => append(EMPTY)}>
          {t("add")}
        </Button>
        {missing.length > 0 && (
          <Button
            size="sm"
            disabled={fields.length + missing.length > HAND_PARAMETERS_MAX}
            onClick={() => append(missing.map((name) => ({ ...EMPTY, name, in: "path", required: true })))}
          >
            {t("fill")}
          </Button>
        )}
      </div>
    </div>
  );
}
