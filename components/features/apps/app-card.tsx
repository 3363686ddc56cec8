"use client";

import { Star } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import type { AppDto } from "@/lib/features/apps/dto";
import { useAppActions } from "@/lib/features/apps/hooks";
import { AppIcon, KIND_ICONS } from "./app-icon";

interface AppCardProps {
  app: AppDto;
  /** Null: its name leads nowhere. */
  href: string | null;
  /** In place of the star. */
  actions?: ReactNode;
  /** In place of how often it was used. */
  foot?: ReactNode;
}

/** An app: what it does, who made it, what kind it is. */
export function AppCard({ app, href, actions, foot }: AppCardProps) {
  const t = useTranslations("apps-list");
  const Kind = KIND_ICONS[app.kind];
  const { name, description, owner } = app;
  const madeBy = app.kind === "tool" ? t("builtIn") : (owner.department ?? owner.name);
  return (
    <article className="relative flex h-full flex-col rounded-md border bg-background p-4 transition-colors hover:border-border-strong">
      <div className="flex items-start gap-3 pr-15">
        <AppIcon icon={app.icon} id={app.id} size={36} />
        <div className="min-w-0">
          <h2 className="truncate font-semibold text-base leading-6">
            {href ? (
              <Link
                href={href}
                prefetch={false}
                className="block truncate leading-6 after:absolute after:inset-0 after:rounded-md hover:text-primary-ink"
              >
                {name}
              </Link>
            ) : (
              name
            )}
          </h2>
          <p className="truncate text-fg-3 text-xs">{madeBy}</p>
        </div>
      </div>
      <div className="absolute top-3.5 right-3 flex items-center gap-0.5">
        {actions ?? <FavouriteButton app={app} />}
      </div>
      <p className={`mt-2.5 line-clamp-2 min-h-10 text-sm leading-5 ${description ? "text-fg-2" : "text-fg-3"}`}>
        {description || t("noDescription")}
      </p>
      <div className="mt-auto flex items-center gap-1.5 pt-3 text-fg-3 text-xs">
        <Kind aria-hidden size={13} strokeWidth={1.75} className="shrink-0" />
        <span className="truncate">{t(`kind.${app.kind}`)}</span>
        <span className="tnum ml-auto whitespace-nowrap">{foot ?? t("uses", { count: app.uses })}</span>
      </div>
    </article>
  );
}

/** Keeps an app among the favourites, or no longer. */
export function FavouriteButton({ app }: { app: Pick<AppDto, "id" | "name" | "isFavourite"> }) {
  const t = useTranslations("apps-list.favourite");
  const { mark } = useAppActions();
  const { id, name } = app;
  // What was pressed stands there at once.
  const isOn = mark.isPending && mark.variables.favourite !== undefined ? mark.variables.favourite : app.isFavourite;
  return (
    <IconButton
      icon={Star}
      iconSize={15}
      label={t(isOn ? "remove" : "add", { name })}
      aria-pressed={isOn}
      className={isOn ? "text-primary-ink [&_svg]:fill-current" : undefined}
      onClick={() => mark.mutate({ id, favourite: !isOn })}
    />
  );
}
