"use client";

import { Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import { PickerButton } from "@/components/chat/picker-button";
import { loadedPart } from "@/components/common/loaded-part";

const ToolMenu = loadedPart(async () => (await import("./tool-menu")).ToolMenu);

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
      load={ToolMenu.preload}
    >
      {(trigger) => <ToolMenu {...props} fallback={trigger} trigger={trigger} />}
    </PickerButton>
  );
}
