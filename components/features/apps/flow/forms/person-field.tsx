"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SearchPicker } from "@/components/common/search-picker";
import { appSubjects, personQuery } from "@/lib/features/apps/hooks";

const PEOPLE = appSubjects("user");

interface PersonFieldProps {
  userId: string | null;
  onChange: (userId: string | null) => void;
}

/** The one person who is asked. */
export function PersonField({ userId, onChange }: PersonFieldProps) {
  const t = useTranslations("apps-flow.form");
  const { data } = useQuery({ ...personQuery(userId ?? ""), enabled: userId !== null });
  const name = data === null ? t("personGone") : (data?.name ?? "…");
  return (
    <SearchPicker
      label={t("person")}
      value={userId === null ? null : { id: userId, name, detail: data?.detail }}
      source={PEOPLE}
      onChange={(choice) => onChange(choice?.id ?? null)}
    />
  );
}
