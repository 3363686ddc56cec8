"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { FormProvider, useWatch } from "react-hook-form";
import { FormFailure } from "@/components/form/form-failure";
import { StaleNotice } from "@/components/form/stale-notice";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import type { BaseDetailDto } from "@/lib/features/knowledge/dto";
import { reachChangeQuery, useBaseActions } from "@/lib/features/knowledge/hooks";
import { type ReachForm, reachForm } from "@/lib/features/knowledge/schema";
import { grantsOf, VisibilityFields } from "./visibility-fields";

const valuesOf = ({ visibility, grants }: Pick<BaseDetailDto, "visibility" | "grants">): ReachForm => ({
  visibility,
  grants,
});

/** Whom a base is shown to; who gains and who loses it is said before it is saved. */
export function VisibilityForm({ base }: { base: BaseDetailDto }) {
  const t = useTranslations("knowledge.reach");
  const common = useTranslations("common.action");
  const { change } = useBaseActions();
  const form = useZodForm(reachForm, valuesOf(base));
  const { isDirty } = form.formState;
  const saving = useSaveForm(form, {
    revision: base.revision,
    toValues: valuesOf,
    save: ({ visibility, grants }, revision) =>
      change.mutateAsync({ id: base.id, revision, visibility, grants: grantsOf(grants) }),
    onSaved: (saved) => form.reset(valuesOf(saved)),
  });
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void saving.submit();
        }}
      >
        <StaleNotice stale={saving.stale} isSaving={saving.isSaving} onSave={() => void saving.submit()} />
        <VisibilityFields isOwn={base.isOwn} />
        {isDirty && <Effect baseId={base.id} />}
        <FormFailure error={saving.failure} />
        <div className="flex gap-2">
          <Button variant="primary" type="submit" disabled={!isDirty || saving.isSaving}>
            {saving.isSaving ? common("submitting") : common("save")}
          </Button>
          {isDirty && (
            <Button disabled={saving.isSaving} onClick={() => form.reset()}>
              {t("discard")}
            </Button>
          )}
        </div>
      </form>
    </FormProvider>
  );
}

/** What the form would do, counted by the server. */
function Effect({ baseId }: { baseId: string }) {
  const t = useTranslations("knowledge.reach");
  const [visibility, grants] = useWatch<ReachForm, ["visibility", "grants"]>({ name: ["visibility", "grants"] });
  const { data, isError, isPlaceholderData } = useQuery(
    reachChangeQuery(baseId, { visibility, grants: grantsOf(grants) }),
  );
  if (isError) return <p className="text-fg-3 text-xs">{t("uncounted")}</p>;
  if (!data) return <p className="text-fg-3 text-xs">{t("counting")}</p>;
  return (
    <div
      role="status"
      aria-busy={isPlaceholderData}
      className={`space-y-1 rounded-md border bg-subtle px-3 py-2 text-sm ${isPlaceholderData ? "opacity-60" : ""}`}
    >
      <p className="tnum font-medium">{t("effect", { before: data.before, after: data.after })}</p>
      {data.gained > 0 && (
        <p className="text-success-ink text-xs">
          {t("gained", {
            count: data.gained,
            names: data.gaining.join(t("comma")),
            more: data.gained - data.gaining.length,
          })}
        </p>
      )}
      {data.lost > 0 && (
        <p className="text-danger-ink text-xs">
          {t("lost", { count: data.lost, names: data.losing.join(t("comma")), more: data.lost - data.losing.length })}
        </p>
      )}
      {data.gained === 0 && data.lost === 0 && <p className="text-fg-3 text-xs">{t("same")}</p>}
    </div>
  );
}
