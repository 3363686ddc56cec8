"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { facetsQuery } from "@/lib/features/knowledge/file-hooks";
import { ALL_BASES, basesQuery } from "@/lib/features/knowledge/hooks";
import { FOLDER_LENGTH_MAX } from "@/lib/features/knowledge/limits";

export interface MoveTarget {
  baseId: string;
  folder: string;
}

interface MoveFormProps {
  initial: MoveTarget;
  onChange: (target: MoveTarget) => void;
}

/** Where files go: a base one may change, and a folder of it, which is made where there is none of this name. */
export function MoveForm({ initial, onChange }: MoveFormProps) {
  const t = useTranslations("knowledge-files.move");
  const id = useId();
  const [target, setTarget] = useState(initial);
  const { data: bases } = useQuery(basesQuery({ ...ALL_BASES, right: "manage", pageSize: 100, sort: "name" }));
  const { data: facets } = useQuery(facetsQuery(target.baseId));
  const change = (patch: Partial<MoveTarget>) => {
    const next = { ...target, ...patch };
    setTarget(next);
    onChange(next);
  };
  return (
    <div className="space-y-4">
      <Field id={`${id}-base`} label={t("base")}>
        <Select
          id={`${id}-base`}
          value={target.baseId}
          options={(bases?.items ?? []).map(({ id: value, name }) => ({ value, label: name }))}
          onValueChange={(baseId) => change({ baseId })}
          className="w-full"
        />
      </Field>
      <Field id={`${id}-folder`} label={t("folder")} hint={t("hint")}>
        <Input
          id={`${id}-folder`}
          value={target.folder}
          maxLength={FOLDER_LENGTH_MAX}
          list={`${id}-known`}
          placeholder={t("root")}
          onChange={(event) => change({ folder: event.target.value })}
        />
      </Field>
      <datalist id={`${id}-known`}>
        {facets?.folders.map(({ folder }) => folder && <option key={folder} value={folder} />)}
      </datalist>
    </div>
  );
}
