"use client";

import { Menu } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { openLayer } from "./shell-state";

/** Opens the menu on screens without a sidebar. */
export function MenuButton() {
  const t = useTranslations("nav");
  return (
    <IconButton
      icon={Menu}
      label={t("openMenu")}
      size={44}
      iconSize={19}
      className="-ml-3 md:hidden"
      onClick={() => openLayer("drawer")}
    />
  );
}
