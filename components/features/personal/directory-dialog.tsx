"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { ACCOUNT_MAX, PASSWORD_MAX } from "@/lib/config/constants";
import type { LinkableDto } from "@/lib/features/personal/dto";
import { useLinkActions } from "@/lib/features/personal/hooks";
import { type DirectoryForm, directoryForm } from "@/lib/features/personal/schema";
import { useChannelName } from "./use-channel-name";

/** Links a directory account: its password proves that it is the person's own. */
export function DirectoryDialog({ channel, onClose }: { channel: LinkableDto; onClose: () => void }) {
  const t = useTranslations("personal.links");
  const name = useChannelName()(channel);
  const { linkDirectory } = useLinkActions();
  const form = useZodForm<DirectoryForm, DirectoryForm>(directoryForm, { account: "", password: "" });
  const saving = useSaveForm(form, {
    save: (values) => linkDirectory.mutateAsync({ channelId: channel.id, ...values }),
    toast: t("linked"),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={t("directoryTitle", { name })}
      size="small"
      saving={saving}
      submit={t("linkShort")}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
