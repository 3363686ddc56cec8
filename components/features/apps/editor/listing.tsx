"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { useWhen } from "@/components/common/use-moments";
import { FormFailure } from "@/components/form/form-failure";
import { SaveForm } from "@/components/form/save-form";
import { SelectField } from "@/components/form/select-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { VisibilityFields } from "@/components/form/visibility-fields";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Pagination } from "@/components/ui/pagination";
import { grantsOf, sharingForm } from "@/lib/auth/grant-schema";
import type { AppDetailDto } from "@/lib/features/apps/dto";
import { appSubjects, feedbackQuery, requestsQuery, squareQuery, useAppActions } from "@/lib/features/apps/hooks";
import { keptText } from "@/lib/text/line";

/** Stands for no category: a choice needs a value. */
const NONE = "none";
/** A tool is nobody's own. */
const TOOL_VISIBILITIES = ["all", "partial"] as const;
const listingForm = sharingForm.extend({ categoryId: keptText });
type ListingForm = z.infer<typeof listingForm>;

const valuesOf = ({
  visibility,
  grants,
  categoryId,
}: Pick<AppDetailDto, "visibility" | "grants" | "categoryId">): ListingForm => ({
  visibility,
  grants: [...grants],
  categoryId: categoryId ?? NONE,
});

/** Whom an app is shown to and where it stands, who wishes to use it, what people say of it. */
export function Listing({ app }: { app: AppDetailDto }) {
  const t = useTranslations("apps-editor.listing");
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-5 md:px-5">
      <div className="grid max-w-260 gap-8 lg:grid-cols-2">
        <section aria-label={t("title")}>
          <h2 className="mb-1 font-semibold text-base">{t("title")}</h2>
          <p className="mb-4 text-fg-3 text-sm">
            {t(app.version === null ? "draftText" : app.state === "trial" ? "trialText" : "text")}
          </p>
          <ListingFields app={app} />
        </section>
        <div className="space-y-8">
          <Requests id={app.id} />
          <Feedback id={app.id} />
        </div>
      </div>
    </div>
  );
}

function ListingFields({ app }: { app: AppDetailDto }) {
  const t = useTranslations("apps-editor.listing");
  const c = useTranslations("apps-list.category");
  const common = useTranslations("common.action");
  const isChinese = useLocale().startsWith("zh");
  const { data: square } = useQuery(squareQuery);
  const { change } = useAppActions();
  const form = useZodForm(listingForm, valuesOf(app));
  const saving = useSaveForm(form, {
    revision: app.revision,
    toValues: valuesOf,
    save: ({ visibility, grants, categoryId }, revision) =>
      change.mutateAsync({
        id: app.id,
        revision,
        visibility,
        grants: grantsOf(grants),
        categoryId: categoryId === NONE ? null : categoryId,
      }),
    onSaved: (saved) => form.reset(valuesOf(saved as AppDetailDto)),
  });
  return (
    <SaveForm id="listing" saving={saving} className="space-y-5">
      {app.kind === "tool" ? (
        <VisibilityFields
          subjects={appSubjects}
          isOwn={false}
          offers={TOOL_VISIBILITIES}
          hints={{ all: t("toolAll"), partial: t("toolPartial"), self: "" }}
        />
      ) : (
        <VisibilityFields subjects={appSubjects} isOwn={app.isOwn} />
      )}
      <SelectField
        name="categoryId"
        label={c("label")}
        hint={t("categoryHint")}
        options={[
          { value: NONE, label: c("none") },
          ...(square?.categories ?? []).map(({ id, nameZh, nameEn }) => ({
            value: id,
            label: isChinese ? nameZh : nameEn,
          })),
        ]}
      />
      <FormFailure error={saving.failure} />
      <Button variant="primary" type="submit" loading={saving.isSaving} disabled={!form.formState.isDirty}>
        {common("save")}
      </Button>
    </SaveForm>
  );
}

function Requests({ id }: { id: string }) {
  const t = useTranslations("apps-editor.requests");
  const when = useWhen();
  const { data } = useQuery(requestsQuery(id));
  const { decide } = useAppActions();
  return (
    <section aria-label={t("title")}>
      <h2 className="mb-2 font-semibold text-base">{t("title")}</h2>
      {data?.items.length === 0 && <p className="text-fg-3 text-sm">{t("none")}</p>}
      <ul className="space-y-2">
        {data?.items.map(({ id: requestId, user, note, createdAt }) => (
          <li key={requestId} className="rounded-md border p-3">
            <div className="flex items-center gap-2 text-sm">
              <Avatar id={user.id} name={user.name} size={24} />
              <span className="min-w-0 flex-1 truncate">
                {user.name}
                <span className="ml-1.5 text-fg-3 text-xs">{user.department ?? user.account}</span>
              </span>
              <span className="tnum text-fg-3 text-xs">{when(createdAt)}</span>
            </div>
            {note && <p className="mt-1.5 whitespace-pre-line text-fg-2 text-sm">{note}</p>}
            <div className="mt-2 flex gap-2">
              <Button
                size="sm"
                icon={Check}
                disabled={decide.isPending}
                onClick={() => decide.mutate({ id, requestId, granted: true })}
              >
                {t("grant")}
              </Button>
              <Button
                size="sm"
                icon={X}
                disabled={decide.isPending}
                onClick={() => decide.mutate({ id, requestId, granted: false })}
              >
                {t("decline")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Feedback({ id }: { id: string }) {
  const t = useTranslations("apps-editor.feedback");
  const when = useWhen();
  const [page, setPage] = useState(1);
  const { data } = useQuery(feedbackQuery(id, page));
  return (
    <section aria-label={t("title")}>
      <h2 className="mb-2 font-semibold text-base">{t("title")}</h2>
      {data?.total === 0 && <p className="text-fg-3 text-sm">{t("none")}</p>}
      <ul className="divide-y">
        {data?.items.map(({ id: key, name, text, createdAt }) => (
          <li key={key} className="py-2.5">
            <p className="flex gap-2 text-fg-3 text-xs">
              <span className="flex-1 truncate">{name}</span>
              <span className="tnum">{when(createdAt)}</span>
            </p>
            <p className="whitespace-pre-line text-sm">{text}</p>
          </li>
        ))}
      </ul>
      {data && data.total > 20 && (
        <Pagination
          page={page}
          pageSize={20}
          total={data.total}
          onPageChange={setPage}
          onPageSizeChange={() => undefined}
        />
      )}
    </section>
  );
}
