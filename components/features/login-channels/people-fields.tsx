"use client";

import { useTranslations } from "next-intl";
import { ChoiceField } from "@/components/form/choice-field";
import type { ChannelKind } from "@/lib/config/channel-kinds";
import type { ChannelRoleChoice, NamedPlace } from "@/lib/features/login-channels/dto";
import type { ChannelForm } from "@/lib/features/login-channels/schema";
import { PlaceChoice } from "./place-choice";
import { RolesChoice } from "./roles-choice";
import { RulesEditor } from "./rules-editor";

interface PeopleFieldsProps {
  kind: ChannelKind;
  roles: readonly ChannelRoleChoice[];
  places: readonly NamedPlace[];
}

/** Who gets an account at the first sign-in, where, with which roles. */
export function PeopleFields({ kind, roles, places }: PeopleFieldsProps) {
  const t = useTranslations("login-channels.people");
  return (
    <>
      <ChoiceField<ChannelForm>
        kind="switch"
        name="provisioning.autoCreate"
        label={t("autoCreate")}
        hint={t("autoCreateHint")}
      />
      <ChoiceField<ChannelForm>
        kind="switch"
        name="provisioning.updateOnLogin"
        label={t("updateOnLogin")}
        hint={t("updateOnLoginHint")}
      />
      <PlaceChoice
        name="provisioning.departmentId"
        label={t("department")}
        hint={t("departmentHint")}
        places={places}
      />
      <RolesChoice name="provisioning.roleIds" label={t("roles")} hint={t("rolesHint")} roles={roles} />
      <RulesEditor kind={kind} roles={roles} places={places} />
    </>
  );
}
