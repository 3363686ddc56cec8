"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Select } from "@/components/ui/select";
import { SEARCH_DAYS } from "@/lib/features/knowledge/limits";
import type { SearchDto } from "@/lib/features/knowledge/search-dto";
import { type SearchState, severalOf, toggled } from "@/lib/features/knowledge/search-filter";

const ANY = "any";
type Several = "bases" | "kinds" | "tags" | "owners";

interface SearchFiltersProps {
  facets: SearchDto["facets"] | undefined;
  state: SearchState;
  onChange: (patch: Partial<SearchState>) => void;
}

/** What a search can be narrowed to; the count of a choice is what it would leave. */
export function SearchFilters({ facets, state, onChange }: SearchFiltersProps) {
  const t = useTranslations("knowledge-search");
  const lists: [Several, readonly { id: string; name: string; count: number }[]][] = [
    ["bases", facets?.bases ?? []],
    ["kinds", (facets?.kinds ?? []).map(({ id, count }) => ({ id, name: t(`kind.${id}`), count }))],
    ["tags", facets?.tags ?? []],
    ["owners", facets?.owners ?? []],
  ];
  return (
    <>
      {lists.map(
        ([of, choices]) =>
          choices.length > 0 && (
            <Group key={of} label={t(`filters.${of}`)}>
              <ul>
                {choices.map(({ id, name, count }) => (
                  <Choice
                    key={id}
                    name={name}
                    count={count}
                    label={t("filters.choice", { name, count })}
                    isOn={severalOf(state[of]).includes(id)}
                    onChange={() => onChange({ [of]: toggled(state[of], id) })}
                  />
                ))}
              </ul>
            </Group>
          ),
      )}
      <Group label={t("filters.days")}>
        <Select
          aria-label={t("filters.days")}
          value={state.days || ANY}
          onValueChange={(days) => onChange({ days: days === ANY ? "" : days })}
          options={[
            { value: ANY, label: t("filters.anyTime") },
            ...SEARCH_DAYS.map((count) => ({ value: String(count), label: t("filters.lastDays", { count }) })),
          ]}
          className="w-full"
        />
        {((facets?.expired ?? 0) > 0 || state.expired) && (
          <ul className="mt-2">
            <Choice
              name={t("filters.expired")}
              count={facets?.expired ?? 0}
              label={t("filters.choice", { name: t("filters.expired"), count: facets?.expired ?? 0 })}
              isOn={state.expired}
              onChange={() => onChange({ expired: !state.expired })}
            />
          </ul>
        )}
      </Group>
    </>
  );
}

function Group({ label, children }: { label: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-b px-4 py-3 last:border-b-0">
      <h3 id={id} className="mb-1.5 text-fg-3 text-xs">
        {label}
      </h3>
      {children}
    </section>
  );
}

interface ChoiceProps {
  name: string;
  count: number;
  label: string;
  isOn: boolean;
  onChange: () => void;
}

function Choice({ name, count, label, isOn, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <li>
      <label htmlFor={id} className="flex min-h-7 items-center gap-2 text-sm pointer-coarse:min-h-11">
        <Checkbox id={id} aria-label={label} checked={isOn} onCheckedChange={onChange} />
        <span className="min-w-0 flex-1 truncate" title={name}>
          {name}
        </span>
        <span aria-hidden className="tnum text-fg-3 text-xs">
          {count}
        </span>
      </label>
    </li>
  );
}
