"use client";

import { Columns2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { loadedPart } from "@/components/common/loaded-part";
import type { ChatModelDto } from "@/lib/features/chat/dto";
import { PickerButton } from "../picker-button";

const CompareMenu = loadedPart(async () => (await import("./compare-menu")).CompareMenu);

interface ComparePickerProps {
  models: readonly ChatModelDto[];
  chosen: readonly string[];
  onChange: (modelIds: string[]) => void;
}

/** Sends the next question to several models; the list is loaded when it is first wanted. */
export function ComparePicker({ models, chosen, onChange }: ComparePickerProps) {
  const t = useTranslations("chat.composer");
  if (models.length < 2) return null;
  const count = chosen.length;
  return (
    <PickerButton
      icon={Columns2}
      word={t("compareWord")}
      count={count}
      label={count > 0 ? t("comparing", { count }) : t("compare")}
      load={CompareMenu.preload}
    >
      {(trigger) => (
        <CompareMenu fallback={trigger} trigger={trigger} models={models} chosen={chosen} onChange={onChange} />
      )}
    </PickerButton>
  );
}
