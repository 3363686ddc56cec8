"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Switch } from "@/components/ui/switch";
import { REVIEW_OWN_RULES_MAX } from "@/lib/config/review-kinds";
import type { OwnReviewRule } from "@/lib/review/rule-schema";

const OwnRuleDrawer = lazy(() => import("./own-rule-drawer").then((module) => ({ default: module.OwnRuleDrawer })));

interface ReviewPartProps {
  rules: readonly OwnReviewRule[];
  onChange: (rules: OwnReviewRule[]) => void;
}

/** Review rules of one app (spec K7), besides those of the organisation. */
export function ReviewPart({ rules, onChange }: ReviewPartProps) {
  const t = useTranslations("apps-editor.rules");
  /** The place of the rule that is edited; behind the last one: a new rule. */
  const [open, setOpen] = useState<number | null>(null);
  const handleClose = () => setOpen(null);
  const put = (place: number, rule: OwnReviewRule) =>
    onChange([...rules.slice(0, place), rule, ...rules.slice(place + 1)]);
  const isFull = rules.length >= REVIEW_OWN_RULES_MAX;
  return (
    <>
      <p className="text-fg-3 text-xs">{t("hint")}</p>
      {rules.length > 0 && (
        <ul className="space-y-2">
          {rules.map((rule, place) => (
            <li
              key={rule.name}
              className="flex min-h-11 items-center gap-2 rounded-md border bg-background py-1.5 pr-1.5 pl-3"
            >
              <button
                type="button"
                onClick={() => setOpen(place)}
                className="min-w-0 flex-1 rounded-xs text-left hover:text-primary-ink"
              >
                <span className="block truncate text-sm">{rule.name}</span>
                <span className="block truncate text-fg-3 text-xs">
                  {t(`about.${sidesOf(rule)}`, { count: rule.keywords.length })}
                </span>
              </button>
              <Switch
                aria-label={t("use", { name: rule.name })}
                checked={rule.enabled}
                onCheckedChange={(enabled) => put(place, { ...rule, enabled })}
              />
              <IconButton
                icon={Trash2}
                label={t("remove", { name: rule.name })}
                onClick={() => onChange(rules.filter((_, other) => other !== place))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button size="sm" icon={Plus} disabled={isFull} onClick={() => setOpen(rules.length)}>
        {t("add")}
      </Button>
      {isFull && <p className="text-fg-3 text-xs">{t("full", { max: REVIEW_OWN_RULES_MAX })}</p>}
      <LazyBoundary onFailure={handleClose}>
        {open !== null && (
          <OwnRuleDrawer
            rule={rules[open] ?? null}
            taken={rules.filter((_, place) => place !== open).map(({ name }) => name)}
            onSave={(rule) => {
              put(open, rule);
              handleClose();
            }}
            onClose={handleClose}
          />
        )}
      </LazyBoundary>
    </>
  );
}

const sidesOf = ({ reviewsInput, reviewsOutput }: OwnReviewRule) =>
  reviewsInput && reviewsOutput ? "both" : reviewsInput ? "input" : "output";
