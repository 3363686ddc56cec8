"use client";

import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/status";
import type { AppState } from "@/lib/features/apps/dto";

const TONES = { draft: "neutral", published: "success", changed: "warning", trial: "primary" } as const;

/** Whether an app is in use, and whether its draft is. */
export function AppStateMark({ state }: { state: AppState }) {
  const t = useTranslations("apps-list.state");
  return <Status tone={TONES[state]}>{t(state)}</Status>;
}
