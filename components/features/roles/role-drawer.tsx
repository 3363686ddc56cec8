"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useController, useWatch } from "react-hook-form";
import { PanelState } from "@/components/common/query-state";
import { ChoiceField } from "@/components/form/choice-field";
import { FormDrawer } from "@/components/form/form-drawer";
import { useNamedField } from "@/components/form/named-fields";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { TextareaField } from "@/components/form/textarea-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { RoleDto } from "@/lib/features/roles/dto";
import { catalogueQuery, useRoleActions } from "@/lib/features/roles/hooks";
import { OWN_TYPES, ROLE_NAME_MAX, ROLE_TEXT_MAX, type RoleForm, roleForm } from "@/lib/features/roles/schema";
import { PermissionTree } from "./permission-tree";
import { useRoleTexts } from "./use-role-texts";

interface RoleDrawerProps {
  /** The role to change, or the one a new role begins as; null begins empty. */
  role: RoleDto | null;
  isNew: boolean;
  onClose: () => void;
}

/** What a role is called, how much its people may use, and what it grants. */
export function RoleDrawer({ role, isNew, onClose }: RoleDrawerProps) {
  const t = useTranslations("roles");
  const { create, edit } = useRoleActions();
  const copied = isNew && role;
  const start = valuesOf(role);
  const names = copied && { name: t("copyName", { name: role.name }).slice(0, ROLE_NAME_MAX), nameEn: "" };
  const form = useZodForm(roleForm, { ...start, ...names });
  const [tokensUnlimited, imagesUnlimited] = useWatch({
    control: form.control,
    name: ["tokensUnlimited", "imagesUnlimited"],
  });
  const saving = useSaveForm(form, {
    revision: isNew ? undefined : role?.revision,
    toValues: valuesOf,
    save: async (values, revision) => {
      const input = inputOf(values);
      if (isNew || !role) await create.mutateAsync(input);
      else await edit.mutateAsync({ id: role.id, revision, ...input });
    },
    onSaved: onClose,
  });
  return (
    <FormDrawer
      size="large"
      title={isNew ? t("form.create") : t("form.edit")}
      meta={isNew ? undefined : role?.name}
      saving={saving}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="name" label={t("form.name")} required maxLength={ROLE_NAME_MAX} autoComplete="off" />
        <TextField
          name="nameEn"
          label={t("form.nameEn")}
          hint={t("form.nameEnHint")}
          maxLength={ROLE_NAME_MAX}
          autoComplete="off"
        />
      </div>
      <SelectField
        name="type"
        label={t("form.type")}
        options={OWN_TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
        className="sm:max-w-80"
      />
      <TextareaField name="description" label={t("form.description")} rows={2} maxLength={ROLE_TEXT_MAX} />
      <fieldset className="space-y-2">
        <legend className="font-semibold text-sm">{t("form.limits")}</legend>
        <p className="text-fg-3 text-xs">{t("form.limitsHint")}</p>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <div className="space-y-2">
            <ChoiceField name="tokensUnlimited" label={t("form.tokensUnlimited")} kind="switch" />
            {!tokensUnlimited && (
              <TextField name="dailyTokenLimit" kind="number" label={t("form.tokens")} hint={t("form.zero")} required />
            )}
          </div>
          <div className="space-y-2">
            <ChoiceField name="imagesUnlimited" label={t("form.imagesUnlimited")} kind="switch" />
            {!imagesUnlimited && (
              <TextField name="dailyImageLimit" kind="number" label={t("form.images")} hint={t("form.zero")} required />
            )}
          </div>
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-semibold text-sm">{t("form.permissions")}</legend>
        <PermissionsField kept={isNew ? undefined : new Set(role?.permissions)} />
      </fieldset>
    </FormDrawer>
  );
}

type Edited = Pick<
  RoleDto,
  "name" | "nameEn" | "type" | "description" | "dailyTokenLimit" | "dailyImageLimit" | "permissions"
>;

function valuesOf(role: Edited | null): RoleForm {
  return {
    name: role?.name ?? "",
    nameEn: role?.nameEn ?? "",
    type: role && role.type !== "system" ? role.type : "custom",
    description: role?.description ?? "",
    tokensUnlimited: role ? role.dailyTokenLimit === null : true,
    dailyTokenLimit: role?.dailyTokenLimit ?? undefined,
    imagesUnlimited: role ? role.dailyImageLimit === null : true,
    dailyImageLimit: role?.dailyImageLimit ?? undefined,
    permissions: role?.permissions ?? [],
  };
}

function inputOf({ tokensUnlimited, imagesUnlimited, nameEn, ...values }: RoleForm) {
  return {
    ...values,
    nameEn: nameEn || null,
    dailyTokenLimit: tokensUnlimited ? null : (values.dailyTokenLimit ?? 0),
    dailyImageLimit: imagesUnlimited ? null : (values.dailyImageLimit ?? 0),
  };
}

function PermissionsField({ kept }: { kept?: ReadonlySet<string> }) {
  const t = useTranslations("common.table");
  const label = useTranslations("roles")("form.permissions");
  const { codeName } = useRoleTexts();
  const query = useQuery(catalogueQuery);
  useNamedField("permissions", { label, show: (code) => codeName(String(code)) });
  const { field } = useController<RoleForm, "permissions">({ name: "permissions" });
  if (!query.data) return <PanelState query={query} failed={t("failed")} />;
  return (
    <PermissionTree
      catalogue={query.data}
      chosen={new Set(field.value)}
      kept={kept}
      onChange={(chosen) => field.onChange([...chosen])}
    />
  );
}
