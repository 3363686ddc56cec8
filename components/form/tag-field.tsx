"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { SearchInput } from "@/components/common/search-input";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { type FieldProps, useField } from "./use-field";

export interface Tag {
  id: string;
  label: string;
  mayAdd: boolean;
  mayRemove?: boolean;
  tone?: "primary" | "neutral";
}

interface TagFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  tags: readonly Tag[];
  texts: {
    add: string;
    remove: (name: string) => string;
    search: string;
    none: string;
    /** Beside a tag the person may not add. */
    notYours: string;
  };
}

/** Several of a list as tags, added and removed by a searched list. The form holds their ids. */
export function TagField<Values extends FieldValues>({
  name,
  label,
  hint,
  required,
  tags,
  texts,
}: TagFieldProps<Values>) {
  const show = (value: unknown) => tags.find((tag) => tag.id === value)?.label ?? "";
  const { id, field, error, aria } = useField<Values>({ name, hint, label, show });
  const [keyword, setKeyword] = useState("");
  const chosen: string[] = field.value ?? [];
  const toggle = (tagId: string) =>
    field.onChange(chosen.includes(tagId) ? chosen.filter((each) => each !== tagId) : [...chosen, tagId]);
  const word = keyword.trim().toLowerCase();
  const shown = tags.filter((tag) => tag.label.toLowerCase().includes(word));
  return (
    <Field id={id} label={label} hint={hint} error={error} required={required}>
      <div
        className={cn(
          "flex min-h-8 flex-wrap items-center gap-1.5 rounded-sm border bg-background px-1.5 py-1 pointer-coarse:min-h-11",
          error ? "border-danger" : "border-input",
        )}
      >
        {tags
          .filter((tag) => chosen.includes(tag.id))
          .map((tag) => (
            <Badge key={tag.id} tone={tag.tone} className="min-h-6">
              {tag.label}
              {tag.mayRemove !== false && (
                <button
                  type="button"
                  aria-label={texts.remove(tag.label)}
                  onClick={() => toggle(tag.id)}
                  className="-mr-1 grid size-6 place-items-center rounded-xs hover:text-fg"
                >
                  <X aria-hidden size={12} />
                </button>
              )}
            </Badge>
          ))}
        <Popover onOpenChange={(open) => !open && field.onBlur()}>
          <PopoverTrigger asChild>
            <button
              ref={field.ref}
              type="button"
              id={id}
              aria-label={`${label}: ${texts.add}`}
              {...aria}
              className="inline-flex h-6 items-center gap-1 rounded-xs px-1.5 text-fg-3 text-sm hover:bg-subtle hover:text-fg pointer-coarse:h-9"
            >
              <Plus aria-hidden size={13} />
              {texts.add}
            </button>
          </PopoverTrigger>
          <PopoverContent align="start" aria-label={label} className="w-72 p-2">
            <SearchInput
              label={texts.search}
              value={keyword}
              onChange={setKeyword}
              icon={undefined}
              soft
              className="mb-1 w-full"
            />
            <div className="max-h-64 overflow-y-auto">
              {shown.map((tag) => {
                const isChosen = chosen.includes(tag.id);
                const isLocked = isChosen ? tag.mayRemove === false : !tag.mayAdd;
                return (
                  <div key={tag.id} className="flex min-h-8 items-center gap-2 px-1 pointer-coarse:min-h-11">
                    <Checkbox
                      id={`${id}-${tag.id}`}
                      checked={isChosen}
                      disabled={isLocked}
                      onCheckedChange={() => toggle(tag.id)}
                    />
                    <label
                      htmlFor={`${id}-${tag.id}`}
                      className={cn("min-w-0 flex-1 truncate text-sm", isLocked && "text-fg-3")}
                    >
                      {tag.label}
                    </label>
                    {isLocked && !isChosen && <span className="text-fg-3 text-xs">{texts.notYours}</span>}
                  </div>
                );
              })}
              {shown.length === 0 && <p className="px-1 py-2 text-fg-3 text-sm">{texts.none}</p>}
            </div>
          </PopoverContent>
        </Popover>
      </div>
    </Field>
  );
}
