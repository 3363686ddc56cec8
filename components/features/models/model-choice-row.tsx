"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { MODEL_TYPES, type ModelType } from "@/lib/config/model-kinds";
import type { ModelChoiceState } from "./use-model-choice";

/** One model of the list. The type is the browser's own select: hundreds of them must stay light. */
export function ModelChoiceRow({ name, choice }: { name: string; choice: ModelChoiceState }) {
  const t = useTranslations("models");
  const id = useId();
  const type = choice.types.get(name);
  const isAdded = choice.already.has(name);
  return (
    <li className="flex min-h-10 items-center gap-3 px-3 py-1 text-sm not-last:border-b">
      <Checkbox
        id={id}
        disabled={isAdded}
        checked={isAdded || type !== undefined}
        onCheckedChange={(checked) => choice.pick([name], checked === true)}
      />
      <label htmlFor={id} className="min-w-0 flex-1 break-words">
        {name}
      </label>
      {isAdded && <Badge>{t("choice.already")}</Badge>}
      {type && (
        <select
          aria-label={t("choice.typeOf", { name })}
          value={type}
          onChange={(event) => choice.setType(name, event.target.value as ModelType)}
          className="h-7 rounded-sm border border-input bg-background px-1.5 text-sm pointer-coarse:h-11"
        >
          {MODEL_TYPES.map((value) => (
            <option key={value} value={value}>
              {t(`type.${value}`)}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}
