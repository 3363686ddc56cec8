"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { useMinute } from "@/components/common/use-moments";
import { FormDrawer } from "@/components/form/form-drawer";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { confirm } from "@/lib/client/dialogs";
import { decimalOf, microsOf } from "@/lib/config/money";
import { findSearchProvider, SEARCH_PROVIDERS, type SearchProviderKind } from "@/lib/config/tool-kinds";
import type { BuiltinToolDto } from "@/lib/features/tools/dto";
import { useBuiltinActions } from "@/lib/features/tools/hooks";
import type { SearchProviderDto } from "@/lib/features/tools/search-dto";
import { searchProvidersQuery, useSearchProviderActions } from "@/lib/features/tools/search-hooks";
import {
  PROVIDER_ADDRESS_MAX,
  PROVIDER_KEY_MAX,
  PROVIDER_NAME_MAX,
  searchProviderForm,
} from "@/lib/features/tools/search-schema";
import { isMoved } from "@/lib/net/moved-address";
import { useReason } from "./use-reason";

interface ProviderDrawerProps {
  /** `new`, or a provider's. */
  id: string;
  /** The web search itself: the first provider switches it on. */
  tool: BuiltinToolDto;
  onClose: () => void;
}

/** A search provider: where it is, its key, what it may be asked a day and what that costs. */
export function ProviderDrawer({ id, tool, onClose }: ProviderDrawerProps) {
  const t = useTranslations("tools-search");
  const query = useQuery(searchProvidersQuery);
  const { data } = query;
  const provider = data?.items.find((one) => one.id === id);
  const isGone = data !== undefined && id !== "new" && !provider;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is said once; the screen makes a new function each time
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone]);
  if (!data || isGone) {
    return (
      <LoadingDrawer
        title={t(id === "new" ? "addTitle" : "editTitle")}
        isError={query.isError && !data}
        onRetry={() => void query.refetch()}
        onClose={onClose}
      />
    );
  }
  return <ProviderForm {...{ provider, tool, currency: data.currency, onClose }} />;
}

type Edited = Pick<SearchProviderDto, "name" | "baseUrl" | "dailyQuota" | "costMicros" | "hasKey">;

function ProviderForm({
  provider,
  tool,
  currency,
  onClose,
}: Omit<ProviderDrawerProps, "id"> & { provider: SearchProviderDto | undefined; currency: string }) {
  const t = useTranslations("tools-search");
  const { create, edit, change } = useSearchProviderActions();
  const builtin = useBuiltinActions();
  const toValues = (of: Edited | undefined) => ({
    kind: provider?.kind ?? ("searxng" as SearchProviderKind),
    name: of?.name ?? "SearXNG",
    baseUrl: of?.baseUrl ?? "",
    apiKey: "",
    dailyQuota: of?.dailyQuota ? String(of.dailyQuota) : "",
    cost: of?.costMicros ? decimalOf(of.costMicros) : "",
    keepsKey: of?.hasKey ?? false,
  });
  const form = useZodForm(searchProviderForm, toValues(provider));
  const [kind, address] = useWatch({ control: form.control, name: ["kind", "baseUrl"] });
  const keyRequired = findSearchProvider(kind)?.keyRequired ?? false;
  const hasKey = provider?.hasKey ?? false;
  const mustEnterKey = hasKey && isMoved(provider?.baseUrl ?? null, address);
  const handleKind = (next: string) => {
    const { name = "", baseUrl = "" } = findSearchProvider(next) ?? {};
    const named = form.getValues("name");
    form.setValue("baseUrl", baseUrl, { shouldDirty: true });
    // A name somebody chose stays.
    if (named === "" || SEARCH_PROVIDERS.some((one) => one.name === named)) form.setValue("name", name);
    form.clearErrors();
  };
  const saving = useSaveForm(form, {
    revision: provider?.revision,
    toValues,
    save: async ({ kind, name, baseUrl, apiKey, dailyQuota, cost }, revision) => {
      const values = {
        name,
        baseUrl,
        ...(apiKey && { apiKey }),
        dailyQuota: dailyQuota === "" ? null : Number(dailyQuota),
        costMicros: microsOf(cost),
      };
      if (provider) return edit.mutateAsync({ id: provider.id, revision, ...values });
      await create.mutateAsync({ kind, ...values });
      // Saving the first set-up switches the search on.
      if (!tool.ready) await builtin.edit.mutateAsync({ key: tool.key, enabled: true });
    },
    onSaved: onClose,
  });
  const handleRemoveKey = async (id: string) => {
    const agreed = await confirm({
      title: t("removeKey.title"),
      description: t("removeKey.text"),
      okButton: t("removeKey.ok"),
      destructive: true,
      onOk: () => change.mutateAsync({ id, apiKey: null }),
    });
    if (agreed) onClose();
  };
  const keyHint = mustEnterKey ? "keyAgain" : hasKey ? "keyKeep" : keyRequired ? "keyHint" : "keyOptional";
  return (
    <FormDrawer title={t(provider ? "editTitle" : "addTitle")} meta={provider?.name} saving={saving} onClose={onClose}>
      <SelectField
        name="kind"
        label={t("kind")}
        hint={t(`about.${kind}`)}
        required
        disabled={provider !== undefined}
        options={SEARCH_PROVIDERS.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={handleKind}
      />
      <TextField
        name="name"
        label={t("name")}
        hint={t("nameHint")}
        required
        maxLength={PROVIDER_NAME_MAX}
        autoComplete="off"
      />
      <TextField
        name="baseUrl"
        label={t("address")}
        required
        maxLength={PROVIDER_ADDRESS_MAX}
        inputMode="url"
        autoComplete="off"
      />
      <TextField
        name="apiKey"
        kind="secret"
        label={t("key")}
        hint={t(keyHint)}
        required={keyRequired && (!hasKey || mustEnterKey)}
        maxLength={PROVIDER_KEY_MAX}
        autoComplete="off"
      />
      {provider?.hasKey && (
        <div className="flex items-center gap-3 text-fg-3 text-xs">
          <span className="min-w-0 flex-1">
            {provider.keyHint ? t("keyStored", { hint: provider.keyHint }) : t("keyStoredPlain")}
          </span>
          <Button variant="ghost" size="sm" icon={Trash2} onClick={() => void handleRemoveKey(provider.id)}>
            {t("removeKey.open")}
          </Button>
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="dailyQuota" label={t("quota")} hint={t("quotaHint")} inputMode="numeric" maxLength={8} />
        <TextField
          name="cost"
          label={t("cost")}
          hint={t("costHint")}
          inputMode="decimal"
          maxLength={16}
          suffix={currency}
          autoComplete="off"
        />
      </div>
      {provider && <Failures provider={provider} />}
    </FormDrawer>
  );
}

/** What went wrong with it lately. */
function Failures({ provider: { failures } }: { provider: SearchProviderDto }) {
  const t = useTranslations("tools-search.failures");
  const minute = useMinute();
  const reason = useReason();
  return (
    <section aria-labelledby="search-failures" className="border-t pt-4">
      <h3 id="search-failures" className="font-semibold text-base">
        {t("title")}
      </h3>
      <p className="text-fg-3 text-xs">{t(failures.length > 0 ? "text" : "none")}</p>
      <ul className="mt-2 space-y-1.5">
        {failures.map(({ error, at }) => (
          <li key={at} className="flex gap-3 text-sm">
            <time dateTime={at} className="tnum shrink-0 text-fg-3">
              {minute(at)}
            </time>
            <span className="min-w-0 text-danger-ink">{reason(error).full}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
