"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { QueryState } from "@/components/common/query-state";
import { FormDialog } from "@/components/form/form-dialog";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { ChannelRef } from "@/lib/auth/channels/dto";
import type { UserDetail } from "@/lib/features/organisation/dto";
import { bindingChannelsQuery, useUserActions } from "@/lib/features/organisation/hooks";
import { SUBJECT_MAX } from "@/lib/features/organisation/schema";
import { bindingForm } from "@/lib/features/organisation/user-form";

interface BindingDialogProps {
  user: UserDetail;
  onClose: () => void;
}

/** Binds an outside identity to a person before they first come in by it. */
export function BindingDialog({ user, onClose }: BindingDialogProps) {
  const t = useTranslations("organisation.users.binding");
  const query = useQuery(bindingChannelsQuery);
  const { bind } = useUserActions();
  const form = useZodForm(bindingForm, { channelId: "", subject: "" });
  const saving = useSaveForm(form, {
    save: (values) => bind.mutateAsync({ id: user.id, ...values }),
    toast: t("added"),
    onSaved: onClose,
  });
  const channels = query.data ?? [];
  return (
    <FormDialog
      title={t("addTitle")}
      saving={saving}
      submit={t("add")}
      onClose={onClose}
      instead={
        channels.length === 0 &&
        (query.data ? (
          <p className="text-fg-2 text-sm">{t("noChannel")}</p>
        ) : (
          <QueryState query={query} className="h-24" />
        ))
      }
    >
      <p className="text-fg-2 text-sm">{t("addHint", { name: user.name })}</p>
      <Fields channels={channels} />
    </FormDialog>
  );
}

function Fields({ channels }: { channels: readonly ChannelRef[] }) {
  const t = useTranslations("organisation.users.binding");
  const isEnglish = useLocale().startsWith("en");
  const channelId: string = useWatch({ name: "channelId" });
  const kind = channels.find(({ id }) => id === channelId)?.kind;
  return (
    <>
      <SelectField
        name="channelId"
        label={t("channel")}
        required
        placeholder={t("choose")}
        options={channels.map(({ id, nameZh, nameEn }) => ({ value: id, label: isEnglish ? nameEn : nameZh }))}
      />
      <TextField
        name="subject"
        label={t("subject")}
        hint={t(kind ? `where.${kind}` : "where.any")}
        required
        maxLength={SUBJECT_MAX}
        autoComplete="off"
      />
    </>
  );
}
