"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { ErrorState } from "@/components/common/error-state";
import { FormFailure } from "@/components/form/form-failure";
import { SaveForm } from "@/components/form/save-form";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { ChannelRef, UserDetail } from "@/lib/features/organisation/dto";
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
  const common = useTranslations("common.action");
  const formId = useId();
  const query = useQuery(bindingChannelsQuery);
  const { bind } = useUserActions();
  const form = useZodForm(bindingForm, { channelId: "", subject: "" });
  const saving = useSaveForm(form, {
    save: (values) => bind.mutateAsync({ id: user.id, ...values }),
    toast: t("added"),
    onSaved: onClose,
  });
  const { isSaving } = saving;
  const channels = query.data ?? [];
  return (
    <Dialog open onOpenChange={(open) => !open && !isSaving && onClose()}>
      <DialogContent
        title={t("addTitle")}
        closable={!isSaving}
        footer={
          <>
            <Button disabled={isSaving} onClick={onClose}>
              {common("cancel")}
            </Button>
            <Button variant="primary" type="submit" form={formId} loading={isSaving} disabled={channels.length === 0}>
              {t("add")}
            </Button>
          </>
        }
      >
        {query.isPending && <Skeleton className="h-24 w-full" />}
        {query.isError && <ErrorState onRetry={() => void query.refetch()} />}
        {query.data && channels.length === 0 && <p className="text-fg-2 text-sm">{t("noChannel")}</p>}
        {channels.length > 0 && (
          <SaveForm id={formId} saving={saving} className="space-y-4">
            <p className="text-fg-2 text-sm">{t("addHint", { name: user.name })}</p>
            <Fields channels={channels} />
            <FormFailure error={saving.failure} />
          </SaveForm>
        )}
      </DialogContent>
    </Dialog>
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
