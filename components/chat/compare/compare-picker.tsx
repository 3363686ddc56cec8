"use client";

import { Columns2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import type { ChatModelDto } from "@/lib/features/chat/dto";
import { PickerButton } from "../picker-button";

const load = () => import("./compare-menu").then((module) => ({ default: module.CompareMenu }));
const CompareMenu = lazy(load);

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
      load={load}
    >
      {(trigger) => <CompareMenu trigger={trigger} models={models} chosen={chosen} onChange={onChange} />}
    </PickerButton>
  );
}
