"use client";

import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Notice } from "@/components/common/notice";
import { Avatar } from "@/components/ui/avatar";
import type { EditorsDto } from "@/lib/features/apps/dto";

/** So many are shown; the rest is a figure. */
const SHOWN = 3;

/** Who else has the editor open. */
export function OtherEditors({ others }: { others: EditorsDto["others"] }) {
  const t = useTranslations("apps-editor.others");
  if (others.length === 0) return null;
  const names = others.map(({ name }) => name).join(t("comma"));
  return (
    <span
      role="img"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the names are told where it has the focus
      tabIndex={0}
      aria-label={t("editing", { names })}
      data-tooltip={t("editing", { names })}
      className="flex shrink-0 rounded-full"
    >
      {others.slice(0, SHOWN).map(({ id, name }) => (
        <Avatar key={id} id={id} name={name} className="-ml-1.5 ring-2 ring-background first:ml-0" />
      ))}
      {others.length > SHOWN && (
        <span
          aria-hidden
          className="tnum -ml-1.5 grid size-6 place-items-center rounded-full bg-muted text-fg-2 text-xs ring-2 ring-background"
        >
          +{others.length - SHOWN}
        </span>
      )}
    </span>
  );
}

/** Somebody saved another draft, and nothing here is in its way yet: better to look at it before going on. */
export function NewerDraft({ by, onTake }: { by: string | null; onTake: () => void }) {
  const t = useTranslations("apps-editor");
  return (
    <div role="status">
      <Notice icon={RefreshCw} action={{ label: t("stale.take"), onClick: onTake }}>
        {t("others.newer", { name: by ?? t("stale.somebody") })}
      </Notice>
    </div>
  );
}
