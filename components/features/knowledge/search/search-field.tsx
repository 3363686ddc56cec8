"use client";

import { Search, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ComponentProps, type FormEvent, type Ref, useState } from "react";
import { Input } from "@/components/ui/input";
import { SEARCH_WORDS_MAX } from "@/lib/features/knowledge/limits";
import { searchHref } from "@/lib/features/knowledge/paths";
import { useScreens } from "../screens";

interface SearchFieldProps
  extends Pick<ComponentProps<typeof Input>, "size" | "className" | "autoFocus" | "onKeyDown"> {
  label: string;
  clearLabel: string;
  value: string;
  onChange: (words: string) => void;
  onSearch: (words: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** The field of a search; Enter searches, but never while an input method composes. */
export function SearchField({ label, clearLabel, value, onChange, onSearch, className, ...field }: SearchFieldProps) {
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim()) onSearch(value.trim());
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` is not yet known to every browser in use
    <form role="search" onSubmit={handleSubmit} className={className}>
      <Input
        {...field}
        icon={Search}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        maxLength={SEARCH_WORDS_MAX}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        suffix={
          value && (
            <button
              type="button"
              aria-label={clearLabel}
              onClick={() => onChange("")}
              className="-mr-1 grid size-6 place-items-center rounded-xs text-fg-3 hover:bg-muted hover:text-fg pointer-coarse:size-11"
            >
              <X aria-hidden size={14} strokeWidth={1.75} />
            </button>
          )
        }
      />
    </form>
  );
}

/** A field on other screens of the knowledge center that leads to the search; nothing for who may not search. */
export function SearchEntry({ className }: { className?: string }) {
  const t = useTranslations("knowledge");
  const router = useRouter();
  const [words, setWords] = useState("");
  const maySearch = useScreens(["/knowledge-center/search"]).length > 0;
  if (!maySearch) return null;
  return (
    <SearchField
      label={t("searchAll")}
      clearLabel={t("searchClear")}
      value={words}
      onChange={setWords}
      onSearch={(asked) => router.push(searchHref(asked))}
      className={className}
    />
  );
}
