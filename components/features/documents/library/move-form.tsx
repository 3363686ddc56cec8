"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { foldersQuery } from "@/lib/features/documents/hooks";

interface MoveFormProps {
  initial: string | null;
  onChange: (folderId: string | null) => void;
}

const NONE = "none";

/** The folder documents go to. */
export function MoveForm({ initial, onChange }: MoveFormProps) {
  const t = useTranslations("documents.folder");
  const { data } = useQuery(foldersQuery);
  const [value, setValue] = useState(initial ?? NONE);
  const id = useId();
  const options = [
    { value: NONE, label: t("none") },
    ...(data?.items ?? []).map((folder) => ({ value: folder.id, label: folder.name })),
  ];
  return (
    <Field id={id} label={t("target")} hint={data?.items.length === 0 ? t("noFolders") : undefined}>
      <Select
        id={id}
        value={value}
        options={options}
        onValueChange={(next) => {
          setValue(next);
          onChange(next === NONE ? null : next);
        }}
        className="w-full"
      />
    </Field>
  );
}
