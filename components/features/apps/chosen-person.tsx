"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useController } from "react-hook-form";
import { SearchPicker } from "@/components/common/search-picker";
import type { Choice } from "@/lib/client/choices";
import { appSubjects } from "@/lib/features/apps/hooks";

const PEOPLE = appSubjects("user");

/** The person a form names as `userId`. */
export function ChosenPerson({ label }: { label: string }) {
  const v = useTranslations("validation");
  const [chosen, setChosen] = useState<Choice | null>(null);
  const { field, fieldState } = useController({ name: "userId" });
  return (
    <SearchPicker
      label={label}
      required
      value={chosen}
      source={PEOPLE}
      error={fieldState.error && v("required")}
      onChange={(choice) => {
        setChosen(choice);
        field.onChange(choice?.id ?? "");
      }}
    />
  );
}
