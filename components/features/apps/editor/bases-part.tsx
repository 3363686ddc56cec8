"use client";

import { useQuery } from "@tanstack/react-query";
import { Library, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { SearchPicker } from "@/components/common/search-picker";
import { IconButton } from "@/components/ui/icon-button";
import { Tile } from "@/components/ui/tile";
import { api } from "@/lib/client/api-client";
import type { ChoiceSource } from "@/lib/client/choices";
import { partsQuery } from "@/lib/features/apps/hooks";
import { APP_BASES_MAX } from "@/lib/features/apps/limits";
import { BaseReach } from "./base-reach";
import { type PartProps, SwitchRow } from "./part";
import { RetrievalFold } from "./retrieval-fold";

const BASES: ChoiceSource = {
  key: ["apps", "bases"],
  find: async (keyword, signal) =>
    (await api.get("/apps/parts", { query: { keyword: keyword || undefined }, signal })).bases.map(({ id, name }) => ({
      id,
      name,
    })),
};

interface BasesFieldProps {
  baseIds: readonly string[];
  onChange: (baseIds: string[]) => void;
}

/** Bases that are searched, up to as many as there may be. */
export function BasesField({ baseIds, onChange }: BasesFieldProps) {
  const t = useTranslations("apps-editor.bases");
  const { data } = useQuery({ ...partsQuery({ ids: baseIds }), enabled: baseIds.length > 0 });
  const isFull = baseIds.length >= APP_BASES_MAX;
  return (
    <>
      {baseIds.length > 0 && (
        <ul className="space-y-2">
          {baseIds.map((id) => {
            const name = data?.bases.find((base) => base.id === id)?.name ?? (data ? t("gone") : "…");
            return (
              <li key={id} className="flex min-h-11 items-center gap-2.5 rounded-md border bg-background px-3">
                <Tile id={id} name="" icon={Library} size={24} className="rounded-sm" />
                <span className="min-w-0 flex-1 truncate text-sm">{name}</span>
                <IconButton
                  icon={X}
                  label={t("remove", { name })}
                  onClick={() => onChange(baseIds.filter((one) => one !== id))}
                />
              </li>
            );
          })}
        </ul>
      )}
      {isFull ? (
        <p className="text-fg-3 text-xs">{t("full", { max: APP_BASES_MAX })}</p>
      ) : (
        <SearchPicker
          key={baseIds.join()}
          label={t("add")}
          value={null}
          source={BASES}
          onChange={(choice) => {
            if (choice && !baseIds.includes(choice.id)) onChange([...baseIds, choice.id]);
          }}
        />
      )}
    </>
  );
}

/** The bases an app answers from; whoever asks is answered from those they may use. */
export function BasesPart({ appId, settings, onChange, options }: PartProps & { options: ConversationOptions }) {
  const t = useTranslations("apps-editor.bases");
  const { baseIds, onlyBases, retrieval } = settings;
  return (
    <>
      <BasesField baseIds={baseIds} onChange={(next) => onChange({ baseIds: next })} />
      <BaseReach appId={appId} baseIds={baseIds} />
      {baseIds.length > 0 && (
        <>
          <SwitchRow
            label={t("only")}
            hint={t("onlyHint")}
            checked={onlyBases}
            onChange={(next) => onChange({ onlyBases: next })}
          />
          <RetrievalFold
            appId={appId}
            retrieval={retrieval}
            options={options}
            onChange={(next) => onChange({ retrieval: next })}
          />
        </>
      )}
    </>
  );
}
