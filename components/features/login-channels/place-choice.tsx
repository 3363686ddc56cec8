"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FieldPath } from "react-hook-form";
import { SearchPicker } from "@/components/common/search-picker";
import { useField } from "@/components/form/use-field";
import type { NamedPlace } from "@/lib/features/login-channels/dto";
import { placeSource } from "@/lib/features/login-channels/hooks";
import type { ChannelForm } from "@/lib/features/login-channels/schema";

interface PlaceChoiceProps {
  name: FieldPath<ChannelForm>;
  label: string;
  hint: string;
  /** Names of the departments the form began with. */
  places: readonly NamedPlace[];
}

/** A department, found by its name; none chosen means what the hint says. */
export function PlaceChoice({ name, label, hint, places }: PlaceChoiceProps) {
  const t = useTranslations("login-channels.people");
  const show = (value: unknown) => places.find((place) => place.id === value)?.name ?? "";
  const { field, error } = useField<ChannelForm>({ name, hint, label, show });
  const [picked, setPicked] = useState<NamedPlace | null>(null);
  const id = field.value as string | null;
  const known = [...places, ...(picked ? [picked] : [])].find((place) => place.id === id);
  return (
    <SearchPicker
      label={label}
      hint={hint}
      error={error}
      value={id ? (known ?? { id, name: t("placeGone") }) : null}
      source={placeSource}
      onChange={(choice) => {
        setPicked(choice);
        field.onChange(choice?.id ?? null);
      }}
    />
  );
}
