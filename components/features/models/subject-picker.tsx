"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useDeferredValue, useId, useState } from "react";
import { useController } from "react-hook-form";
import { SearchInput } from "@/components/common/search-input";
import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/skeleton";
import type { SubjectDto } from "@/lib/features/models/dto";
import { subjectsQuery } from "@/lib/features/models/hooks";

type Kind = "role" | "department";
type Values = Record<`${Kind}Ids`, string[]>;

interface SubjectPickerProps {
  kind: Kind;
  /** Those chosen already, with their names. */
  known: readonly SubjectDto[];
}

/** Roles or departments that see a model: search, tick, take away. Stands inside a `FormProvider`. */
export function SubjectPicker({ kind, known }: SubjectPickerProps) {
  const t = useTranslations("models.visibility");
  const isChinese = useLocale().startsWith("zh");
  const id = useId();
  const { field } = useController<Values, `${Kind}Ids`>({ name: `${kind}Ids` });
  const [keyword, setKeyword] = useState("");
  const [named, setNamed] = useState<ReadonlyMap<string, SubjectDto>>(new Map(known.map((one) => [one.id, one])));
  const search = useDeferredValue(keyword.trim());
  const { data, isError } = useQuery({
    ...subjectsQuery({ kind, keyword: search }),
    placeholderData: keepPreviousData,
  });
  const labelOf = (subject: SubjectDto | undefined) => (!isChinese && subject?.nameEn) || (subject?.name ?? "");
  const toggle = (subject: SubjectDto, isChosen: boolean) => {
    setNamed((current) => new Map(current).set(subject.id, subject));
    field.onChange(isChosen ? [...field.value, subject.id] : field.value.filter((one) => one !== subject.id));
  };
  return (
    <div className="space-y-2">
      <p className="text-fg-2 text-sm">{t(kind)}</p>
      {field.value.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {field.value.map((one) => (
            <li key={one} className="flex items-center gap-1 rounded-sm bg-muted py-0.5 pr-0.5 pl-2 text-xs">
              {labelOf(named.get(one))}
              <button
                type="button"
                aria-label={t("remove", { name: labelOf(named.get(one)) })}
                className="grid size-6 place-items-center rounded-sm text-fg-3 hover:text-fg pointer-coarse:size-11"
                onClick={() => field.onChange(field.value.filter((kept) => kept !== one))}
              >
                <X aria-hidden size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SearchInput
        label={t(`${kind}Search`)}
        value={keyword}
        onChange={setKeyword}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      {isError && <p className="text-danger-ink text-xs">{t("failed")}</p>}
      {!data && !isError && <Skeleton className="w-52" />}
      {data?.items.length === 0 && <p className="text-fg-3 text-xs">{t("none")}</p>}
      {data && data.items.length > 0 && (
        <ul className="max-h-44 overflow-y-auto rounded-md border">
          {data.items.map((subject) => (
            <li key={subject.id} className="not-last:border-b">
              <label
                htmlFor={`${id}-${subject.id}`}
                className="flex min-h-9 items-center gap-3 px-3 text-sm pointer-coarse:min-h-11"
              >
                <Checkbox
                  id={`${id}-${subject.id}`}
                  checked={field.value.includes(subject.id)}
                  onCheckedChange={(checked) => toggle(subject, checked)}
                />
                <span className="min-w-0 break-words">{labelOf(subject)}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
