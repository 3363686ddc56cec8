"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { FormDrawer } from "@/components/form/form-drawer";
import { TextField } from "@/components/form/text-field";
import { TextareaField } from "@/components/form/textarea-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { confirm } from "@/lib/client/dialogs";
import { API_SCOPES, type ApiScope, MODEL_SCOPES } from "@/lib/config/api-scopes";
import { decimalOf, microsOf } from "@/lib/config/money";
import { ALL_BASES, basesQuery } from "@/lib/features/knowledge/hooks";
import type { KeyDto, OpenApiOptions } from "@/lib/features/open-api/dto";
import { useKeyActions } from "@/lib/features/open-api/hooks";
import { KEY_NAME_MAX, keyForm, linesOf, type NewKey } from "@/lib/features/open-api/key-schema";
import { ChoiceList } from "./choice-list";
import { SecretDrawer } from "./secret-drawer";

interface KeyDrawerProps {
  /** Null makes a new one. */
  apiKey: KeyDto | null;
  options: OpenApiOptions;
  /** Hears the secret of a new key. */
  onSecret: (secret: string) => void;
  /** Opens the playground. */
  onTry: () => void;
  onClose: () => void;
}

/** What a key may call, from where and how much. A new key's secret is shown once, in the same place. */
export function KeyDrawer({ apiKey, options, onSecret, onTry, onClose }: KeyDrawerProps) {
  const t = useTranslations("open-api");
  const { create, edit, renew } = useKeyActions();
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  const form = useZodForm(keyForm, valuesOf(apiKey));
  const [everyScope, everyModel, everyBase, scopes] = useWatch({
    control: form.control,
    name: ["everyScope", "everyModel", "everyBase", "scopes"],
  });
  // Never among "everything": what is inside of bases is named.
  const hasBases = !everyScope && scopes.includes("knowledge");

  const saving = useSaveForm(form, {
    revision: apiKey?.revision,
    toValues: valuesOf,
    save: async (values, revision) => {
      const lacking =
        !values.everyScope && values.scopes.length === 0
          ? "scopes"
          : !values.everyModel && values.modelIds.length === 0
            ? "modelIds"
            : hasBases && !values.everyBase && values.baseIds.length === 0 && "baseIds";
      if (lacking) {
        form.setError(lacking, { message: "required" });
        return false;
      }
      const addresses = linesOf(values.addresses);
      const input: NewKey = {
        name: values.name,
        scopes: values.everyScope ? null : (values.scopes as ApiScope[]),
        modelIds: values.everyModel ? null : values.modelIds,
        baseIds: hasBases && !values.everyBase ? values.baseIds : null,
        addresses: addresses.length > 0 ? addresses : null,
        requestsPerMinute: values.requestsPerMinute ?? null,
        tokensPerMinute: values.tokensPerMinute ?? null,
        dailyTokenLimit: values.dailyTokenLimit ?? null,
        monthlyBudgetMicros: microsOf(values.monthlyBudget) || null,
        expiresAt: values.expiresOn ? endOfDay(values.expiresOn) : null,
      };
      if (apiKey) return edit.mutateAsync({ id: apiKey.id, revision, ...input });
      const { secret } = await create.mutateAsync(input);
      onSecret(secret);
      setMade({ name: input.name, secret });
      return false;
    },
    onSaved: onClose,
  });

  const handleRenew = (key: KeyDto) =>
    void confirm({
      title: t("renew.title"),
      description: t("renew.text", { name: key.name }),
      okButton: t("renew.ok"),
      destructive: true,
      onOk: async () => {
        const { secret } = await renew.mutateAsync(key.id);
        onSecret(secret);
        setMade({ name: key.name, secret });
      },
    });

  if (made) return <SecretDrawer {...made} onTry={onTry} onClose={onClose} />;
  return (
    <FormDrawer
      title={apiKey ? t("drawer.edit") : t("drawer.create")}
      meta={apiKey?.hint}
      saving={saving}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t("form.name")}
        hint={t("form.nameHint")}
        required
        maxLength={KEY_NAME_MAX}
        autoComplete="off"
      />
      <fieldset className="space-y-2">
        <legend className="font-semibold text-sm">{t("form.reach")}</legend>
        <ChoiceField name="everyScope" label={t("form.everyScope")} kind="switch" />
        {!everyScope && (
          <ChoiceList
            name="scopes"
            label={t("form.scopes")}
            choices={API_SCOPES.map((scope) => ({ value: scope, label: t(`scope.${scope}`) }))}
          />
        )}
        {hasBases && <ChoiceField name="everyBase" label={t("form.everyBase")} kind="switch" />}
        {hasBases && !everyBase && <BaseChoices />}
        <ChoiceField name="everyModel" label={t("form.everyModel")} kind="switch" />
        {!everyModel && (
          <ChoiceList
            name="modelIds"
            label={t("form.models")}
            searchable
            choices={options.models.map(({ id, name, type }) => ({
              value: id,
              label: name,
              note: t(`type.${type}`),
            }))}
          />
        )}
      </fieldset>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 font-semibold text-sm">{t("form.limits")}</legend>
        <TextField name="requestsPerMinute" kind="number" label={t("form.requests")} hint={t("form.emptyNone")} />
        <TextField name="tokensPerMinute" kind="number" label={t("form.tokens")} hint={t("form.emptyNone")} />
        <TextField name="dailyTokenLimit" kind="number" label={t("form.day")} hint={t("form.emptyNone")} />
        <TextField
          name="monthlyBudget"
          label={t("form.budget")}
          hint={t("form.emptyNone")}
          inputMode="decimal"
          maxLength={16}
          suffix={options.currency}
          autoComplete="off"
        />
      </fieldset>
      <TextareaField
        name="addresses"
        label={t("form.addresses")}
        hint={t("form.addressesHint")}
        rows={3}
        maxLength={4000}
      />
      <TextField name="expiresOn" kind="date" label={t("form.expires")} hint={t("form.expiresHint")} />
      {apiKey?.isOwn && (
        <section className="space-y-2 border-t pt-4">
          <p className="text-fg-3 text-sm">{apiKey.hint ? t("renew.hint") : t("renew.handedOver")}</p>
          <Button icon={RefreshCw} disabled={renew.isPending} onClick={() => handleRenew(apiKey)}>
            {t("renew.ok")}
          </Button>
        </section>
      )}
    </FormDrawer>
  );
}

