"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { FormFailure } from "@/components/form/form-failure";
import { applyServerErrors } from "@/components/form/server-errors";
import { StaleNotice } from "@/components/form/stale-notice";
import { TextField } from "@/components/form/text-field";
import { useLateZodForm } from "@/components/form/use-late-zod-form";
import { useStaleRecord } from "@/components/form/use-stale-record";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
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
  const stale = useStaleRecord(form, {
    revision: profile.revision,
    toValues: ({ name, phone }: Pick<ProfileDto, "name" | "phone">) => ({ name, phone: phone ?? "" }),
  });
  const [failure, setFailure] = useState<unknown>(null);
  const { change } = useProfileActions();
  const isManaged = profile.type !== "local";

  const handleSubmit = form.handleSubmit(async ({ name, phone }) => {
    setFailure(null);
    try {
      const revision = stale.revision();
      const saved = await change.mutateAsync({ name: isManaged ? undefined : name, phone, revision });
      stale.renew(saved.revision);
      toast.success(t("saved"));
      router.refresh();
    } catch (error) {
      if (!stale.take(error) && !applyServerErrors(form, error)) setFailure(error);
    }
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={handleSubmit} className="space-y-4">
        <StaleNotice stale={stale} isSaving={change.isPending} onSave={() => void handleSubmit()} />
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
        <FormFailure error={failure} />
        <Button type="submit" variant="primary" loading={change.isPending} disabled={!form.formState.isDirty}>
          {t("save")}
        </Button>
      </form>
    </FormProvider>
  );
}
