"use client";

import { useTranslations } from "next-intl";
import { baseChatHref } from "@/lib/features/knowledge/paths";
import { BaseChoice } from "../base-choice";

/** Which base is to be asked, where the address names none. */
export function BaseChatChoice() {
  const t = useTranslations("knowledge-chat");
  return <BaseChoice title={t("title")} right="view" hrefOf={baseChatHref} />;
}
