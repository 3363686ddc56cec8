"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { collectionFoldersQuery } from "@/lib/collected/hooks";

const NONE = "none";

/** The folder items go to. */
export function FolderChoice({
  initial,
  onChange,
}: {
  initial: string | null;
  onChange: (folderId: string | null) => void;
}) {
  const t = useTranslations("personal.collected.folder");
  const { data } = useQuery(collectionFoldersQuery);
  const [value, setValue] = useState(initial ?? NONE);
  const id = useId();
  const folders = data?.items ?? [];
  return (
    <Field id={id} label={t("target")} hint={data && folders.length === 0 ? t("noFolders") : undefined}>
      <Select
        id={id}
        value={value}
        options={[
          { value: NONE, label: t("none") },
          ...folders.map(({ id: key, name }) => ({ value: key, label: name })),
        ]}
        onValueChange={(next) => {
          setValue(next);
          onChange(next === NONE ? null : next);
        }}
        className="w-full"
      />
    </Field>
  );
}
