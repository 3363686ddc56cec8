"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFieldArray, useFormContext } from "react-hook-form";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { RULES_MAX } from "@/lib/auth/channels/schema";
import type { ChannelKind } from "@/lib/config/channel-kinds";
import type { ChannelRoleChoice, NamedPlace } from "@/lib/features/login-channels/dto";
import type { ChannelForm } from "@/lib/features/login-channels/schema";
import { PlaceChoice } from "./place-choice";
import { RolesChoice } from "./roles-choice";

interface RulesEditorProps {
  kind: ChannelKind;
  roles: readonly ChannelRoleChoice[];
  places: readonly NamedPlace[];
}

/** Which claims or groups give which roles and department. */
export function RulesEditor({ kind, roles, places }: RulesEditorProps) {
  const t = useTranslations("login-channels.rules");
  const { control } = useFormContext<ChannelForm>();
  const { fields, append, remove } = useFieldArray({ control, name: "provisioning.rules" });
  return (
    <div className="space-y-3">
      <div>
        <h4 className="font-medium text-sm">{t("title")}</h4>
        <p className="text-fg-3 text-xs">{t("hint")}</p>
      </div>
      {fields.map((field, index) => (
        <fieldset key={field.id} className="relative space-y-3 rounded-md border p-3 pt-2">
          <legend className="sr-only">{t("rule", { number: index + 1 })}</legend>
          <div className="flex items-center justify-between">
            <span aria-hidden className="text-fg-3 text-xs">
              {t("rule", { number: index + 1 })}
            </span>
            <IconButton icon={Trash2} label={t("remove", { number: index + 1 })} onClick={() => remove(index)} />
          </div>
          <div className="grid gap-3 md:grid-cols-2">
            <TextField<ChannelForm>
              name={`provisioning.rules.${index}.claim`}
              label={t("claim")}
              hint={kind === "ldap" ? t("claimHintLdap") : t("claimHint")}
              required
              maxLength={200}
              autoComplete="off"
            />
            <TextField<ChannelForm>
              name={`provisioning.rules.${index}.value`}
              label={t("value")}
              hint={t("valueHint")}
              required
              maxLength={500}
              autoComplete="off"
            />
          </div>
          <RolesChoice name={`provisioning.rules.${index}.roleIds`} label={t("roles")} roles={roles} />
          <PlaceChoice
            name={`provisioning.rules.${index}.departmentId`}
            label={t("department")}
            hint={t("departmentHint")}
            places={places}
          />
        </fieldset>
      ))}
      <Button
        size="sm"
        icon={Plus}
        disabled={fields.length >= RULES_MAX}
        onClick={() => append({ claim: "groups", value: "", roleIds: [], departmentId: null })}
      >
        {t("add")}
      </Button>
    </div>
  );
}
