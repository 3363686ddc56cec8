"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { FormSubmit } from "@/components/form/form-submit";
import { SaveForm } from "@/components/form/save-form";
import { TextField } from "@/components/form/text-field";
import { useLateZodForm } from "@/components/form/use-late-zod-form";
import { useSaveForm } from "@/components/form/use-save-form";
import type { ProfileDto } from "@/lib/features/personal/dto";
import { useProfileActions } from "@/lib/features/personal/hooks";
import { NAME_MAX, PHONE_MAX } from "@/lib/features/personal/limits";
import type { ProfileForm as Form } from "@/lib/features/personal/schema";

/** Name and phone number. */
export function ProfileForm({ profile }: { profile: ProfileDto }) {
  const t = useTranslations("personal.profile");
  const router = useRouter();
  const form = useLateZodForm<Form, Form>(
    () => import("@/lib/features/personal/schema").then((module) => module.profileForm),
    { name: profile.name, phone: profile.phone ?? "" },
  );
  const { change } = useProfileActions();
  const isManaged = profile.type !== "local";

  const saving = useSaveForm(form, {
    revision: profile.revision,
    toValues: ({ name, phone }: Pick<ProfileDto, "name" | "phone">) => ({ name, phone: phone ?? "" }),
    save: ({ name, phone }, revision) => change.mutateAsync({ name: isManaged ? undefined : name, phone, revision }),
    toast: t("saved"),
    onSaved: () => router.refresh(),
  });
  return (
    <SaveForm saving={saving} className="space-y-4">
      <TextField<Form>
        name="name"
        label={t("name")}
        hint={isManaged ? t("managed") : undefined}
        required
        disabled={isManaged}
        maxLength={NAME_MAX}
        autoComplete="name"
      />
      <TextField<Form>
        name="phone"
        label={t("phone")}
        hint={t("phoneHint")}
        maxLength={PHONE_MAX}
        inputMode="tel"
        autoComplete="tel"
      />
      <FormSubmit saving={saving} label={t("save")} variant="primary" disabled={!form.formState.isDirty} />
    </SaveForm>
  );
}
