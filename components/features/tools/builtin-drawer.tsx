"use client";

import { useTranslations } from "next-intl";
import { ChoiceField } from "@/components/form/choice-field";
import { FormDrawer } from "@/components/form/form-drawer";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { BuiltinToolKey } from "@/lib/config/tool-kinds";
import type { BuiltinToolDto } from "@/lib/features/tools/dto";
import { useBuiltinActions } from "@/lib/features/tools/hooks";
import { builtinForm } from "@/lib/features/tools/schema";
import { AccessFields, accessInput, accessValues, type StoredAccess } from "./access-fields";

interface BuiltinDrawerProps {
  tool: BuiltinToolDto & { key: Exclude<BuiltinToolKey, "web_search"> };
  onClose: () => void;
}

function valuesOf(tool: StoredAccess & Pick<BuiltinToolDto, "confirm">) {
  return { ...accessValues(tool), confirm: tool.confirm };
}

/** Who may use a built-in tool that needs nothing set up. */
export function BuiltinDrawer({ tool, onClose }: BuiltinDrawerProps) {
  const t = useTranslations("tools");
  const { edit } = useBuiltinActions();
  const form = useZodForm(builtinForm, valuesOf(tool));
  const saving = useSaveForm(form, {
    revision: tool.revision,
    toValues: valuesOf,
    save: ({ confirm, ...access }, revision) =>
      edit.mutateAsync({ key: tool.key, revision, confirm, ...accessInput(access) }),
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t(`builtin.${tool.key}.name`)} saving={saving} onClose={onClose}>
      <p className="text-fg-2 text-sm">{t(`builtin.${tool.key}.about`)}</p>
      <AccessFields />
      <ChoiceField name="confirm" label={t("access.confirm")} hint={t("access.confirmHint")} />
    </FormDrawer>
  );
}
