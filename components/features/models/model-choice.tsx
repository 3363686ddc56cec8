"use client";

import { Plus, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { MODELS_AT_ONCE } from "@/lib/features/models/schema";
import { ModelChoiceRow } from "./model-choice-row";
import type { ModelChoiceState } from "./use-model-choice";
import { useReason } from "./use-reason";

interface ModelChoiceProps {
  choice: ModelChoiceState;
  isFinding: boolean;
}

/** The supplier's list: search, select all, a type for each; and names by hand for suppliers that list nothing. */
export function ModelChoice({ choice, isFinding }: ModelChoiceProps) {
  const t = useTranslations("models.choice");
  const titleId = useId();
  const [keyword, setKeyword] = useState("");
  const [manual, setManual] = useState("");
  const { already, names, result, types } = choice;
  const shown = names.filter((name) => name.toLowerCase().includes(keyword.trim().toLowerCase()));
  const open = shown.filter((name) => !already.has(name));
  const pickedShown = open.filter((name) => types.has(name)).length;

  const handleAdd = () => {
    const name = manual.trim();
    if (!name || already.has(name)) return;
    choice.addByHand(name);
    setManual("");
  };
  return (
    <section aria-labelledby={titleId} className="space-y-3">
      <div className="flex items-baseline gap-2">
        <h3 id={titleId} className="font-semibold text-base">
          {t("title")}
        </h3>
        <span role="status" className="text-fg-3 text-xs">
          {choice.isOverLimit
            ? t("tooMany", { max: MODELS_AT_ONCE })
            : types.size > 0
              ? t("selected", { count: types.size })
              : result?.ok
                ? t("found", { count: result.models.length })
                : ""}
        </span>
      </div>
      {isFinding && (
        <p className="flex items-center gap-2 text-fg-3 text-sm">
          <Spinner size={14} />
          {t("finding")}
        </p>
      )}
      <Outcome choice={choice} />
      {names.length > 8 && (
        <Input
          icon={Search}
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      {names.length > 0 && (
        <div className="overflow-hidden rounded-md border">
          <div className="flex min-h-10 items-center gap-3 border-b bg-subtle px-3 text-sm">
            <Checkbox
              id={`${titleId}-all`}
              disabled={open.length === 0}
              checked={pickedShown === 0 ? false : pickedShown === open.length ? true : "indeterminate"}
              onCheckedChange={(checked) => choice.pick(open, checked === true)}
            />
            <label htmlFor={`${titleId}-all`}>{t("selectAll", { count: open.length })}</label>
          </div>
          {shown.length === 0 ? (
            <p className="px-3 py-2.5 text-fg-3 text-sm">{t("none")}</p>
          ) : (
            <ul className="max-h-80 overflow-y-auto">
              {shown.map((name) => (
                <ModelChoiceRow key={name} name={name} choice={choice} />
              ))}
            </ul>
          )}
        </div>
      )}
      <div className="flex gap-2">
        <Input
          aria-label={t("manual")}
          placeholder={t("manual")}
          maxLength={120}
          value={manual}
          onChange={(event) => setManual(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            // Enter would save the form the list stands in.
            event.preventDefault();
            handleAdd();
          }}
          className="min-w-0 flex-1"
        />
        <Button icon={Plus} disabled={!manual.trim()} onClick={handleAdd}>
          {t("add")}
        </Button>
      </div>
    </section>
  );
}

/** What asking the supplier brought, where it is not a list. */
function Outcome({ choice: { result, names } }: { choice: ModelChoiceState }) {
  const t = useTranslations("models");
  const reason = useReason();
  if (result && !result.ok) {
    return (
      <p role="alert" className="rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">
        {reason(result.error).full}
        {result.detail && (
          <span className="mt-1 block break-words text-xs">{t("detail", { text: result.detail })}</span>
        )}
      </p>
    );
  }
  if (result?.models.length === 0) return <p className="text-fg-3 text-sm">{t("choice.empty")}</p>;
  return names.length === 0 ? <p className="text-fg-3 text-sm">{t("choice.intro")}</p> : null;
}
