"use client";

import { ChevronDown, Gauge } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { SEARCH_MODES, type SearchMode } from "@/lib/features/search/modes";

/** How thoroughly the next question is searched. */
export function ModeMenu({ mode, onChange }: { mode: SearchMode; onChange: (mode: SearchMode) => void }) {
  const t = useTranslations("search.mode");
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={`${t("label")}: ${t(mode)}`}
        className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-sm px-2 text-fg-2 text-sm hover:bg-muted data-[state=open]:bg-muted pointer-coarse:h-11"
      >
        <Gauge aria-hidden size={15} strokeWidth={1.75} />
        {t(mode)}
        <ChevronDown aria-hidden size={13} className="text-fg-3" />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" side="top" className="w-72">
        <DropdownMenuRadioGroup value={mode} onValueChange={(value) => onChange(value as SearchMode)}>
          {SEARCH_MODES.map((one) => (
            <DropdownMenuRadioItem key={one} value={one}>
              <span className="block">{t(one)}</span>
              <span className="block text-fg-3 text-xs">{t(`${one}Hint`)}</span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
