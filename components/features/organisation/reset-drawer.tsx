"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormDrawer } from "@/components/form/form-drawer";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { UserDto } from "@/lib/features/organisation/dto";
import { useUserActions } from "@/lib/features/organisation/hooks";
import { resetForm } from "@/lib/features/organisation/user-form";
import { CodeDrawer } from "./code-drawer";
import { PasswordFields } from "./password-fields";

/** A new way in for a person; the old password and every session end. */
export function ResetDrawer({ user, onClose }: { user: UserDto; onClose: () => void }) {
  const t = useTranslations("organisation.users");
  const { resetPassword } = useUserActions();
  const [code, setCode] = useState<string | null>(null);
  const form = useZodForm(resetForm, { way: "code", password: "", mustChangePassword: true });
  const saving = useSaveForm(form, {
    save: async ({ way, password, mustChangePassword }) => {
      const answer = await resetPassword.mutateAsync({
        id: user.id,
        ...(way === "password" && { password, mustChangePassword }),
      });
      if (!answer.code) return answer;
      setCode(answer.code);
      return false;
    },
    onSaved: onClose,
  });
  if (code) return <CodeDrawer account={user.account} name={user.name} code={code} onClose={onClose} />;
  return (
    <FormDrawer title={t("reset.title")} meta={user.name} saving={saving} onClose={onClose}>
      <p className="rounded-sm bg-subtle px-3 py-2 text-fg-2 text-sm">{t("reset.text")}</p>
      <PasswordFields label={t("reset.way")} />
    </FormDrawer>
  );
}
