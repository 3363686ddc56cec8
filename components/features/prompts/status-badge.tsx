"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { Tone } from "@/components/ui/tone";
import type { PromptStatus } from "@/lib/prompts/kinds";

const TONES: Record<PromptStatus, Tone> = {
  draft: "neutral",
  pending: "warning",
  approved: "success",
  rejected: "danger",
};

/** Where a prompt stands on its way to others. */
export function StatusBadge({ status }: { status: PromptStatus }) {
  const t = useTranslations("prompts.status");
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}
