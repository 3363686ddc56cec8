"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { DrawerFrame } from "@/components/form/drawer-frame";
import { FormFailure } from "@/components/form/form-failure";
import { useStaleRecord } from "@/components/form/use-stale-record";
import { useZodForm } from "@/components/form/use-zod-form";
import { toast } from "@/lib/client/toast";
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
  const [failure, setFailure] = useState<unknown>(null);
  const form = useZodForm(builtinForm, valuesOf(tool));
  const stale = useStaleRecord(form, { revision: tool.revision, toValues: valuesOf });
  const handleSubmit = form.handleSubmit(async ({ confirm, ...access }) => {
    setFailure(null);
    try {
      await edit.mutateAsync({ key: tool.key, revision: stale.revision(), confirm, ...accessInput(access) });
      toast.success();
      onClose();
    } catch (error) {
      if (!stale.take(error)) setFailure(error);
    }
  });
  return (
    <DrawerFrame
      title={t(`builtin.${tool.key}.name`)}
      isSaving={edit.isPending}
      stale={stale}
      onSubmit={() => void handleSubmit()}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <p className="text-fg-2 text-sm">{t(`builtin.${tool.key}.about`)}</p>
        <AccessFields />
        <ChoiceField name="confirm" label={t("access.confirm")} hint={t("access.confirmHint")} />
        <FormFailure error={failure} />
      </FormProvider>
    </DrawerFrame>
  );
}