/** The bases whoever looks at the key may use. */
function BaseChoices() {
  const t = useTranslations("open-api");
  const { data } = useQuery(basesQuery({ ...ALL_BASES, pageSize: 100 }));
  return (
    <ChoiceList
      name="baseIds"
      label={t("form.bases")}
      searchable
      choices={(data?.items ?? []).map(({ id, name, owner }) => ({ value: id, label: name, note: owner.name }))}
    />
  );
}

type Edited = Omit<
  KeyDto,
  "id" | "owner" | "hint" | "status" | "usage" | "createdAt" | `lastUsed${string}` | "revision"
>;

function valuesOf(apiKey: Edited | null) {
  return {
    name: apiKey?.name ?? "",
    everyScope: !apiKey?.scopes,
    scopes: apiKey?.scopes ?? [...MODEL_SCOPES],
    everyModel: !apiKey?.modelIds,
    modelIds: apiKey?.modelIds ?? [],
    everyBase: !apiKey?.baseIds,
    baseIds: apiKey?.baseIds ?? [],
    addresses: apiKey?.addresses?.join("\n") ?? "",
    requestsPerMinute: apiKey?.requestsPerMinute ?? undefined,
    tokensPerMinute: apiKey?.tokensPerMinute ?? undefined,
    dailyTokenLimit: apiKey?.dailyTokenLimit ?? undefined,
    monthlyBudget: apiKey?.monthlyBudgetMicros ? decimalOf(apiKey.monthlyBudgetMicros) : "",
    expiresOn: apiKey?.expiresAt ? localDay(apiKey.expiresAt) : "",
  };
}

/** The last moment of a day where the person is. */
function endOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 23, 59, 59).toISOString();
}

function localDay(iso: string): string {
  const date = new Date(iso);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
