"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { FormFailure } from "@/components/form/form-failure";
import { SaveButtons } from "@/components/form/save-buttons";
import { SaveForm } from "@/components/form/save-form";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { grantsOf, type SharingForm, sharingForm } from "@/lib/auth/grant-schema";
import type { BaseDetailDto } from "@/lib/features/knowledge/dto";
import { reachChangeQuery, useBaseActions } from "@/lib/features/knowledge/hooks";
import { BaseVisibilityFields } from "./visibility-fields";

const valuesOf = ({ visibility, grants }: Pick<BaseDetailDto, "visibility" | "grants">): SharingForm => ({
  visibility,
  grants,
});

/** Whom a base is shown to; who gains and who loses it is said before it is saved. */
export function VisibilityForm({ base }: { base: BaseDetailDto }) {
  const t = useTranslations("knowledge.reach");
  const { change } = useBaseActions();
  const form = useZodForm(sharingForm, valuesOf(base));
  const saving = useSaveForm(form, {
    revision: base.revision,
    toValues: valuesOf,
    save: ({ visibility, grants }, revision) =>
      change.mutateAsync({ id: base.id, revision, visibility, grants: grantsOf(grants) }),
    onSaved: (saved) => form.reset(valuesOf(saved)),
  });
  return (
    <SaveForm saving={saving} className="space-y-4">
      <BaseVisibilityFields isOwn={base.isOwn} />
      {form.formState.isDirty && <Effect baseId={base.id} />}
      <FormFailure error={saving.failure} />
      <div className="flex gap-2">
        <SaveButtons saving={saving} discard={t("discard")} />
      </div>
    </SaveForm>
  );
}

/** What the form would do, counted by the server. */
function Effect({ baseId }: { baseId: string }) {
  const t = useTranslations("knowledge.reach");
  const [visibility, grants] = useWatch<SharingForm, ["visibility", "grants"]>({ name: ["visibility", "grants"] });
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
