"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type { z } from "zod";
import { PanelState } from "@/components/common/query-state";
import { FormFailure } from "@/components/form/form-failure";
import { SaveButtons } from "@/components/form/save-buttons";
import { SaveForm } from "@/components/form/save-form";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { useLeaveGuard } from "@/lib/client/use-leave-guard";
import type { CenterDto } from "@/lib/features/knowledge/center-dto";
import { centerQuery, useCenterChange } from "@/lib/features/knowledge/center-hooks";
import type { CenterChange, CenterPart, CenterValues } from "@/lib/features/knowledge/center-schema";
import { CenterShell, type CenterTab } from "../center-shell";

interface CenterFormProps<Part extends CenterPart, Input extends FieldValues, Output> {
  part: Part;
  tab: CenterTab;
  /** What is filled in; its output is what the part becomes. */
  schema: z.ZodType<Output, Input>;
  toForm: (values: CenterValues[Part]) => Input;
  toValues: (values: Output) => CenterValues[Part];
  children: (center: CenterDto) => ReactNode;
}

/** One part of the center's settings, on a screen of its own. */
export function CenterForm<Part extends CenterPart, Input extends FieldValues, Output>(
  props: CenterFormProps<Part, Input, Output>,
) {
  const query = useQuery(centerQuery);
  return (
    <CenterShell tab={props.tab}>
      {query.data ? <Fields {...props} center={query.data} /> : <PanelState query={query} />}
    </CenterShell>
  );
}

function Fields<Part extends CenterPart, Input extends FieldValues, Output>({
  part,
  schema,
  toForm,
  toValues,
  children,
  center,
}: CenterFormProps<Part, Input, Output> & { center: CenterDto }) {
  const t = useTranslations("knowledge-center");
  const change = useCenterChange();
  const form = useZodForm(schema, toForm(center.values[part]) as DefaultValues<Input>);
  const saving = useSaveForm(form, {
    revision: center.revisions[part],
    toValues: (current: CenterValues[Part]) => toForm(current) as DefaultValues<Input>,
    save: async (values, revision) => {
      const saved = await change.mutateAsync({ part, values: toValues(values), revision } as CenterChange);
      return { ...saved, revision: saved.revisions[part] };
    },
    onSaved: (saved) => form.reset(toForm(saved.values[part]) as DefaultValues<Input>),
  });
  useLeaveGuard(form.formState.isDirty, {
    title: t("leave.title"),
    description: t("leave.text"),
    okButton: t("leave.ok"),
  });
  return (
    <SaveForm saving={saving} aria-label={t(`part.${part as CenterPart}`)} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-160 space-y-6 px-4 py-5 md:px-5">
          <p className="text-fg-3 text-sm">{t(`about.${part as CenterPart}`)}</p>
          {children(center)}
        </div>
      </div>
      <div className="shrink-0 border-t bg-background">
        <div className="mx-auto w-full max-w-160 space-y-2 px-4 py-3 md:px-5">
          <FormFailure error={saving.failure} />
          <div className="flex flex-wrap items-center gap-2">
            <SaveButtons saving={saving} discard={t("discard")} />
          </div>
        </div>
      </div>
    </SaveForm>
  );
}
