"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Field, fieldMessageId } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import type { Choice, ChoiceSource } from "@/lib/client/choices";

interface SearchPickerProps {
  label: string;
  placeholder?: string;
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  source: ChoiceSource;
  required?: boolean;
  error?: string;
  hint?: string;
  className?: string;
}

/** Picks one of many by a word: a field with a list under it, by pointer or with arrow keys and Enter. */
export function SearchPicker({ label, value, onChange, required, error, hint, className, ...list }: SearchPickerProps) {
  const t = useTranslations("common.picker");
  const id = useId();
  return (
    <Field id={id} label={label} required={required} error={error} hint={hint} className={className}>
      {value ? (
        <div className="flex h-8 items-center gap-2 rounded-sm border border-input bg-background pr-1 pl-2.5 text-sm pointer-coarse:h-11">
          <span id={id} className="min-w-0 flex-1 truncate">
            {value.name}
            {value.detail && <span className="ml-2 text-fg-3 text-xs">{value.detail}</span>}
          </span>
          <IconButton icon={X} size={24} label={t("change", { name: value.name })} onClick={() => onChange(null)} />
        </div>
      ) : (
        <ChoiceSearch
          id={id}
          invalid={Boolean(error)}
          describedBy={fieldMessageId(id, error, hint)}
          onPick={onChange}
          {...list}
        />
      )}
    </Field>
  );
}

interface ChoiceSearchProps extends Pick<SearchPickerProps, "source" | "placeholder"> {
  id: string;
  invalid: boolean;
  describedBy: string | undefined;
  onPick: (choice: Choice) => void;
}

function ChoiceSearch({ id, invalid, describedBy, placeholder, source, onPick }: ChoiceSearchProps) {
  const t = useTranslations("common.picker");
  const [keyword, setKeyword] = useState("");
  const [active, setActive] = useState(0);
  const [open, setOpen] = useState(false);
  const word = useDeferredValue(keyword.trim());
  const query = useQuery({
    queryKey: [...source.key, word],
    queryFn: ({ signal }) => source.find(word, signal),
    placeholderData: keepPreviousData,
    enabled: open,
    meta: { quiet: true },
  });
  const choices = query.data ?? [];
  const optionId = (index: number) => `${id}-option-${index}`;
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((current) => Math.max(0, Math.min(choices.length - 1, current + step)));
    } else if (event.key === "Enter") {
      // Enter would send the form the field stands in.
      event.preventDefault();
      const choice = choices[active];
      if (open && choice) onPick(choice);
    } else if (event.key === "Escape" && open) {
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <div className="relative">
      <Input
        id={id}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && choices[active] ? optionId(active) : undefined}
        aria-describedby={describedBy}
        invalid={invalid}
        icon={Search}
        autoComplete="off"
        maxLength={100}
        placeholder={placeholder ?? t("search")}
        value={keyword}
        onChange={(event) => {
          setKeyword(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={handleKey}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t("found")}
        hidden={!open}
        className="absolute inset-x-0 top-full z-(--z-popover) mt-1 max-h-56 overflow-y-auto rounded-md border bg-popover p-1 shadow-lg"
      >
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
          <div
            key={choice.id}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            // Before the field loses the focus and closes the list.
            onPointerDown={(event) => {
              event.preventDefault();
              onPick(choice);
            }}
            onPointerMove={() => setActive(index)}
            className={cn(
              "flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm pointer-coarse:min-h-11",
              index === active && "bg-muted",
            )}
          >
            <span className="min-w-0 truncate">{choice.name}</span>
            {choice.detail && <span className="min-w-0 truncate text-fg-3 text-xs">{choice.detail}</span>}
          </div>
        ))}
        {choices.length === 0 && (
          <p className="px-2 py-1.5 text-fg-3 text-sm">
            {query.isPending ? t("searching") : query.isError ? t("failed") : t("none")}
          </p>
        )}
      </div>
    </div>
  );
}
