"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import type { PromptDetail } from "@/lib/features/prompts/dto";

type Circle = "department" | "all";

interface ShareFormProps {
  prompt: PromptDetail;
  hasDepartment: boolean;
  initial: Circle;
  onChange: (circle: Circle) => void;
}

/** Whom a prompt is shared with once it was reviewed. */
export function ShareForm({ prompt, hasDepartment, initial, onChange }: ShareFormProps) {
  const t = useTranslations("prompts.share");
  const [circle, setCircle] = useState<Circle>(initial);
  const isWider = prompt.releasedVersion !== null && prompt.visibility !== circle;
  return (
    <div className="space-y-3 text-sm">
      <p className="text-fg-2">{t("text")}</p>
      <RadioGroup
        aria-label={t("circle")}
        value={circle}
        onValueChange={(value) => {
          setCircle(value as Circle);
          onChange(value as Circle);
        }}
        className="flex-col"
      >
        <RadioGroupItem value="department" label={t("department")} disabled={!hasDepartment} />
        <RadioGroupItem value="all" label={t("all")} />
      </RadioGroup>
      {!hasDepartment && <p className="text-fg-3 text-xs">{t("departmentNone")}</p>}
      {isWider && <p className="rounded-sm bg-warning-soft px-3 py-2 text-warning-ink">{t("widen")}</p>}
    </div>
  );
}
