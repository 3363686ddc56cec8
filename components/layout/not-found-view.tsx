"use client";

import { ArrowLeft, House, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FullState } from "@/components/common/full-state";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { CommandKey } from "./command-key";
import { openLayer } from "./shell-state";

interface NotFoundViewProps {
  hasSearch: boolean;
  heading: "h1" | "h2";
  children?: ReactNode;
}

/** What an unknown or unpermitted address shows; it tells nobody which of the two it was (design 7.7). */
export function NotFoundView({ hasSearch, heading, children }: NotFoundViewProps) {
  const t = useTranslations("common");
  return (
    <FullState
      kind="not-found"
      heading={heading}
      title={t("notFound.title")}
      description={t("notFound.description")}
      actions={
        <>
          <a href="/" className={buttonClass("primary")}>
            <House aria-hidden size={15} strokeWidth={1.75} />
            {t("action.home")}
          </a>
          <Button icon={ArrowLeft} onClick={() => window.history.back()}>
            {t("action.back")}
          </Button>
        </>
      }
    >
      {hasSearch && (
        <button
          type="button"
          onClick={() => openLayer("palette")}
          className="mt-8 flex h-10 w-full max-w-105 items-center gap-2 rounded-sm border border-border-strong px-2.5 text-left text-sm text-fg-3 shadow-xs hover:text-fg-2"
        >
          <Search aria-hidden size={15} strokeWidth={1.75} />
          <span className="flex-1">{t("notFound.search")}</span>
          <CommandKey letter="K" />
        </button>
      )}
      {children}
    </FullState>
  );
}
