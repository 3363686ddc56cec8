"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { FormProvider } from "react-hook-form";
import { FormFailure } from "@/components/form/form-failure";
import { applyServerErrors } from "@/components/form/server-errors";
import { TextField } from "@/components/form/text-field";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { toast } from "@/lib/client/toast";
import { ACCOUNT_MAX, PASSWORD_MAX } from "@/lib/config/constants";
import type { LinkableDto } from "@/lib/features/personal/dto";
import { useLinkActions } from "@/lib/features/personal/hooks";
import { type DirectoryForm, directoryForm } from "@/lib/features/personal/schema";
import { useChannelName } from "./links-section";

/** Links a directory account: its password proves that it is the person's own. */
export function DirectoryDialog({ channel, onClose }: { channel: LinkableDto; onClose: () => void }) {
  const t = useTranslations("personal.links");
  const common = useTranslations("common.action");
  const formId = useId();
  const name = useChannelName()(channel);
  const { linkDirectory } = useLinkActions();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useZodForm<DirectoryForm, DirectoryForm>(directoryForm, { account: "", password: "" });
  const { isSubmitting } = form.formState;

  const handleSubmit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await linkDirectory.mutateAsync({ channelId: channel.id, ...values });
      toast.success(t("linked"));
      onClose();
    } catch (error) {
      if (!applyServerErrors(form, error)) setFailure(error);
    }
  });
  return (
    <Dialog open onOpenChange={(open) => !open && !isSubmitting && onClose()}>
      <DialogContent
        title={t("directoryTitle", { name })}
        size="small"
        closable={!isSubmitting}
        footer={
          <>
            <Button disabled={isSubmitting} onClick={onClose}>
              {common("cancel")}
            </Button>
            <Button variant="primary" type="submit" form={formId} loading={isSubmitting}>
              {t("linkShort")}
            </Button>
          </>
        }
      >
        <FormProvider {...form}>
          <form id={formId} noValidate onSubmit={handleSubmit} className="space-y-4">
            <p className="text-fg-2 text-sm">{t("directoryHint", { name })}</p>
            <TextField<DirectoryForm>
              name="account"
              label={t("account")}
              required
              maxLength={ACCOUNT_MAX}
              autoComplete="off"
            />
            <TextField<DirectoryForm>
              name="password"
              kind="secret"
              label={t("password")}
              required
              maxLength={PASSWORD_MAX}
              autoComplete="off"
            />
            <FormFailure error={failure} />
          </form>
        </FormProvider>
      </DialogContent>
    </Dialog>
  );
}
