"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Pencil, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/common/query-state";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { confirm } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import { secretsQuery, useSecretActions } from "@/lib/features/apps/secrets-hooks";
import { APP_SECRETS_MAX } from "@/lib/features/apps/secrets-schema";
import { useFlow } from "../flow-context";
import { FormSection } from "./form-section";
import { SecretDialog } from "./secret-dialog";

/** What calls of this workflow may carry without anybody reading it. */
export function SecretsPart({ url }: { url: string }) {
  const t = useTranslations("apps-flow.secrets");
  const { appId } = useFlow();
  const query = useQuery(secretsQuery(appId));
  const { remove } = useSecretActions(appId);
  const [edited, setEdited] = useState<{ name: string | null; address: string } | null>(null);
  const items = query.data?.items ?? [];
  const askToRemove = (name: string) =>
    confirm({
      title: t("removeTitle", { name }),
      description: t("removeText"),
      okButton: t("remove"),
      destructive: true,
      onOk: async () => {
        try {
          await remove.mutateAsync(name);
          toast.success(t("removed"));
        } catch (error) {
          reportFailure(error);
        }
      },
    });
  return (
    <FormSection title={t("title")} meta={<span className="tnum">{items.length}</span>}>
      <p className="text-fg-3 text-xs">{t("text")}</p>
      <QueryState query={query} />
      {items.length > 0 && (
        <ul aria-label={t("title")} className="divide-y rounded-md border bg-background">
          {items.map(({ name, origin }) => (
            <li key={name} className="flex min-h-11 items-center gap-2 py-1 pr-1 pl-3">
              <KeyRound aria-hidden size={14} className="shrink-0 text-fg-3" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-mono text-sm">{name}</span>
                <span className="block truncate text-fg-3 text-xs">{origin}</span>
              </span>
              <IconButton
                icon={Pencil}
                label={t("replace", { name })}
                onClick={() => setEdited({ name, address: origin })}
              />
              <IconButton icon={Trash2} label={t("removeTitle", { name })} onClick={() => void askToRemove(name)} />
            </li>
          ))}
        </ul>
      )}
      <Button
        size="sm"
        icon={Plus}
        disabled={items.length >= APP_SECRETS_MAX}
        onClick={() => setEdited({ name: null, address: originOf(url) })}
      >
        {t("add")}
      </Button>
      {edited && (
        <SecretDialog {...edited} appId={appId} taken={items.map(({ name }) => name)} onClose={() => setEdited(null)} />
      )}
    </FormSection>
  );
}

/** Scheme, host and port of an address that names no value there; empty where that is not known. */
function originOf(url: string): string {
  const [begin = ""] = url.split("{{");
  return /^https?:\/\/[^/]+\//.test(`${begin}${url === begin ? "/" : ""}`) && URL.canParse(begin)
    ? new URL(begin).origin
    : "";
}
