"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { QueryState } from "@/components/common/query-state";
import { TextDiff } from "@/components/common/text-diff";
import { useMinute } from "@/components/common/use-moments";
import { TextareaField } from "@/components/form/textarea-field";
import { Button } from "@/components/ui/button";
import type { WholeSearchParams } from "@/lib/features/search/settings/dto";
import { type SearchParamsForm, textOf } from "@/lib/features/search/settings/form";
import { promptVersionsQuery } from "@/lib/features/search/settings/hooks";
import {
  PLACES_OF,
  type PromptKey,
  SEARCH_TEMPLATE_MAX,
  type SettingsScope,
} from "@/lib/features/search/settings/kinds";

interface PromptPartProps {
  scope: SettingsScope;
  promptKey: PromptKey;
  inherited: WholeSearchParams;
  /** Between the prompt and the texts it had. */
  children?: ReactNode;
}

/** A prompt with what may stand in it, the way back to the inherited one, and the texts it had. */
export function PromptPart({ scope, promptKey, inherited, children }: PromptPartProps) {
  const t = useTranslations("search-params.prompt");
  const { setValue } = useFormContext<SearchParamsForm>();
  const name = `templates.${promptKey}` as const;
  const text = useWatch<SearchParamsForm, typeof name>({ name });
  const usual = textOf(inherited, promptKey);
  const handleText = (next: string) => setValue(name, next, { shouldDirty: true, shouldValidate: true });
  const places = PLACES_OF[promptKey].known.map((place) => `{{${place}}}`).join(" ");
  return (
    <div className="space-y-3">
      <TextareaField
        name={name}
        label={t(promptKey === "answer" ? "answer" : "label")}
        hint={t("hint", { places })}
        rows={promptKey === "answer" ? 6 : 16}
        maxLength={SEARCH_TEMPLATE_MAX}
        required
      />
      <Button size="sm" icon={RotateCcw} disabled={text === usual} onClick={() => handleText(usual)}>
        {t(`reset.${scope}`)}
      </Button>
      {children}
      <Versions scope={scope} promptKey={promptKey} text={text} onUse={handleText} />
    </div>
  );
}

interface VersionsProps extends Pick<PromptPartProps, "scope" | "promptKey"> {
  /** As it stands in the form. */
  text: string;
  onUse: (text: string) => void;
}

function Versions({ scope, promptKey, text, onUse }: VersionsProps) {
  const t = useTranslations("search-params.prompt");
  const minute = useMinute();
  const query = useQuery(promptVersionsQuery(scope, promptKey));
  const [shown, setShown] = useState<number | null>(null);
  const items = query.data?.items ?? [];
  return (
    <section aria-label={t("versions")} className="border-t pt-4">
      <h3 className="font-semibold text-sm">{t("versions")}</h3>
      <QueryState query={query} className="mt-2 h-12" />
      {query.data && items.length === 0 && <p className="text-fg-3 text-xs">{t("noVersions")}</p>}
      <ul className="mt-1">
        {items.map(({ version, template, author, createdAt }) => (
          <li key={version} className="border-b py-2 last:border-b-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 flex-1 text-sm">
                {t("version", { version })}
                <span className="ml-2 text-fg-3 text-xs">
                  {[author?.name, minute(createdAt)].filter(Boolean).join(" · ")}
                </span>
              </span>
              <Button
                size="sm"
                variant="ghost"
                aria-expanded={shown === version}
                onClick={() => setShown(shown === version ? null : version)}
              >
                {t("compare")}
              </Button>
              <Button size="sm" disabled={template === text} onClick={() => onUse(template)}>
                {t("use")}
              </Button>
            </div>
            {shown === version && (
              <div className="mt-2 rounded-md border bg-subtle p-3">
                <TextDiff before={template} after={text} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
