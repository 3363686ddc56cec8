"use client";

import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { FilterPicker } from "@/components/common/filter-picker";
import type { ChoiceSource } from "@/lib/client/choices";

interface IdFilterProps<Named extends { name: string } | null, Key extends QueryKey> {
  label: string;
  /** What is chosen, as the address has it. */
  id: string | undefined;
  /** Asks for its name. */
  named: (id: string) => UseQueryOptions<Named, Error, Named, Key>;
  /** Stands for a name that is not known yet, or not any more. */
  unnamed: string;
  source: ChoiceSource;
  onPick: (id: string) => void;
}

/** A filter whose value is found by a word; its name is asked for when only the id stands in the address. */
export function IdFilter<Named extends { name: string } | null, Key extends QueryKey>({
  label,
  id,
  named,
  unnamed,
  source,
  onPick,
}: IdFilterProps<Named, Key>) {
  const chosen = useQuery({ ...named(id ?? ""), enabled: Boolean(id) });
  return (
    <FilterPicker
      label={label}
      value={id ? chosen.data?.name || unnamed : null}
      source={source}
      onPick={(choice) => onPick(choice?.id ?? "")}
    />
  );
}
