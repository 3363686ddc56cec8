"use client";

import { Quote } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";

interface SourcesSwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Whether the next question is looked up in the bases, or goes to the model alone. */
export function SourcesSwitch({ isOn, onChange }: SourcesSwitchProps) {
  const t = useTranslations("knowledge-chat.sources");
  return (
    <button
      type="button"
      aria-pressed={isOn}
      data-tooltip={t(isOn ? "on" : "off")}
      onClick={() => onChange(!isOn)}
      className={cn(
        "inline-flex h-7 shrink-0 items-center gap-1 rounded-sm px-1.5 text-sm hover:bg-muted pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center",
        isOn ? "text-primary-ink" : "text-fg-3",
      )}
    >
      <Quote aria-hidden size={15} strokeWidth={1.75} />
      <span className="max-sm:sr-only">{t("short")}</span>
    </button>
  );
}
