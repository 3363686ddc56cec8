"use client";

import { Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { PickerButton } from "@/components/chat/picker-button";

const load = () => import("./tool-menu").then((module) => ({ default: module.ToolMenu }));
const ToolMenu = lazy(load);

interface ToolPickerProps {
  modelId: string | null;
  /** Names of the optional tools that are on. */
  chosen: readonly string[];
  /** The model can call tools. */
  isUsable: boolean;
  onChange: (tools: string[]) => void;
}

/** Which tools a question may use; the list is loaded when it is first wanted. */
export function ToolPicker(props: ToolPickerProps) {
  const { chosen, isUsable } = props;
  const t = useTranslations("chat.composer");
  const count = isUsable ? chosen.length : 0;
  return (
    <PickerButton
      icon={Wrench}
      word={t("tools")}
      count={count}
      label={count > 0 ? t("toolsOn", { count }) : t("tools")}
      load={load}
    >
      {(trigger) => <ToolMenu {...props} trigger={trigger} />}
    </PickerButton>
  );
}
