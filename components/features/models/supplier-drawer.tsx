"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { FormDrawer } from "@/components/form/form-drawer";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { confirm } from "@/lib/client/dialogs";
import type { SupplierDto } from "@/lib/features/models/dto";
import { useSupplierActions } from "@/lib/features/models/hooks";
import { supplierEditForm } from "@/lib/features/models/schema";
import { isMoved } from "@/lib/net/moved-address";
import { SupplierFields } from "./supplier-fields";

interface SupplierDrawerProps {
  supplier: SupplierDto;
  onClose: () => void;
}

/** Name, address and key of a supplier. A key can be replaced or removed, never read; a new address asks for it again. */
export function SupplierDrawer({ supplier, onClose }: SupplierDrawerProps) {
  const t = useTranslations("models");
  const m = useTranslations("models-list");
  const { edit, change } = useSupplierActions();
  const form = useZodForm(supplierEditForm, valuesOf(supplier));
  const address = useWatch({ control: form.control, name: "baseUrl" });
  const mustEnterKey = supplier.hasKey && isMoved(supplier.baseUrl, address);
  const stored = supplier.hasKey
    ? supplier.keyHint
      ? t("form.keyStored", { hint: supplier.keyHint })
      : t("form.keyStoredPlain")
    : t("form.keyNone");

  const saving = useSaveForm(form, {
    revision: supplier.revision,
    toValues: valuesOf,
    save: ({ name, baseUrl, apiKey }, revision) =>
      edit.mutateAsync({ id: supplier.id, revision, name, baseUrl, ...(apiKey ? { apiKey } : {}) }),
    onSaved: onClose,
  });
  const handleRemoveKey = async () => {
    const agreed = await confirm({
      title: t("removeKey.title"),
      description: t("removeKey.text", { name: supplier.name }),
      okButton: t("removeKey.ok"),
      destructive: true,
      onOk: () => change.mutateAsync({ id: supplier.id, apiKey: null }),
    });
    if (agreed) onClose();
  };
  return (
    <FormDrawer title={t("drawer.supplier")} meta={supplier.name} saving={saving} onClose={onClose}>
      <SupplierFields
        keyHint={mustEnterKey ? m("moved") : supplier.hasKey ? t("form.keyKeep") : t("form.keyHint")}
        keyRequired={mustEnterKey}
      />
      <div className="flex items-center gap-3 text-fg-3 text-xs">
        <span className="min-w-0 flex-1">{stored}</span>
        {supplier.hasKey && (
          <Button variant="ghost" size="sm" icon={Trash2} onClick={() => void handleRemoveKey()}>
            {t("form.removeKey")}
          </Button>
        )}
      </div>
    </FormDrawer>
  );
}

function valuesOf({ name, baseUrl }: Pick<SupplierDto, "name" | "baseUrl">) {
  return { name, baseUrl: baseUrl ?? "", apiKey: "" };
}
