"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { TopBar } from "@/components/layout/top-bar";
import { OwnList } from "./own-list";

interface OwnFrameProps {
  title: string;
  meta?: string;
  actions?: ReactNode;
  /** The own tools that are open. */
  openId: string | null;
  children: ReactNode;
}

/** A screen of own tools: what is made or changed, and beside it all there are. */
export function OwnFrame({ title, meta, actions, openId, children }: OwnFrameProps) {
  const t = useTranslations("tools-own");
  return (
    <>
      <TopBar title={title} meta={meta} crumbs={[{ label: t("crumb") }]} actions={actions} />
      <div className="flex min-h-0 flex-1 max-xl:flex-col max-xl:overflow-y-auto">
        <div className="min-w-0 flex-1 xl:overflow-y-auto">{children}</div>
        <aside aria-label={t("list.title")} className="shrink-0 max-xl:border-t xl:w-80 xl:overflow-y-auto xl:border-l">
          <OwnList openId={openId} />
        </aside>
      </div>
    </>
  );
}

interface OwnSectionProps {
  id: string;
  title: string;
  hint?: string;
  /** Beside the title. */
  extra?: ReactNode;
  children: ReactNode;
}

export function OwnSection({ id, title, hint, extra, children }: OwnSectionProps) {
  return (
    <section aria-labelledby={id} className="border-b px-4 py-5 last:border-b-0 md:px-6">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 id={id} className="font-semibold text-base">
          {title}
        </h2>
        {hint && <p className="text-fg-3 text-xs">{hint}</p>}
        {extra}
      </div>
      {children}
    </section>
  );
}
