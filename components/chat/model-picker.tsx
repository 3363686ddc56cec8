"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { loadedPart } from "@/components/common/loaded-part";
import type { ChatModelDto } from "@/lib/features/chat/dto";
import { StateDot } from "./state-dot";

const ModelMenu = loadedPart(async () => (await import("./model-menu")).ModelMenu);

interface ModelPickerProps {
  models: readonly ChatModelDto[];
  defaultId: string | null;
  value: string | null;
  onChange: (id: string) => void;
}

/** The model the next question goes to; its menu is loaded when it is first wanted. */
export function ModelPicker({ models, defaultId, value, onChange }: ModelPickerProps) {
  const t = useTranslations("chat.composer");
  const [wanted, setWanted] = useState(false);
  const current = models.find((model) => model.id === value) ?? models[0];
  if (!current) return <span className="px-2 text-sm text-fg-3">{t("noModel")}</span>;
  const trigger = (onClick?: () => void): ReactElement => (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={
        current.status === "abnormal" ? t("modelFailing", { model: current.name }) : t("model", { model: current.name })
      }
      data-tooltip={current.status === "abnormal" ? t("modelFailing", { model: current.name }) : undefined}
      onClick={onClick}
      onPointerEnter={ModelMenu.preload}
      onFocus={ModelMenu.preload}
      className="inline-flex h-7 min-w-0 items-center gap-1.5 rounded-sm px-2 text-sm text-fg-2 hover:bg-muted data-[state=open]:bg-muted pointer-coarse:h-11"
    >
      <StateDot status={current.status} />
      <span className="min-w-0 truncate">{current.name}</span>
      <ChevronDown aria-hidden size={14} className="shrink-0 text-fg-3" />
    </button>
  );
  if (!wanted) return trigger(() => setWanted(true));
  return (
    <LazyBoundary fallback={trigger()} onFailure={() => setWanted(false)}>
      <ModelMenu
        fallback={trigger()}
        trigger={trigger()}
        models={models}
        defaultId={defaultId}
        value={current.id}
        onChange={onChange}
      />
    </LazyBoundary>
  );
}
