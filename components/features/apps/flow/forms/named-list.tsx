"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { VARIABLE_NAME_MAX } from "@/lib/features/apps/limits";
import { freeName } from "@/lib/features/apps/workflow/edit";
import { FieldProblems } from "./field-problems";
import { withEntry, withoutEntry } from "./node-form";
import { RefField } from "./ref-field";

interface Named {
  name: string;
  value: string;
}

interface NamedListProps<E extends Named> {
  /** Where it stands in the node's settings. */
  field: string;
  label: string;
  hint?: string;
  list: readonly E[];
  onChange: (list: E[], key: string) => void;
  max: number;
  /** What a new one is called, with a figure; empty: the name is the other system's, and is typed. */
  word: string;
  /** Made of the new name. */
  make: (name: string) => E;
  /** Beside the name. */
  more?: (entry: E, set: (patch: Partial<E>) => void) => ReactNode;
  /** Below the value. */
  below?: (entry: E, index: number, set: (patch: Partial<E>) => void) => ReactNode;
  addLabel?: string;
}

/** Names with values, such as the inputs of a program or the headers of a call. */
export function NamedList<E extends Named>(props: NamedListProps<E>) {
  const { field, label, hint, list, onChange, max, word, make, more, below, addLabel } = props;
  const t = useTranslations("apps-flow.form");
  return (
    <fieldset className="min-w-0" data-field={field}>
      <legend className="mb-1.5 text-sm">
        {label} <span className="tnum text-fg-3 text-xs">{list.length}</span>
      </legend>
      {hint && <p className="mb-1.5 text-fg-3 text-xs">{hint}</p>}
      <ul className="space-y-2">
        {list.map((entry, index) => {
          const set = (patch: Partial<E>) =>
            onChange(withEntry(list, index, patch), `${field}.${index}.${Object.keys(patch).join()}`);
          const called = entry.name || t("entry", { number: index + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place while its name is typed
            <li key={index} className="space-y-1.5 rounded-md border bg-background p-2">
              <div className="flex items-center gap-1.5">
                <Input
                  aria-label={t("nameOf", { name: called })}
                  value={entry.name}
                  maxLength={word ? VARIABLE_NAME_MAX : 200}
                  placeholder={t("name")}
                  onChange={(event) =>
                    set({
                      name: word ? event.target.value.replace(/[^A-Za-z0-9_]/g, "") : event.target.value,
                    } as Partial<E>)
                  }
                  className="min-w-0 flex-1 font-mono"
                />
                {more?.(entry, set)}
                <IconButton
                  icon={X}
                  label={t("removeEntry", { name: called })}
                  onClick={() => onChange(withoutEntry(list, index), `${field}-remove`)}
                />
              </div>
              <FieldProblems field={`${field}.${index}.name`} />
              <RefField
                field={`${field}.${index}.value`}
                label={t("valueOf", { name: called })}
                hidesLabel
                placeholder={t("value")}
                value={entry.value}
                onChange={(value) => set({ value } as Partial<E>)}
              />
              {below?.(entry, index, set)}
            </li>
          );
        })}
      </ul>
      <FieldProblems field={field} />
      <Button
        size="sm"
        icon={Plus}
        className="mt-2"
        disabled={list.length >= max}
        onClick={() => {
          const name = word
            ? freeName(
                list.map((one) => one.name),
                word,
              )
            : "";
          onChange([...list, make(name)], `${field}-add`);
        }}
      >
        {addLabel ?? t("add")}
      </Button>
    </fieldset>
  );
}
