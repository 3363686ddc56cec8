"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { PanelState } from "@/components/common/query-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { facetsQuery } from "@/lib/features/knowledge/file-hooks";
import { ALL_BASES, basesQuery } from "@/lib/features/knowledge/hooks";
import { FOLDER_LENGTH_MAX, PLACED_NAME } from "@/lib/features/knowledge/limits";

export interface MoveTarget {
  /** Empty: none is chosen yet. */
  baseId: string;
  folder: string;
  /** What becomes of a file where another one of its name is there. */
  sameName: (typeof PLACED_NAME)[number];
}

interface MoveFormProps {
  initial: MoveTarget;
  /** The base the files are in cannot have them twice. */
  except?: string;
  onChange: (target: MoveTarget) => void;
}

/** Where files go: a base one may change, and a folder of it, which is made where there is none of this name. */
export function MoveForm({ initial, except, onChange }: MoveFormProps) {
  const t = useTranslations("knowledge-files.move");
  const id = useId();
  const [target, setTarget] = useState(initial);
  const bases = useQuery(basesQuery({ ...ALL_BASES, right: "manage", pageSize: 100, sort: "name" }));
  const { data: facets } = useQuery({ ...facetsQuery(target.baseId), enabled: target.baseId !== "" });
  const offered = (bases.data?.items ?? []).filter((base) => base.id !== except);
  const change = (patch: Partial<MoveTarget>) => {
    const next = { ...target, ...patch };
    setTarget(next);
    onChange(next);
  };
  if (!bases.data) return <PanelState query={bases} />;
  if (offered.length === 0) return <p className="text-fg-2 text-sm">{t("noBase")}</p>;
  return (
    <div className="space-y-4">
      <Field id={`${id}-base`} label={t("base")}>
        <Select
          id={`${id}-base`}
          value={target.baseId || undefined}
          placeholder={t("choose")}
          options={offered.map(({ id: value, name }) => ({ value, label: name }))}
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
      <Field id={`${id}-name`} label={t("sameName.label")} hint={t(`sameName.hint.${target.sameName}`)}>
        <Select
          id={`${id}-name`}
          value={target.sameName}
          options={PLACED_NAME.map((value) => ({ value, label: t(`sameName.${value}`) }))}
          onValueChange={(sameName) => change({ sameName: sameName as MoveTarget["sameName"] })}
          className="w-full"
        />
      </Field>
      <datalist id={`${id}-known`}>
        {facets?.folders.map(({ folder }) => folder && <option key={folder} value={folder} />)}
      </datalist>
    </div>
  );
}
