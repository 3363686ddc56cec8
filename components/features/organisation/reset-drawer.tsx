"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { DrawerFrame } from "@/components/form/drawer-frame";
import { FormFailure } from "@/components/form/form-failure";
import { applyServerErrors } from "@/components/form/server-errors";
import { useZodForm } from "@/components/form/use-zod-form";
import { toast } from "@/lib/client/toast";
import type { UserDto } from "@/lib/features/organisation/dto";
import { useUserActions } from "@/lib/features/organisation/hooks";
import { resetForm } from "@/lib/features/organisation/user-form";
import { CodeDrawer } from "./code-drawer";
import { PasswordFields } from "./password-fields";

/** A new way in for a person; the old password and every session end. */
export function ResetDrawer({ user, onClose }: { user: UserDto; onClose: () => void }) {
  const t = useTranslations("organisation.users");
  const { resetPassword } = useUserActions();
  const [failure, setFailure] = useState<unknown>(null);
  const [code, setCode] = useState<string | null>(null);
  const form = useZodForm(resetForm, { way: "code", password: "", mustChangePassword: true });
  const save = form.handleSubmit(async ({ way, password, mustChangePassword }) => {
    setFailure(null);
    try {
      const answer = await resetPassword.mutateAsync({
        id: user.id,
        ...(way === "password" && { password, mustChangePassword }),
      });
      if (answer.code) setCode(answer.code);
      else {
        toast.success();
        onClose();
      }
    } catch (error) {
      if (!applyServerErrors(form, error)) setFailure(error);
    }
  });
  if (code) return <CodeDrawer account={user.account} name={user.name} code={code} onClose={onClose} />;
  return (
    <FormProvider {...form}>
      <DrawerFrame
        title={t("reset.title")}
        meta={user.name}
        isSaving={form.formState.isSubmitting}
        onSubmit={save}
        onClose={onClose}
      >
        <FormFailure error={failure} />
        <p className="rounded-sm bg-subtle px-3 py-2 text-fg-2 text-sm">{t("reset.text")}</p>
        <PasswordFields label={t("reset.way")} />
      </DrawerFrame>
    </FormProvider>
  );
}
