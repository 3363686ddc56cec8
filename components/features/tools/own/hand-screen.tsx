"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { PanelState } from "@/components/common/query-state";
import { FormFailure } from "@/components/form/form-failure";
import { SaveForm } from "@/components/form/save-form";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { TextareaField } from "@/components/form/textarea-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { API_AUTH_KINDS } from "@/lib/config/tool-kinds";
import type { OwnServerDetailDto } from "@/lib/features/tools/own-dto";
import { ownToolQuery, useOwnToolActions } from "@/lib/features/tools/own-hooks";
import { HAND_METHODS, type HandForm, handForm } from "@/lib/features/tools/own-schema";
import { authOf } from "@/lib/features/tools/schema";
import { isMoved } from "@/lib/net/moved-address";
import { AuthFields, authValues } from "../auth-fields";
import { OwnFrame, OwnSection } from "./own-frame";
import { ParameterTable } from "./parameter-table";
import { TryPanel } from "./try-panel";

/** A tool made by hand: a new one, or the one of an id. */
export function HandScreen({ id }: { id: string | null }) {
  return id === null ? <HandEditor /> : <StoredHand key={id} id={id} />;
}

function StoredHand({ id }: { id: string }) {
  const t = useTranslations("tools-own.hand");
  const query = useQuery(ownToolQuery(id));
  if (query.data?.form) return <HandEditor key={query.data.revision} server={query.data} />;
  return (
    <OwnFrame title={t("edit")} openId={id}>
      <PanelState query={query} />
    </OwnFrame>
  );
}

function HandEditor({ server }: { server?: OwnServerDetailDto }) {
  const t = useTranslations("tools-own.hand");
  const router = useRouter();
  const formId = useId();
  const { create, edit } = useOwnToolActions();
  const form = useZodForm(handForm, valuesOf(server));
  const address = useWatch({ control: form.control, name: "address" });
  const saving = useSaveForm(form, {
    revision: server?.revision,
    toValues: (current: { name: string }) => ({ ...valuesOf(server), name: current.name }),
    toast: server ? undefined : t("created"),
    save: async (values, revision) => {
      const { name, description, method, address, parameters, authSecret } = values;
      const input = {
        name,
        form: { description, method, address, parameters },
        auth: authOf(values) ?? { kind: "none" as const },
        ...(authSecret && { secret: authSecret }),
      };
      if (!server) return create.mutateAsync(input);
      await edit.mutateAsync({ id: server.id, revision, ...input });
      return null;
    },
    onSaved: (made) => {
      if (made) router.replace(`/apps/add-api-tool?id=${made.id}`);
    },
  });
  return (
    <OwnFrame
      title={server ? t("edit") : t("title")}
      meta={server?.name}
      openId={server?.id ?? null}
      actions={
        <>
          {server && form.formState.isDirty && (
            <Button className="max-md:hidden" disabled={saving.isSaving} onClick={() => form.reset()}>
              {t("discard")}
            </Button>
          )}
          <Button variant="primary" type="submit" form={formId} loading={saving.isSaving}>
            {server ? t("save") : t("create")}
          </Button>
        </>
      }
    >
      <SaveForm id={formId} saving={saving}>
        <OwnSection id={`${formId}-basics`} title={t("basics")} hint={t("basicsHint")}>
          <div className="max-w-180 space-y-4">
            <TextField<HandForm> name="name" label={t("name")} required maxLength={80} autoComplete="off" />
            <TextareaField<HandForm>
              name="description"
              label={t("description")}
              hint={t("descriptionHint")}
              required
              rows={3}
              maxLength={2000}
            />
          </div>
        </OwnSection>
        <OwnSection id={`${formId}-request`} title={t("request")} hint={t("requestHint")}>
          <div className="grid max-w-180 gap-3 md:grid-cols-[130px_minmax(0,1fr)]">
            <SelectField<HandForm>
              name="method"
              label={t("method")}
              options={HAND_METHODS.map((value) => ({ value, label: value }))}
            />
            <TextField<HandForm>
              name="address"
              label={t("address")}
              placeholder="https://"
              required
              maxLength={1000}
              inputMode="url"
              autoComplete="off"
            />
          </div>
        </OwnSection>
        <OwnSection id={`${formId}-parameters`} title={t("parameters")} hint={t("parametersHint")}>
          <div className="max-w-220">
            <ParameterTable />
          </div>
        </OwnSection>
        <AuthSection id={`${formId}-auth`} server={server} isMovedAway={isMoved(server?.url ?? null, address)} />
        {Boolean(saving.failure) && (
          <div className="px-4 py-4 md:px-6">
            <FormFailure error={saving.failure} />
          </div>
        )}
      </SaveForm>
      {server && <TryPanel server={server} />}
    </OwnFrame>
  );
}

/** Authentication of own tools, the same by hand and of a description. */
export function AuthSection({
  id,
  server,
  isMovedAway,
}: {
  id: string;
  server?: OwnServerDetailDto;
  isMovedAway: boolean;
}) {
  const t = useTranslations("tools.auth");
  return (
    <OwnSection id={id} title={t("title")}>
      <div className="max-w-120">
        <AuthFields
          kinds={API_AUTH_KINDS}
          stored={server && { auth: server.auth, hasSecret: server.hasSecret }}
          isMovedAway={server !== undefined && isMovedAway}
        />
      </div>
    </OwnSection>
  );
}

function valuesOf(server: OwnServerDetailDto | undefined): HandForm {
  const form = server?.form;
  return {
    name: server?.name ?? "",
    description: form?.description ?? "",
    method: form?.method ?? "GET",
    address: form?.address ?? "",
    parameters: form?.parameters ?? [{ name: "", in: "query", type: "string", description: "", required: false }],
    ...authValues(server?.auth ?? { kind: "none" }, server?.hasSecret ?? false),
  };
}
