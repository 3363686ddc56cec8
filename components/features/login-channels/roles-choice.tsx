"use client";

import { useTranslations } from "next-intl";
import { TagField } from "@/components/form/tag-field";
import type { FieldProps } from "@/components/form/use-field";
import type { ChannelRoleChoice } from "@/lib/features/login-channels/dto";
import type { ChannelForm } from "@/lib/features/login-channels/schema";
import { useLocalName } from "./channel-name";

interface RolesChoiceProps extends Pick<FieldProps<ChannelForm>, "name" | "label" | "hint"> {
  roles: readonly ChannelRoleChoice[];
}

/** Roles as tags. Those with codes the person lacks are shown and cannot be chosen. */
export function RolesChoice({ roles, ...field }: RolesChoiceProps) {
  const t = useTranslations("login-channels.roles");
  const nameOf = useLocalName().role;
  return (
    <TagField<ChannelForm>
      {...field}
      tags={roles.map((role) => ({ id: role.id, label: nameOf(role), mayAdd: role.isGrantable }))}
      texts={{
        add: t("add"),
        remove: (name) => t("remove", { name }),
        search: t("search"),
        none: t("none"),
        notYours: t("notYours"),
      }}
    />
  );
}
