"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { SearchInput } from "@/components/common/search-input";
import { shortTokens } from "@/components/features/models/format";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { MODEL_TYPES, type ModelType } from "@/lib/config/model-kinds";
import type { ListedModel, ModelListState } from "./use-model-list";

interface ModelListProps {
  list: ModelListState;
  isFinding: boolean;
  /** The supplier has answered. */
  isFound: boolean;
  /** Why there is no list, or what is special about it. */
  children?: ReactNode;
}

/** The supplier's models with what is known of them; tick what is wanted, or type a name the list does not hold. */
export function ModelList({ list, isFinding, isFound, children }: ModelListProps) {
  const t = useTranslations("models-list");
  const titleId = useId();
  const [keyword, setKeyword] = useState("");
  const { listed, models, picked } = list;
  const shown = models.filter(({ id }) => id.toLowerCase().includes(keyword.trim().toLowerCase()));
  const open = shown.filter(({ added }) => !added).map(({ id }) => id);
  const pickedShown = open.filter((id) => picked.has(id)).length;
  return (
    <section aria-labelledby={titleId} className="space-y-3">
      <div className="flex items-baseline gap-2">
        <h3 id={titleId} className="font-semibold text-base">
          {t("title")}
        </h3>
        <span role="status" className="text-fg-3 text-xs">
          {list.isOverLimit
            ? t("tooMany", { max: list.max })
            : picked.size > 0
              ? t("selected", { count: picked.size })
              : isFound
                ? t("found", { count: listed.length })
                : ""}
        </span>
      </div>
      {isFinding && (
        <p className="flex items-center gap-2 text-fg-3 text-sm">
          <Spinner size={14} />
          {t("finding")}
        </p>
      )}
      {children}
      {isFound && models.length === 0 && <p className="text-fg-3 text-sm">{t("empty")}</p>}
      {!isFound && models.length === 0 && <p className="text-fg-3 text-sm">{t("intro")}</p>}
      {models.length > 8 && (
        <SearchInput
          label={t("search")}
          value={keyword}
          onChange={setKeyword}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      {models.length > 0 && (
        <div className="overflow-hidden rounded-md border">
          <div className="flex min-h-10 items-center gap-3 border-b bg-subtle px-3 text-sm">
            <Checkbox
              id={`${titleId}-all`}
              disabled={open.length === 0}
              checked={pickedShown === 0 ? false : pickedShown === open.length ? true : "indeterminate"}
              onCheckedChange={(checked) => list.pick(open, checked)}
            />
            <label htmlFor={`${titleId}-all`}>{t("selectAll", { count: open.length })}</label>
          </div>
          {shown.length === 0 ? (
            <p className="px-3 py-2.5 text-fg-3 text-sm">{t("none")}</p>
          ) : (
            <ul className="max-h-80 overflow-y-auto">
              {shown.map((model) => (
                <ModelLine key={model.id} model={model} list={list} />
              ))}
            </ul>
          )}
        </div>
      )}
      <ByHand onAdd={list.addByHand} />
    </section>
  );
}

/** One model. Its type is the browser's own select: hundreds of them must stay light. */
function ModelLine({ model, list }: { model: ListedModel; list: ModelListState }) {
  const t = useTranslations("models-list");
  const id = useId();
  const type = list.picked.get(model.id);
  const sizes = [model.contextWindow, model.maxOutputTokens].filter((size) => size !== null).map(shortTokens);
  const facts = [sizes.join(" / "), ...model.abilities.map((ability) => t(`ability.${ability}`))].filter(Boolean);
  return (
    <li className="flex min-h-10 items-center gap-3 px-3 py-1 text-sm not-last:border-b">
      <Checkbox
        id={id}
        disabled={model.added}
        checked={model.added || type !== undefined}
        onCheckedChange={(checked) => list.pick([model.id], checked)}
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="break-words">
          {model.id}
        </label>
        {facts.length > 0 && <p className="text-fg-3 text-xs">{facts.join(" · ")}</p>}
      </div>
      {model.added ? (
        <Badge>{t("added")}</Badge>
      ) : type ? (
        <select
          aria-label={t("typeOf", { name: model.id })}
          value={type}
          onChange={(event) => list.setType(model.id, event.target.value as ModelType)}
          className="h-7 rounded-sm border border-input bg-background px-1.5 text-sm pointer-coarse:h-11"
        >
          {MODEL_TYPES.map((value) => (
            <option key={value} value={value}>
              {t(`type.${value}`)}
            </option>
          ))}
        </select>
      ) : (
        <span className="shrink-0 text-fg-3 text-xs">{t(`type.${model.type}`)}</span>
      )}
    </li>
  );
}

function ByHand({ onAdd }: { onAdd: (name: string) => void }) {
  const t = useTranslations("models-list");
  const [name, setName] = useState("");
  const handleAdd = () => {
    if (!name.trim()) return;
    onAdd(name.trim());
    setName("");
  };
  return (
    <div className="flex gap-2">
      <Input
        aria-label={t("manual")}
        placeholder={t("manual")}
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          // Enter would save the form the list stands in.
          event.preventDefault();
          handleAdd();
        }}
        className="min-w-0 flex-1"
      />
      <Button icon={Plus} disabled={!name.trim()} onClick={handleAdd}>
        {t("add")}
      </Button>
    </div>
  );
}
