"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { TextareaField } from "@/components/form/textarea-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import type { OwnServerDetailDto } from "@/lib/features/tools/own-dto";
import { useOwnToolActions } from "@/lib/features/tools/own-hooks";
import { HAND_METHODS, type HandForm, handForm } from "@/lib/features/tools/own-schema";
import { authOf } from "@/lib/features/tools/schema";
import { isMoved } from "@/lib/net/moved-address";
import { authValues } from "../auth-fields";
import { AuthSection, OwnEditor, StoredOwn } from "./own-editor";
import { OwnSection } from "./own-frame";
import { ParameterTable } from "./parameter-table";

/** A tool made by hand: a new one, or the one of an id. */
export function HandScreen({ id }: { id: string | null }) {
  const t = useTranslations("tools-own.hand");
  if (id === null) return <HandEditor />;
  return (
    <StoredOwn key={id} id={id} title={t("edit")} isByHand={true}>
      {(server) => <HandEditor key={server.revision} server={server} />}
    </StoredOwn>
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
    <OwnEditor
      formId={formId}
      titles={{ new: t("title"), edit: t("edit") }}
      server={server}
      saving={saving}
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
      <AuthSection server={server} isMovedAway={isMoved(server?.url ?? null, address)} />
    </OwnEditor>
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
