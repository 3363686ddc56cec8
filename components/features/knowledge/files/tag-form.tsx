"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TAG_LENGTH_MAX, TAGS_MAX } from "@/lib/features/knowledge/limits";

interface TagFormProps {
  /** Those that all the files carry. */
  initial: readonly string[];
  /** Others of the base. */
  known: readonly string[];
  onChange: (tags: string[]) => void;
}

/** Tags of files: typed with Enter or a comma, or chosen among those of the base. */
export function TagForm({ initial, known, onChange }: TagFormProps) {
  const t = useTranslations("knowledge-files.tags");
  const id = useId();
  const [tags, setTags] = useState<readonly string[]>(initial);
  const [typed, setTyped] = useState("");
  const isFull = tags.length >= TAGS_MAX;
  const change = (next: readonly string[]) => {
    setTags(next);
    onChange([...next]);
  };
  const add = (text: string) => {
    const names = text
      .split(/[,，、]/)
      .map((name) => name.trim().slice(0, TAG_LENGTH_MAX))
      .filter(Boolean);
    change([...new Set([...tags, ...names])].slice(0, TAGS_MAX));
    setTyped("");
  };
  const others = known.filter((name) => !tags.includes(name));
  return (
    <div className="space-y-3">
      {tags.length > 0 && (
        <ul aria-label={t("chosen")} className="flex flex-wrap gap-1.5">
          {tags.map((name) => (
            <li key={name} className="flex items-center gap-1 rounded-sm bg-muted py-0.5 pr-0.5 pl-2 text-xs">
              {name}
              <button
                type="button"
                aria-label={t("remove", { name })}
                className="grid size-6 place-items-center rounded-sm text-fg-3 hover:text-fg pointer-coarse:size-11"
                onClick={() => change(tags.filter((tag) => tag !== name))}
              >
                <X aria-hidden size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field id={id} label={t("add")} hint={t("hint", { max: TAGS_MAX })}>
        <Input
          id={id}
          value={typed}
          disabled={isFull}
          onChange={(event) => {
            const { value } = event.target;
            if (/[,，、]/.test(value)) add(value);
            else setTyped(value);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing || typed.trim() === "") return;
            event.preventDefault();
            add(typed);
          }}
          onBlur={() => typed.trim() && add(typed)}
        />
      </Field>
      {others.length > 0 && !isFull && (
        <ul aria-label={t("known")} className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto">
          {others.map((name) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => add(name)}
                className="rounded-sm border px-2 py-0.5 text-fg-2 text-xs hover:bg-subtle pointer-coarse:min-h-11"
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
